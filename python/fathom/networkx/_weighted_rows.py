"""Weighted distances from or to every node, one node after another, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ._graph import BackendGraph

# Searches at once, and the entries of their results.
_SEARCHES_AT_ONCE = 256
_CELLS_AT_ONCE = 1 << 24


def distance_rows(G: BackendGraph, weight: str | None, vertices: npt.NDArray[Any] | None = None,
                  reverse: bool = False) -> Iterator[tuple[npt.NDArray[np.int32], npt.NDArray[Any]]]:
    """Return an iterator over the vertices that each vertex reaches and their distances, integers or real; first itself.

    With `reverse`, the distances are those to the vertex. Unsupported weights raise now rather than at the first row.
    """
    lengths = np.ascontiguousarray(G.reversed_lengths(weight) if reverse else G.lengths(weight))
    indptr, indices = G.reversed_rows if reverse else (G.indptr, G.indices)
    wanted = np.arange(len(G)) if vertices is None else vertices
    batch = max(1, min(_SEARCHES_AT_ONCE, _CELLS_AT_ONCE // max(len(G), 1)))
    whole, real = lengths.dtype.kind in "iub", lengths.astype(np.float64)

    def rows() -> Iterator[tuple[npt.NDArray[np.int32], npt.NDArray[Any]]]:
        for first in range(0, wanted.size, batch):
            found = _core.ordered_dijkstra(indptr, indices, real, wanted[first:first + batch].astype(np.int64), -1, float("inf"))
            for order, distances, _ in found:
                yield order, distances.astype(np.int64) if whole else distances

    return rows()
