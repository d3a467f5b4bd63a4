"""Triangles, clustering, cores: how close-knit a graph is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._progress import Progress, watching
from .report import Report


@dataclass(frozen=True, eq=False)
class TrianglesResult:
    """Of :func:`triangles`."""

    triangles: npt.NDArray[np.int64]
    """n entries: the triangles that each vertex is a corner of."""
    degrees: npt.NDArray[np.int32]
    """n entries: the neighbours of each vertex, itself apart, each once."""
    count: int
    """Triangles of the graph."""
    wedges: int
    """Pairs of neighbours of a vertex, over all vertices."""
    report: Report

    @cached_property
    def clustering(self) -> npt.NDArray[np.float64]:
        """n entries: the share of the pairs of each vertex' neighbours that are joined; 0 where there is no pair."""
        pairs = self.degrees.astype(np.float64)
        pairs *= pairs - 1
        return np.divide(2 * self.triangles, pairs, out=np.zeros(pairs.size), where=pairs > 0)

    @property
    def average_clustering(self) -> float:
        """The mean of these; 0 without vertices."""
        return float(self.clustering.mean()) if self.clustering.size else 0.0

    @property
    def transitivity(self) -> float:
        """The share of all pairs of neighbours of a vertex that are joined; 0 where there is no pair."""
        return 3 * self.count / self.wedges if self.wedges else 0.0


def triangles(graph: Graph, *, device: str = "auto", threads: int = 0, progress: Progress = None) -> TrianglesResult:
    """Counts the triangles of an undirected graph, and those of each vertex. Parallel edges count as one, self-loops not at all.

    The CPU does it; any other device is refused. Raises ValueError for a directed graph: `symmetrize=True` makes an undirected one.
    """
    with watching(progress) as watcher:
        of_vertices, degrees, count, wedges, report = _core.triangles(_options.graph_of(graph)._core, device, threads, watcher)
    return TrianglesResult(of_vertices.view(np.int64), degrees, count, wedges, Report(report))


def core_numbers(graph: Graph) -> npt.NDArray[np.int32]:
    """For each vertex the largest k such that it is in a part of the graph in which every vertex has k neighbours or more: n entries.

    Self-loops do not count, parallel edges one by one. Raises ValueError for a directed graph. One thread peels the graph (Batagelj,
    Zaversnik, "An O(m) Algorithm for Cores Decomposition of Networks", 2003).
    """
    g = _options.graph_of(graph)
    if g.directed:
        raise ValueError("cores are of undirected graphs, and this one is directed; symmetrize=True makes an undirected one")
    indptr, indices = g.indptr, g.indices
    if g.properties.self_loops:
        rows = np.repeat(np.arange(g.num_vertices), np.diff(indptr))
        kept = rows != indices
        indptr = np.concatenate([[0], np.cumsum(np.bincount(rows[kept], minlength=g.num_vertices))])
        indices = indices[kept]
    return _core.core_numbers(indptr, indices)


__all__: Sequence[str] = ("TrianglesResult", "core_numbers", "triangles")
