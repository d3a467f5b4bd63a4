"""Shortest paths and their lengths."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, MutableMapping
from typing import Any

import networkx as nx
import numpy as np

from .. import _core, _searches
from .._graph import Graph
from ._graph import VERSION, BackendGraph
from ._traversal import depth, search

# Distances of so many sources are searched for at once, so that a row of 100 million nodes would still fit a machine of 16 GB.
_CELLS_AT_ONCE = 1 << 28


class Lengths(MutableMapping[Hashable, int]):
    """Distances from one node to those that it reaches: a row of a matrix, read like a dictionary, in the order of distances.

    Making the dictionary would take far longer than the search did; it is made when somebody lists or changes the entries.
    """

    __slots__ = ("_graph", "_made", "_row")

    def __init__(self, graph: BackendGraph, row: np.ndarray) -> None:
        self._graph, self._row = graph, row
        self._made: dict[Hashable, int] | None = None

    def as_dict(self) -> dict[Hashable, int]:
        if self._made is None:
            order = np.argsort(self._row, kind="stable")
            order = order[np.count_nonzero(self._row < 0):]
            self._made = dict(zip(self._graph.named(order), self._row[order].tolist()))
        return self._made

    def __getitem__(self, node: Hashable) -> int:
        if self._made is not None:
            return self._made[node]
        d = int(self._row[self._graph.index[node]])
        if d < 0:
            raise KeyError(node)
        return d

    def __setitem__(self, node: Hashable, value: int) -> None:
        self.as_dict()[node] = value

    def __delitem__(self, node: Hashable) -> None:
        del self.as_dict()[node]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.as_dict())

    def __len__(self) -> int:
        return int(np.count_nonzero(self._row >= 0)) if self._made is None else len(self._made)

    def items(self) -> Any:
        return self.as_dict().items()

    def values(self) -> Any:
        return self.as_dict().values()

    def __repr__(self) -> str:
        return repr(self.as_dict())


def _require(G: BackendGraph, node: Hashable, text: str) -> int:
    if node not in G:
        raise nx.NodeNotFound(text.format(node))
    return G.vertex(node)


def _lengths(G: BackendGraph, graph: Graph, v: int, cutoff: Any) -> dict[Hashable, int]:
    limit = None if cutoff is None or cutoff == float("inf") else depth(cutoff)
    row = _searches.bfs(graph, v, depth_limit=limit, return_predecessors=False).distances
    return Lengths(G, row).as_dict()


def single_source_shortest_path_length(G: BackendGraph, source: Hashable, cutoff: Any = None) -> dict[Hashable, int]:
    return _lengths(G, G.graph, _require(G, source, "Source {} is not in G"), cutoff)


def single_target_shortest_path_length(G: BackendGraph, target: Hashable, cutoff: Any = None) -> Any:
    found = _lengths(G, G.reverse, _require(G, target, "Target {} is not in G"), cutoff)
    return found if VERSION >= (3, 5) else iter(found.items())


def rows_of(graph: Graph, limit: int | None = None) -> Iterator[np.ndarray]:
    """Distances from every vertex, as many rows at a time as memory should hold, each in as few bits as will do."""
    n = graph.num_vertices
    batch = max(64, min(n, _CELLS_AT_ONCE // max(n, 1)))
    dtype = np.int8
    for first in range(0, n, batch):
        some = np.arange(first, min(n, first + batch))
        while True:
            try:
                yield from _searches.multi_bfs(graph, some, depth_limit=limit, dtype=dtype).distances
                break
            except ValueError:
                if dtype is np.int32:
                    raise
                dtype = np.int16 if dtype is np.int8 else np.int32


def all_pairs_shortest_path_length(G: BackendGraph, cutoff: Any = None) -> Iterator[tuple[Hashable, Lengths]]:
    limit = None if cutoff is None or cutoff == float("inf") else depth(cutoff)
    for node, row in zip(G.nodes, rows_of(G.graph, limit)):
        yield node, Lengths(G, row)


def _paths(G: BackendGraph, v: int, cutoff: Any, reverse: bool) -> dict[Hashable, list[Hashable]]:
    order, parents, _ = search(G, [v], cutoff, reverse)
    name = G.nodes
    by_vertex: dict[int, list[Hashable]] = {v: [name[v]]}
    for w, parent in zip(order[1:], parents[1:]):
        by_vertex[w] = [name[w], *by_vertex[parent]] if reverse else [*by_vertex[parent], name[w]]
    return {name[w]: by_vertex[w] for w in order}


def single_source_shortest_path(G: BackendGraph, source: Hashable, cutoff: Any = None) -> dict[Hashable, list[Hashable]]:
    return _paths(G, _require(G, source, "Source {} not in G"), cutoff, False)


def single_target_shortest_path(G: BackendGraph, target: Hashable, cutoff: Any = None) -> dict[Hashable, list[Hashable]]:
    order, parents, _ = search(G, [_require(G, target, "Target {} not in G")], cutoff, True)
    name = G.nodes
    by_vertex: dict[int, list[Hashable]] = {order[0]: [target]}
    for w, parent in zip(order[1:], parents[1:]):
        by_vertex[w] = [name[w], *by_vertex[parent]]
    return {name[w]: by_vertex[w] for w in order}


def all_pairs_shortest_path(G: BackendGraph, cutoff: Any = None) -> Iterator[tuple[Hashable, dict[Hashable, list[Hashable]]]]:
    for v, node in enumerate(G.nodes):
        yield node, _paths(G, v, cutoff, False)


def has_path(G: BackendGraph, source: Hashable, target: Hashable) -> bool:
    v = _require(G, source, "Source {} is not in G")
    w = _require(G, target, "Target {} is not in G")
    found = _searches.bfs(G.graph, v, target=w, return_predecessors=False).distances
    return bool(found[w] >= 0)


# -- along weights -----------------------------------------------------------------------------------------------------------------


def _cutoff(cutoff: Any) -> float:
    return float("inf") if cutoff is None else float(cutoff)


def _numbers(G: BackendGraph, distances: np.ndarray) -> list[Any]:
    return distances.astype(np.int64).tolist() if G.has_whole_weights else distances.tolist()


def _weighted_lengths(G: BackendGraph, distances: np.ndarray) -> dict[Hashable, Any]:
    order = np.argsort(distances, kind="stable")
    order = order[: np.count_nonzero(np.isfinite(distances))]
    return dict(zip(G.named(order), _numbers(G, distances[order])))


def _weighted_paths(G: BackendGraph, v: int, distances: np.ndarray, predecessors: np.ndarray) -> dict[Hashable, list[Hashable]]:
    name, before = G.nodes, predecessors.tolist()
    by_vertex: dict[int, list[Hashable]] = {v: [name[v]]}
    order = np.argsort(distances, kind="stable")[: np.count_nonzero(np.isfinite(distances))].tolist()
    for w in order:
        # Edges of weight 0 lead between equal distances, in any order: go back to what is known.
        chain = []
        while w not in by_vertex:
            chain.append(w)
            w = before[w]
        for u in reversed(chain):
            by_vertex[u] = [*by_vertex[before[u]], name[u]]
    return {name[w]: by_vertex[w] for w in order}


def single_source_dijkstra_path_length(G: BackendGraph, source: Hashable, cutoff: Any = None, weight: Any = "weight") -> dict[Hashable, Any]:
    v = _require(G, source, "Node {} not found in graph")
    found = _searches.sssp(G.weighted(), v, cutoff=_cutoff(cutoff), return_predecessors=False)
    return _weighted_lengths(G, found.distances)


def single_source_dijkstra_path(G: BackendGraph, source: Hashable, cutoff: Any = None, weight: Any = "weight") -> dict[Hashable, list[Hashable]]:
    return single_source_dijkstra(G, source, None, cutoff, weight)[1]


def single_source_dijkstra(G: BackendGraph, source: Hashable, target: Hashable | None = None, cutoff: Any = None,
                           weight: Any = "weight") -> tuple[Any, Any]:
    v = _require(G, source, "Node {} not found in graph")
    if target is not None and target == source:
        return 0, [target]
    if target is None:
        found = _searches.sssp(G.weighted(), v, cutoff=_cutoff(cutoff))
        return _weighted_lengths(G, found.distances), _weighted_paths(G, v, found.distances, found.predecessors)
    if target not in G:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    w = G.vertex(target)
    found = _searches.sssp(G.weighted(), v, target=w, cutoff=_cutoff(cutoff))
    path = found.path_to(w)
    if not path:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return _numbers(G, found.distances[[w]])[0], [G.nodes[u] for u in path]


def dijkstra_path(G: BackendGraph, source: Hashable, target: Hashable, weight: Any = "weight") -> list[Hashable]:
    return single_source_dijkstra(G, source, target, None, weight)[1]


def dijkstra_path_length(G: BackendGraph, source: Hashable, target: Hashable, weight: Any = "weight") -> Any:
    v = _require(G, source, "Node {} not found in graph")
    if source == target:
        return 0
    if target in G:
        found = _searches.sssp(G.weighted(), v, target=G.vertex(target), return_predecessors=False).distances[[G.vertex(target)]]
        if np.isfinite(found[0]):
            return _numbers(G, found)[0]
    raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")


def _all_pairs(G: BackendGraph, cutoff: Any, paths: bool) -> Iterator[tuple[Hashable, np.ndarray, np.ndarray | None]]:
    """Refuses weights at once, while NetworkX may still do it itself: not when somebody asks for the first pair."""
    n, graph = len(G), G.weighted()
    batch = max(1, min(n, _CELLS_AT_ONCE // 16 // max(n, 1)))

    def pairs() -> Iterator[tuple[Hashable, np.ndarray, np.ndarray | None]]:
        for first in range(0, n, batch):
            some = np.arange(first, min(n, first + batch))
            distances, predecessors = _core.multi_sssp(graph._core, some, _cutoff(cutoff), paths, "auto", 0, None)
            for i, v in enumerate(some.tolist()):
                yield G.nodes[v], distances[i], predecessors[i] if paths else None

    return pairs()


def all_pairs_dijkstra_path_length(G: BackendGraph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Hashable, dict[Hashable, Any]]]:
    return ((node, _weighted_lengths(G, distances)) for node, distances, _ in _all_pairs(G, cutoff, False))


def all_pairs_dijkstra_path(G: BackendGraph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Hashable, dict[Hashable, list[Hashable]]]]:
    return ((node, _weighted_paths(G, G.vertex(node), distances, predecessors))
            for node, distances, predecessors in _all_pairs(G, cutoff, True))


def all_pairs_dijkstra(G: BackendGraph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Hashable, tuple[Any, Any]]]:
    return ((node, (_weighted_lengths(G, distances), _weighted_paths(G, G.vertex(node), distances, predecessors)))
            for node, distances, predecessors in _all_pairs(G, cutoff, True))


def weight_is_name(weight: Any) -> bool | str:
    return weight is None or isinstance(weight, str) or "weight is a function of Python's"


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "single_source_dijkstra_path_length": lambda G, source, cutoff=None, weight="weight": weight_is_name(weight),
    "single_source_dijkstra_path": lambda G, source, cutoff=None, weight="weight": weight_is_name(weight),
    "single_source_dijkstra": lambda G, source, target=None, cutoff=None, weight="weight": weight_is_name(weight),
    "dijkstra_path": lambda G, source, target, weight="weight": weight_is_name(weight),
    "dijkstra_path_length": lambda G, source, target, weight="weight": weight_is_name(weight),
    "all_pairs_dijkstra_path_length": lambda G, cutoff=None, weight="weight": weight_is_name(weight),
    "all_pairs_dijkstra_path": lambda G, cutoff=None, weight="weight": weight_is_name(weight),
    "all_pairs_dijkstra": lambda G, cutoff=None, weight="weight": weight_is_name(weight),
}
FUNCTIONS = [single_source_shortest_path_length, single_target_shortest_path_length, all_pairs_shortest_path_length,
             single_source_shortest_path, single_target_shortest_path, all_pairs_shortest_path, has_path,
             single_source_dijkstra_path_length, single_source_dijkstra_path, single_source_dijkstra, dijkstra_path,
             dijkstra_path_length, all_pairs_dijkstra_path_length, all_pairs_dijkstra_path, all_pairs_dijkstra]
