"""Biconnected components, bridges and articulation points of the NetworkX backend, in NetworkX's order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import _components, _core
from ._graph import BackendGraph


class _Blocks:
    """Lists of the library's result, by vertex."""

    def __init__(self, G: BackendGraph, edges: bool = False) -> None:
        (self.offsets, self.vertices, self.bridges, self.cuts, self.edge_offsets, self.edges,
         _) = _core.ordered_biconnected(G.indptr, G.indices, edges)


def _bridges(G: BackendGraph, root: Hashable | None) -> Iterator[tuple[Hashable, Hashable]]:
    pairs = _Blocks(G).bridges
    if root is not None:
        if root not in G:
            raise nx.NodeNotFound(f"Root node {root} is not in graph")
        labels = _components.weakly_connected_components(G.graph).labels
        pairs = pairs[labels[pairs[:, 0]] == labels[G.vertex(root)]]
    for u, v in zip(G.named(pairs[:, 0]), G.named(pairs[:, 1])):
        if not G.multigraph or len(G.to_networkx()[u][v]) == 1:
            yield u, v


def bridges(G: BackendGraph, root: Hashable | None = None) -> Iterator[tuple[Hashable, Hashable]]:
    yield from _bridges(G, root)


def has_bridges(G: BackendGraph, root: Hashable | None = None) -> bool:
    return any(True for _ in _bridges(G, root))


def articulation_points(G: BackendGraph) -> Iterator[Hashable]:
    """Yield a vertex when the search leaves the first component that it entered there, and a root when it leaves the last one."""
    found = _Blocks(G)
    starts = found.offsets[:-1].astype(np.int64)
    entered = found.vertices[starts]
    is_root, is_cut = np.ones(len(G), bool), np.zeros(len(G), bool)
    is_root[np.delete(found.vertices, starts)] = False
    is_cut[found.cuts] = True
    distinct, first = np.unique(entered, return_index=True)
    last = entered.size - 1 - np.unique(entered[::-1], return_index=True)[1]
    order = np.argsort(np.where(is_root[distinct], last, first))
    yield from G.named(distinct[order][is_cut[distinct[order]]])


def biconnected_components(G: BackendGraph) -> Iterator[set[Hashable]]:
    found = _Blocks(G)
    names, bounds = G.named(found.vertices), found.offsets.tolist()
    for first, last in zip(bounds, bounds[1:]):
        yield set(names[first:last])


def biconnected_component_edges(G: BackendGraph) -> Iterator[list[tuple[Hashable, Hashable]]]:
    found = _Blocks(G, True)
    pairs = list(zip(G.named(found.edges[:, 0]), G.named(found.edges[:, 1])))
    bounds = found.edge_offsets.tolist()
    for first, last in zip(bounds, bounds[1:]):
        yield pairs[first:last]


def is_biconnected(G: BackendGraph) -> bool:
    found = _Blocks(G)
    return bool(found.offsets.size == 2 and found.vertices.size == len(G))


def _without_self_loops(G: Any) -> bool | str:
    loops = G.loops.size if isinstance(G, BackendGraph) else any(node in neighbors for node, neighbors in G.adj.items())
    return not loops or "NetworkX lists some self-loops among the edges"


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "biconnected_component_edges": lambda G: _without_self_loops(G),
}
FUNCTIONS: list[Any] = [bridges, has_bridges, articulation_points, biconnected_components, biconnected_component_edges, is_biconnected]
