"""Depth-first searches of the NetworkX backend, with the same edges and trees in the same order as NetworkX."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import _core
from ._graph import BackendGraph
from ._traversal import depth, require

Found = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]


def _search(G: BackendGraph, source: Hashable | None, depth_limit: Any) -> Found:
    """Return vertices in order of discovery, their predecessors (-1 for roots), and expanded vertices in order of completion."""
    roots = np.arange(len(G)) if source is None else np.array([require(G, source)])
    return _core.ordered_dfs(G.indptr, G.indices, roots.astype(np.int64, copy=False), depth(depth_limit))


def _edges(G: BackendGraph, source: Hashable | None, depth_limit: Any) -> Iterator[tuple[Hashable, Hashable]]:
    order, parents, _ = _search(G, source, depth_limit)
    reached = parents >= 0
    return zip(G.named(parents[reached]), G.named(order[reached]))


def dfs_edges(G: BackendGraph, source: Hashable | None = None, depth_limit: Any = None, *,
              sort_neighbors: Any = None) -> Iterator[tuple[Hashable, Hashable]]:
    yield from _edges(G, source, depth_limit)


def dfs_tree(G: BackendGraph, source: Hashable | None = None, depth_limit: Any = None, *, sort_neighbors: Any = None) -> nx.DiGraph:
    tree = nx.DiGraph()
    tree.add_nodes_from(G.nodes if source is None else [source])
    tree.add_edges_from(_edges(G, source, depth_limit))
    return tree


def dfs_predecessors(G: BackendGraph, source: Hashable | None = None, depth_limit: Any = None, *,
                     sort_neighbors: Any = None) -> dict[Hashable, Hashable]:
    return {child: parent for parent, child in _edges(G, source, depth_limit)}


def dfs_successors(G: BackendGraph, source: Hashable | None = None, depth_limit: Any = None, *,
                   sort_neighbors: Any = None) -> dict[Hashable, list[Hashable]]:
    found: dict[Hashable, list[Hashable]] = {}
    for parent, child in _edges(G, source, depth_limit):
        found.setdefault(parent, []).append(child)
    return found


def dfs_preorder_nodes(G: BackendGraph, source: Hashable | None = None, depth_limit: Any = None, *,
                       sort_neighbors: Any = None) -> Iterator[Hashable]:
    yield from G.named(_search(G, source, depth_limit)[0])


def dfs_postorder_nodes(G: BackendGraph, source: Hashable | None = None, depth_limit: Any = None, *,
                        sort_neighbors: Any = None) -> Iterator[Hashable]:
    yield from G.named(_search(G, source, depth_limit)[2])


def _unsorted(G: Any, source: Any = None, depth_limit: Any = None, *, sort_neighbors: Any = None) -> bool | str:
    return sort_neighbors is None or "sort_neighbors is a Python function"


FUNCTIONS: list[Any] = [dfs_edges, dfs_tree, dfs_predecessors, dfs_successors, dfs_preorder_nodes, dfs_postorder_nodes]
CAN_RUN: dict[str, Callable[..., bool | str]] = {function.__name__: _unsorted for function in FUNCTIONS}
