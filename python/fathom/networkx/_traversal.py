"""Searches of the NetworkX backend, with the same edges, trees and layers in the same order as NetworkX."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import _core
from ._graph import BackendGraph

_PREDECESSORS_ARE_DEPRECATED = ".. deprecated::" in (nx.bfs_predecessors.orig_func.__doc__ or "")

# No path has as many edges: vertices are 32-bit integers.
_LONGEST = 2**31 - 1


def depth(limit: Any) -> int:
    """Return the depth limit as an integer, or -1 for none. NetworkX accepts any number and searches while the level is below it."""
    if limit is None or limit >= _LONGEST:
        return -1
    return math.ceil(limit) if limit > 0 else 0  # no level is below NaN


def search(G: BackendGraph, sources: list[int], limit: Any = None, reverse: bool = False) -> tuple[list[int], list[int], list[int]]:
    """Return vertices in NetworkX's order of discovery, their predecessors (-1 for sources) and depths."""
    indptr, indices = G.reversed_rows if reverse else (G.indptr, G.indices)
    found = _core.ordered_bfs(indptr, indices, np.asarray(sources, np.int64), depth(limit))
    return found[0].tolist(), found[1].tolist(), found[2].tolist()


def require(G: BackendGraph, node: Hashable) -> int:
    if node not in G:
        raise nx.NetworkXError(f"The node {node} is not in the {'digraph' if G.directed else 'graph'}.")
    return G.vertex(node)


def _edges(G: BackendGraph, source: Hashable, reverse: bool, depth_limit: Any) -> list[tuple[Hashable, Hashable]]:
    order, parents, _ = search(G, [require(G, source)], depth_limit, reverse and G.directed)
    name = G.nodes
    return [(name[parents[i]], name[order[i]]) for i in range(1, len(order))]


def bfs_edges(G: BackendGraph, source: Hashable, reverse: bool = False, depth_limit: Any = None,
              sort_neighbors: Any = None) -> Iterator[tuple[Hashable, Hashable]]:
    yield from _edges(G, source, reverse, depth_limit)


def bfs_tree(G: BackendGraph, source: Hashable, reverse: bool = False, depth_limit: Any = None, sort_neighbors: Any = None) -> nx.DiGraph:
    tree = nx.DiGraph()
    tree.add_node(source)
    tree.add_edges_from(_edges(G, source, reverse, depth_limit))
    return tree


def bfs_predecessors(G: BackendGraph, source: Hashable, depth_limit: Any = None,
                     sort_neighbors: Any = None) -> Iterator[tuple[Hashable, Hashable]]:
    if _PREDECESSORS_ARE_DEPRECATED:
        warnings.warn("bfs_predecessors is deprecated and will be removed in NetworkX 3.9; use bfs_edges", DeprecationWarning, stacklevel=2)
    for parent, child in _edges(G, source, False, depth_limit):
        yield child, parent


def bfs_successors(G: BackendGraph, source: Hashable, depth_limit: Any = None,
                   sort_neighbors: Any = None) -> Iterator[tuple[Hashable, list[Hashable]]]:
    parent: Hashable = source
    children: list[Hashable] = []
    for before, child in _edges(G, source, False, depth_limit):
        if before != parent:
            yield parent, children
            parent, children = before, []
        children.append(child)
    yield parent, children


def bfs_layers(G: BackendGraph, sources: Any) -> Iterator[list[Hashable]]:
    listed = [sources] if sources in G else list(set(sources))
    for node in listed:
        if node not in G:
            raise nx.NetworkXError(f"The node {node} is not in the graph.")
    if not listed:
        return
    order, _, depths = search(G, [G.vertex(node) for node in listed])
    bounds = np.searchsorted(depths, np.arange(depths[-1] + 2))
    for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist()):
        yield [G.nodes[v] for v in order[first:last]]


def descendants_at_distance(G: BackendGraph, source: Hashable, distance: Any) -> set[Hashable]:
    if source not in G:
        raise nx.NetworkXError(f"The node {source} is not in the graph.")
    order, _, depths = _core.ordered_bfs(G.indptr, G.indices, np.array([G.vertex(source)], np.int64), depth(distance))
    return set(G.named(order[depths == distance]))


def _reached(G: BackendGraph, source: Hashable, reverse: bool) -> set[Hashable]:
    order, _, _ = search(G, [require(G, source)], None, reverse)
    return {G.nodes[v] for v in order[1:]}


def descendants(G: BackendGraph, source: Hashable) -> set[Hashable]:
    return _reached(G, source, False)


def ancestors(G: BackendGraph, source: Hashable) -> set[Hashable]:
    return _reached(G, source, True)


def _unsorted(G: Any, source: Any, *args: Any, sort_neighbors: Any = None, **options: Any) -> bool | str:
    return sort_neighbors is None or "sort_neighbors is a Python function"


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "bfs_edges": lambda G, source, reverse=False, depth_limit=None, sort_neighbors=None: _unsorted(G, source, sort_neighbors=sort_neighbors),
    "bfs_tree": lambda G, source, reverse=False, depth_limit=None, sort_neighbors=None: _unsorted(G, source, sort_neighbors=sort_neighbors),
    "bfs_predecessors": lambda G, source, depth_limit=None, sort_neighbors=None: _unsorted(G, source, sort_neighbors=sort_neighbors),
    "bfs_successors": lambda G, source, depth_limit=None, sort_neighbors=None: _unsorted(G, source, sort_neighbors=sort_neighbors),
}
FUNCTIONS = [bfs_edges, bfs_tree, bfs_predecessors, bfs_successors, bfs_layers, descendants_at_distance, descendants, ancestors]
