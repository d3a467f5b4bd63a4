"""Weighted shortest paths from the nearest of several nodes, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import _core
from ._graph import BackendGraph
from ._paths import weight_is_name


class _Nearest:
    """Search from a vertex added to the graph, number n, with an edge of length 0 to each source."""

    def __init__(self, G: BackendGraph, sources: Any, weight: str | None, target: int = -1, cutoff: Any = None) -> None:
        n = len(G)
        starts = np.array([G.vertex(node) for node in sources], np.int32)
        rows, ends, lengths = G.indptr, G.indices, G.lengths(weight)
        limit = float("inf") if cutoff is None or cutoff != cutoff else float(cutoff)
        if limit < 0:  # the sources alone, not the vertices at distance 0
            rows, ends, lengths = np.zeros_like(rows), ends[:0], lengths[:0]
        found = _core.ordered_dijkstra(
            np.append(rows, rows[-1] + starts.size), np.concatenate([ends, starts]),
            np.concatenate([lengths, np.zeros(starts.size)]).astype(np.float64), np.array([n], np.int64), target, max(limit, 0.0))[0]
        self.graph, self.whole = G, lengths.dtype.kind in "iub"
        self.order, self.distances, self.before = (part[1:] for part in found)

    def lengths(self) -> dict[Hashable, Any]:
        values: list[Any] = (self.distances.astype(np.int64) if self.whole else self.distances).tolist()
        near = int(np.count_nonzero(self.before == len(self.graph)))
        return dict(zip(self.graph.named(self.order), [*([0] * near), *values[near:]]))  # sources have the integer 0 in NetworkX

    def paths(self) -> dict[Hashable, list[Hashable]]:
        name = self.graph.nodes
        by_vertex: dict[int, list[Hashable]] = {len(name): []}
        for v, u in zip(self.order.tolist(), self.before.tolist()):
            by_vertex[v] = [*by_vertex[u], name[v]]
        del by_vertex[len(name)]
        return {name[v]: path for v, path in by_vertex.items()}

    def path_to_last(self) -> list[Hashable]:
        predecessor = dict(zip(self.order.tolist(), self.before.tolist()))
        path = [int(self.order[-1])]
        while (u := predecessor[path[-1]]) != len(self.graph):
            path.append(u)
        return [self.graph.nodes[v] for v in reversed(path)]


def _require(G: BackendGraph, sources: Any) -> None:
    if not sources:
        raise ValueError("sources must not be empty")
    for source in sources:
        if source not in G:
            raise nx.NodeNotFound(f"Node {source} not found in graph")


def multi_source_dijkstra(G: BackendGraph, sources: Any, target: Hashable | None = None, cutoff: Any = None,
                          weight: Any = "weight") -> tuple[Any, Any]:
    _require(G, sources)
    if target in sources:
        return 0, [target]
    if target is None:
        found = _Nearest(G, sources, weight, cutoff=cutoff)
        return found.lengths(), found.paths()
    G.lengths(weight)  # NetworkX searches first, and so may reject a weight
    if target in G:
        w = G.vertex(target)
        found = _Nearest(G, sources, weight, w, cutoff)
        if found.order[-1] == w:
            return found.lengths()[target], found.path_to_last()
    raise nx.NetworkXNoPath(f"No path to {target}.")


def multi_source_dijkstra_path(G: BackendGraph, sources: Any, cutoff: Any = None, weight: Any = "weight") -> dict[Hashable, list[Hashable]]:
    _require(G, sources)
    return _Nearest(G, sources, weight, cutoff=cutoff).paths()


def multi_source_dijkstra_path_length(G: BackendGraph, sources: Any, cutoff: Any = None, weight: Any = "weight") -> dict[Hashable, Any]:
    _require(G, sources)
    return _Nearest(G, sources, weight, cutoff=cutoff).lengths()


def voronoi_cells(G: BackendGraph, center_nodes: Any, weight: Any = "weight") -> dict[Hashable, set[Hashable]]:
    _require(G, center_nodes)
    n = len(G)
    found = _Nearest(G, center_nodes, weight)
    center: npt.NDArray[np.int64] = np.arange(n + 1)
    center[found.order] = np.where(found.before == n, found.order, found.before)
    while not (center == (further := center[center])).all():
        center = further
    unreached = np.ones(n, bool)
    unreached[found.order] = False
    cells: dict[Hashable, set[Hashable]] = {}
    for node in center_nodes:
        cells.setdefault(node, set())
    for node, c in zip(G.named(found.order), G.named(center[found.order])):
        cells[c].add(node)
    if unreached.any():
        cells["unreachable"] = set(G.named(np.flatnonzero(unreached)))
    return cells


def _can_search(G: Any, sources: Any, target: Any = None, cutoff: Any = None, weight: Any = "weight") -> bool | str:
    return weight_is_name(weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "multi_source_dijkstra": _can_search,
    "multi_source_dijkstra_path": lambda G, sources, cutoff=None, weight="weight": weight_is_name(weight),
    "multi_source_dijkstra_path_length": lambda G, sources, cutoff=None, weight="weight": weight_is_name(weight),
    "voronoi_cells": lambda G, center_nodes, weight="weight": weight_is_name(weight),
}
FUNCTIONS: list[Any] = [multi_source_dijkstra, multi_source_dijkstra_path, multi_source_dijkstra_path_length, voronoi_cells]
