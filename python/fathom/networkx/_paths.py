"""Shortest paths and their lengths, for the NetworkX backend."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import _core, _multi_bfs, _searches
from .._pairs import positions_between
from .._graph import Graph
from ._graph import VERSION, BackendGraph
from ._traversal import depth, search

# Number of distances computed per batch of sources. A row of 100 million nodes still fits in 16 GB of memory.
_CELLS_AT_ONCE = 1 << 28


class Lengths(dict[Hashable, int]):
    """Dictionary of the distances from one node to the nodes it reaches, backed by a matrix row, in NetworkX's order.

    Filling a dictionary takes far longer than the search, so entries are stored only once they are listed or changed; before that,
    the only stored entry is the source's. C code that reads a dictionary's storage without calling its methods needs dict(lengths).
    """

    __slots__ = ("_graph", "_limit", "_row", "_source")

    def __init__(self, graph: BackendGraph, row: np.ndarray, source: int, limit: Any) -> None:
        super().__init__([(graph.nodes[source], 0)])
        self._graph, self._source, self._limit = graph, source, limit
        self._row: np.ndarray | None = row

    def _filled(self) -> Lengths:
        """Store all entries."""
        if self._row is not None:
            self._row = None
            dict.update(self, _lengths(self._graph, self._source, self._limit, False))
        return self

    def __getitem__(self, node: Hashable) -> int:
        if self._row is None:
            return super().__getitem__(node)
        d = int(self._row[self._graph.index[node]])
        if d < 0:
            raise KeyError(node)
        return d

    def get(self, node: Any, default: Any = None) -> Any:
        try:
            return self[node]
        except KeyError:
            return default

    def __contains__(self, node: object) -> bool:
        try:
            self[node]
        except KeyError:
            return False
        return True

    def __len__(self) -> int:
        return super().__len__() if self._row is None else int(np.count_nonzero(self._row >= 0))

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.copy(),)

    def copy(self) -> dict[Hashable, int]:
        return dict.copy(self._filled())


def _fill_first(name: str) -> Callable[..., Any]:
    method = getattr(dict, name)

    @functools.wraps(method)
    def called(self: Lengths, *args: Any, **options: Any) -> Any:
        return method(self._filled(), *(arg._filled() if isinstance(arg, Lengths) else arg for arg in args), **options)

    return called


for _name in ("__iter__", "__reversed__", "__setitem__", "__delitem__", "__eq__", "__ne__", "__or__", "__ror__", "__ior__", "__repr__",
              "clear", "items", "keys", "pop", "popitem", "setdefault", "update", "values"):
    setattr(Lengths, _name, _fill_first(_name))


def _require(G: BackendGraph, node: Hashable, text: str) -> int:
    if node not in G:
        raise nx.NodeNotFound(text.format(node))
    return G.vertex(node)


def _lengths(G: BackendGraph, v: int, cutoff: Any, reverse: bool) -> dict[Hashable, int]:
    order, _, depths = search(G, [v], cutoff, reverse)
    name = G.nodes
    return {name[w]: d for w, d in zip(order, depths)}


def single_source_shortest_path_length(G: BackendGraph, source: Hashable, cutoff: Any = None) -> dict[Hashable, int]:
    return _lengths(G, _require(G, source, "Source {} is not in G"), cutoff, False)


def single_target_shortest_path_length(G: BackendGraph, target: Hashable, cutoff: Any = None) -> Any:
    found = _lengths(G, _require(G, target, "Target {} is not in G"), cutoff, True)
    return found if VERSION >= (3, 5) else iter(found.items())


def rows_of(graph: Graph, limit: int | None = None) -> Iterator[np.ndarray]:
    """Yield the row of distances from every vertex, computed in batches that limit memory, in the narrowest sufficient integer type."""
    n = graph.num_vertices
    batch = max(64, min(n, _CELLS_AT_ONCE // max(n, 1)))
    dtype: type[np.signedinteger[Any]] = np.int8
    for first in range(0, n, batch):
        some = np.arange(first, min(n, first + batch))
        while True:
            try:
                rows = _multi_bfs.multi_bfs(graph, some, depth_limit=limit, dtype=dtype).distances
                assert rows is not None
                yield from rows
                break
            except ValueError:
                if dtype is np.int32:
                    raise
                dtype = np.int16 if dtype is np.int8 else np.int32


def all_pairs_shortest_path_length(G: BackendGraph, cutoff: Any = None) -> Iterator[tuple[Hashable, Lengths]]:
    limit = depth(cutoff)
    for v, row in enumerate(rows_of(G.graph, None if limit < 0 else limit)):
        yield G.nodes[v], Lengths(G, row, v, cutoff)


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


# -- weighted paths ----------------------------------------------------------------------------------------------------------------


def _dijkstra(G: BackendGraph, sources: Any, weight: str | None, target: int = -1,
              cutoff: Any = None) -> tuple[list[tuple[np.ndarray, np.ndarray, np.ndarray]], bool]:
    """Return for each source the vertices in the order in which NetworkX finalizes them, their distances and predecessors; and whether
    distances are integers.

    NetworkX ignores a cutoff that is None or NaN.
    """
    lengths = G.lengths(weight)
    limit = float("inf") if cutoff is None or cutoff != cutoff else float(cutoff)
    found = _core.ordered_dijkstra(G.indptr, G.indices, np.ascontiguousarray(lengths, np.float64), np.asarray(sources, np.int64), target, limit)
    return found, lengths.dtype.kind in "iub"


def _values(distances: np.ndarray, whole: bool) -> list[Any]:
    return (distances.astype(np.int64) if whole else distances).tolist()


def _length_dict(G: BackendGraph, found: tuple[np.ndarray, np.ndarray, np.ndarray], whole: bool) -> dict[Hashable, Any]:
    # The source's distance is the integer 0 in NetworkX, regardless of the type of weights.
    return dict(zip(G.named(found[0]), [0, *_values(found[1][1:], whole)]))


def _path_dict(G: BackendGraph, found: tuple[np.ndarray, np.ndarray, np.ndarray]) -> dict[Hashable, list[Hashable]]:
    name, order, before = G.nodes, found[0].tolist(), found[2].tolist()
    by_vertex: dict[int, list[Hashable]] = {order[0]: [name[order[0]]]}
    for w, u in zip(order[1:], before[1:]):
        by_vertex[w] = [*by_vertex[u], name[w]]
    return {name[w]: path for w, path in by_vertex.items()}


def single_source_dijkstra_path_length(G: BackendGraph, source: Hashable, cutoff: Any = None, weight: Any = "weight") -> dict[Hashable, Any]:
    found, whole = _dijkstra(G, [_require(G, source, "Node {} not found in graph")], weight, cutoff=cutoff)
    return _length_dict(G, found[0], whole)


def single_source_dijkstra_path(G: BackendGraph, source: Hashable, cutoff: Any = None, weight: Any = "weight") -> dict[Hashable, list[Hashable]]:
    return single_source_dijkstra(G, source, None, cutoff, weight)[1]


def single_source_dijkstra(G: BackendGraph, source: Hashable, target: Hashable | None = None, cutoff: Any = None,
                           weight: Any = "weight") -> tuple[Any, Any]:
    v = _require(G, source, "Node {} not found in graph")
    if target is not None and target == source:
        return 0, [target]
    if target is None:
        found, whole = _dijkstra(G, [v], weight, cutoff=cutoff)
        return _length_dict(G, found[0], whole), _path_dict(G, found[0])
    if target not in G:
        G.lengths(weight)  # NetworkX searches first, and so may reject a weight
        raise nx.NetworkXNoPath(f"No path to {target}.")
    w = G.vertex(target)
    found, whole = _dijkstra(G, [v], weight, w, cutoff)
    order, distances, before = found[0]
    if order[-1] != w:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    predecessor = dict(zip(order.tolist(), before.tolist()))
    path = [w]
    while path[-1] != v:
        path.append(predecessor[path[-1]])
    return _values(distances[-1:], whole)[0], [G.nodes[u] for u in reversed(path)]


def dijkstra_path(G: BackendGraph, source: Hashable, target: Hashable, weight: Any = "weight") -> list[Hashable]:
    return single_source_dijkstra(G, source, target, None, weight)[1]


def dijkstra_path_length(G: BackendGraph, source: Hashable, target: Hashable, weight: Any = "weight") -> Any:
    v = _require(G, source, "Node {} not found in graph")
    if source == target:
        return 0
    whole = G.lengths(weight).dtype.kind in "iub"
    if target in G:
        w = G.vertex(target)
        graph = G.with_lengths(weight)
        if whole:  # a sum of integers does not depend on the path
            distance = positions_between(graph, v, w, "weights")[0]
        else:  # only one distance is needed, so order and tree do not matter
            distance = float(_searches.sssp(graph, v, target=w, return_predecessors=False).distances[w])
        if distance != float("inf"):
            return int(distance) if whole else distance
    raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")


# Maximum number of sources per batch.
_ROWS_AT_ONCE = 256


def _all_pairs(G: BackendGraph, cutoff: Any, weight: str | None) -> Iterator[tuple[Hashable, tuple[np.ndarray, np.ndarray, np.ndarray], bool]]:
    """Return an iterator over the results of all sources.

    Unsupported weights raise now rather than at the first pair, so that NetworkX can still fall back to its own implementation.
    """
    G.lengths(weight)
    n = len(G)
    batch = max(1, min(n, _ROWS_AT_ONCE, _CELLS_AT_ONCE // 16 // max(n, 1)))

    def pairs() -> Iterator[tuple[Hashable, tuple[np.ndarray, np.ndarray, np.ndarray], bool]]:
        for first in range(0, n, batch):
            rows, whole = _dijkstra(G, np.arange(first, min(n, first + batch)), weight, cutoff=cutoff)
            for i, found in enumerate(rows):
                yield G.nodes[first + i], found, whole

    return pairs()


def all_pairs_dijkstra_path_length(G: BackendGraph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Hashable, dict[Hashable, Any]]]:
    return ((node, _length_dict(G, found, whole)) for node, found, whole in _all_pairs(G, cutoff, weight))


def all_pairs_dijkstra_path(G: BackendGraph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Hashable, dict[Hashable, list[Hashable]]]]:
    return ((node, _path_dict(G, found)) for node, found, _ in _all_pairs(G, cutoff, weight))


def all_pairs_dijkstra(G: BackendGraph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Hashable, tuple[Any, Any]]]:
    return ((node, (_length_dict(G, found, whole), _path_dict(G, found))) for node, found, whole in _all_pairs(G, cutoff, weight))


def weight_is_name(weight: Any) -> bool | str:
    return weight is None or isinstance(weight, str) or "weight is a Python function"


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
             single_source_shortest_path, single_target_shortest_path, all_pairs_shortest_path,
             single_source_dijkstra_path_length, single_source_dijkstra_path, single_source_dijkstra, dijkstra_path,
             dijkstra_path_length, all_pairs_dijkstra_path_length, all_pairs_dijkstra_path, all_pairs_dijkstra]
