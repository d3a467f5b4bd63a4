"""Link prediction, for the NetworkX backend: scores of pairs of nodes by common neighbors."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import islice
from math import inf, log
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import _multi_bfs
from ._graph import BackendGraph
from ._values import degrees

Pair = tuple[Hashable, Hashable]
Score = tuple[Hashable, Hashable, float]

# Limits of what is computed at once: pairs, entries of their rows, and searches.
_PAIRS_AT_ONCE = 1 << 16
_ENTRIES_AT_ONCE = 1 << 22
_SOURCES_AT_ONCE = 512


def _scores(G: BackendGraph, ebunch: Iterable[Pair] | None,
            score: Callable[[npt.NDArray[np.int64], npt.NDArray[np.int64]], list[float]]) -> Iterator[Score]:
    """Return an iterator over pairs with their scores; of all pairs that are not edges if `ebunch` is None, in NetworkX's order."""
    if ebunch is None:
        pairs: Iterable[Pair] = nx.non_edges(G.to_networkx())
    else:
        pairs = ebunch
        for u, v in pairs:
            for node in (u, v):
                if node not in G:
                    raise nx.NodeNotFound(f"Node {node} not in G.")

    def scored() -> Iterator[Score]:
        rest, index, size = iter(pairs), G.index, 64
        while some := list(islice(rest, size)):
            us, vs = [u for u, _ in some], [v for _, v in some]
            u, v = (np.fromiter(map(index.__getitem__, nodes), np.int64, len(nodes)) for nodes in (us, vs))
            yield from zip(us, vs, score(u, v))
            size = min(size * 4, _PAIRS_AT_ONCE)  # who reads only a few pairs waits for a few

    return scored()


def _common(matrix: Any, u: npt.NDArray[np.int64], v: npt.NDArray[np.int64], values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return for each pair the sum of the values of the common entries of its two rows."""
    found = np.empty(u.size, values.dtype)
    entries = np.cumsum(np.diff(matrix.indptr)[u] + np.diff(matrix.indptr)[v])
    parts = np.flatnonzero(np.diff(entries // _ENTRIES_AT_ONCE, prepend=-1)).tolist()
    for first, last in zip(parts, [*parts[1:], u.size]):
        found[first:last] = matrix[u[first:last]].multiply(matrix[v[first:last]]) @ values
    return found


def jaccard_coefficient(G: BackendGraph, ebunch: Any = None) -> Iterator[Score]:
    k, ones = np.diff(G.indptr), np.ones(len(G), np.int64)

    def score(u: npt.NDArray[np.int64], v: npt.NDArray[np.int64]) -> list[float]:
        common = _common(G.neighbor_matrix(), u, v, ones)
        union = k[u] + k[v] - (_common(G.neighbor_matrix(loops=True), u, v, ones) if G.loops.size else common)
        values = np.divide(common, union, out=np.zeros(u.size), where=union > 0).tolist()
        return [value if size else 0 for value, size in zip(values, union.tolist())]

    return _scores(G, ebunch, score)


def _weighted(G: BackendGraph, of_degree: Callable[[int], float], u: npt.NDArray[np.int64], v: npt.NDArray[np.int64],
              values: npt.NDArray[np.float64]) -> list[float]:
    totals = _common(G.neighbor_matrix(), u, v, values).tolist()
    return [total or 0 if total < inf else of_degree(1) for total in totals]  # of_degree(1) raises NetworkX's ZeroDivisionError


def _by_degree(G: BackendGraph, of_degree: Callable[[int], float]) -> npt.NDArray[np.float64]:
    found, group = np.unique(degrees(G), return_inverse=True)

    def value(k: int) -> float:
        try:
            return of_degree(k)
        except (ValueError, ZeroDivisionError):
            return inf if k == 1 else 0.0  # an isolated node is never a common neighbor

    return np.array([value(k) for k in found.tolist()], np.float64)[group]


def _one_over_log(k: int) -> float:
    return 1 / log(k)


def _one_over(k: int) -> float:
    return 1 / k


def adamic_adar_index(G: BackendGraph, ebunch: Any = None) -> Iterator[Score]:
    return _scores(G, ebunch, partial(_weighted, G, _one_over_log, values=_by_degree(G, _one_over_log)))


def resource_allocation_index(G: BackendGraph, ebunch: Any = None) -> Iterator[Score]:
    return _scores(G, ebunch, partial(_weighted, G, _one_over, values=_by_degree(G, _one_over)))


def preferential_attachment(G: BackendGraph, ebunch: Any = None) -> Iterator[Score]:
    k = degrees(G)
    return _scores(G, ebunch, lambda u, v: (k[u] * k[v]).tolist())


def common_neighbor_centrality(G: BackendGraph, ebunch: Any = None, alpha: float = 0.8) -> Iterator[Score]:
    ones = np.ones(len(G), np.int64)

    def score(u: npt.NDArray[np.int64], v: npt.NDArray[np.int64]) -> list[float]:
        if (u == v).any():
            raise nx.NetworkXAlgorithmError("Self loops are not supported")
        common = _common(G.neighbor_matrix(), u, v, ones)
        if alpha == 1:
            return common.tolist()
        lengths = _lengths(G, u, v)
        return (alpha * common + (1 - alpha) * len(G) / np.where(lengths < 0, inf, lengths)).tolist()

    return _scores(G, ebunch, score)


def _lengths(G: BackendGraph, u: npt.NDArray[np.int64], v: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """Return the number of edges of a shortest path of each pair, -1 if there is none."""
    found = np.empty(u.size, np.int32)
    starts, row = np.unique(u, return_inverse=True)
    for first in range(0, starts.size, _SOURCES_AT_ONCE):
        rows = _multi_bfs.multi_bfs(G.graph, starts[first:first + _SOURCES_AT_ONCE]).distances
        assert rows is not None
        some = np.flatnonzero((row >= first) & (row < first + _SOURCES_AT_ONCE))
        found[some] = rows[row[some] - first, v[some]]
    return found


FUNCTIONS: list[Any] = [jaccard_coefficient, adamic_adar_index, resource_allocation_index, preferential_attachment, common_neighbor_centrality]
CAN_RUN: dict[str, Callable[..., bool | str]] = {}
