"""Triangles and clustering coefficients, for the NetworkX backend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ._graph import BackendGraph
from ._values import picked


def triangles(G: BackendGraph, nodes: Any = None) -> int | dict[Hashable, int]:
    return picked(G, nodes, G.triangles.triangles.tolist())


def clustering(G: BackendGraph, nodes: Any = None, weight: str | None = None) -> float | dict[Hashable, float]:
    return picked(G, nodes, G.triangles.clustering.tolist())


def average_clustering(G: BackendGraph, nodes: Any = None, weight: str | None = None, count_zeros: bool = True) -> float:
    found = picked(G, list(G.bunch(nodes)), G.triangles.clustering.tolist())
    values = [value for value in found.values() if count_zeros or value > 0]
    return sum(values) / len(values)


def transitivity(G: BackendGraph) -> float:
    return G.triangles.transitivity


# Products of adjacency matrices hold at most this number of terms at once.
_TERMS_AT_ONCE = 1 << 24


def common_neighbors(matrix: Any) -> Iterator[tuple[slice, Any, Any]]:
    """Yield ranges of nodes, their rows of this adjacency matrix without self-loops, and those of its square: common neighbors."""
    terms = np.cumsum(matrix @ np.diff(matrix.indptr).astype(np.int64))
    first = 0
    while first < terms.size:
        done = int(terms[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(terms, done + _TERMS_AT_ONCE, side="right")))
        rows = matrix[first:last]
        yield slice(first, last), rows, rows @ matrix
        first = last


def square_clustering(G: BackendGraph, nodes: Any = None) -> Any:
    matrix = G.neighbor_matrix()
    k = np.diff(matrix.indptr).astype(np.int64)
    squares, triangles = np.zeros(len(G), np.int64), np.zeros(len(G), np.int64)
    for some, rows, common in common_neighbors(matrix):
        triangles[some] = rows.multiply(common).sum(axis=1)
        common.data = common.data.astype(np.int64) * (common.data - 1)
        squares[some] = (common.sum(axis=1) - k[some] * (k[some] - 1)) // 2  # without the node itself
    possible = (matrix @ k) * (k - 1) - k * (k - 1) - triangles - squares
    values = np.divide(squares, possible, out=np.zeros(len(G)), where=(possible > 0) & (k > 1))
    return picked(G, nodes, values.tolist())


def generalized_degree(G: BackendGraph, nodes: Any = None) -> Any:
    """Return for each node, by number of triangles, the number of its edges that are part of this many."""
    found: list[Counter[int]] = []
    degrees: npt.NDArray[np.int32] = np.diff(G.neighbor_matrix().indptr)
    for some, rows, common in common_neighbors(G.neighbor_matrix()):
        closed = rows.multiply(common).tocsr()
        closed.eliminate_zeros()
        found += map(Counter, (part.tolist() for part in np.split(closed.data, closed.indptr[1:-1])))
        for counter, k, in_triangles in zip(found[some], degrees[some].tolist(), np.diff(closed.indptr).tolist()):
            if k > in_triangles:
                counter[0] = k - in_triangles
    return picked(G, nodes, found)


def _unweighted(G: Any, weight: str | None) -> bool | str:
    if G.is_multigraph():
        return "the graph is a multigraph"
    return weight is None or "weights are not supported"


def _undirected(G: Any) -> bool | str:
    return "the graph is directed" if G.is_directed() else _unweighted(G, None)


def _can_average(G: Any, nodes: Any = None, weight: Any = None, count_zeros: Any = True) -> bool | str:
    if nodes is not None and nodes in G:
        return "NetworkX does not accept a single node"
    return _unweighted(G, weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "triangles": lambda G, nodes=None: _undirected(G),
    "clustering": lambda G, nodes=None, weight=None: _unweighted(G, weight),
    "average_clustering": _can_average,
    "transitivity": lambda G: _undirected(G),
    "square_clustering": lambda G, nodes=None: _undirected(G),
    "generalized_degree": lambda G, nodes=None: _undirected(G),
}
FUNCTIONS: list[Any] = [triangles, clustering, average_clustering, transitivity, square_clustering, generalized_degree]
