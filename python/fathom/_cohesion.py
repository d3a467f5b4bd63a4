"""Triangles, clustering coefficients and core numbers."""

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
    """Result of :func:`triangles`."""

    triangles: npt.NDArray[np.int64]
    """Shape (n,): number of triangles that contain each vertex."""
    degrees: npt.NDArray[np.int32]
    """Shape (n,): number of distinct neighbors of each vertex, excluding itself; with counted directions, those of in-edges plus
    those of out-edges."""
    mutual: npt.NDArray[np.int32] | None
    """Shape (n,) with counted directions: number of neighbors with edges in both directions. Otherwise None."""
    count: int
    """Number of triangles in the graph."""
    wedges: int
    """Number of possible triangles of a vertex, summed over all vertices: pairs of neighbors, with counted directions pairs of edges to
    different neighbors, each of which two edges can close."""
    report: Report
    """Report of the run."""

    @cached_property
    def clustering(self) -> npt.NDArray[np.float64]:
        """Shape (n,): local clustering coefficient, the fraction of a vertex's possible triangles that exist; 0 if none is possible."""
        possible = self.degrees.astype(np.float64)
        possible *= possible - 1
        if self.mutual is None:
            possible /= 2
        else:
            possible -= 2.0 * self.mutual
        return np.divide(self.triangles, possible, out=np.zeros(possible.size), where=possible > 0)

    @property
    def average_clustering(self) -> float:
        """Mean local clustering coefficient; 0 for a graph without vertices."""
        return float(self.clustering.mean()) if self.clustering.size else 0.0

    @property
    def transitivity(self) -> float:
        """Fraction of all wedges that are closed into triangles; 0 without wedges."""
        return 3 * self.count / self.wedges if self.wedges else 0.0


def triangles(graph: Graph, *, directions: str | None = None, device: str = "auto", threads: int = 0,
              progress: Progress = None) -> TrianglesResult:
    """Count the triangles of a graph, in total and per vertex. Parallel edges count once; self-loops are ignored.

    Parameters
    ----------
    directions : str, optional
        Required for a directed graph. "ignored": two vertices are neighbors if there is an edge in either direction. "counted": a
        triangle counts once for each choice of one edge per pair of its vertices, and `clustering` is that of directed graphs
        (Fagiolo, "Clustering in Complex Directed Networks", 2007), as in NetworkX.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    TrianglesResult

    Raises
    ------
    ValueError
        If the graph is directed and `directions` is not given.
    """
    with watching(progress) as watcher:
        of_vertices, degrees, mutual, count, wedges, report = _core.triangles(_options.graph_of(graph)._core, directions, device,
                                                                              threads, watcher)
    return TrianglesResult(of_vertices.view(np.int64), degrees, mutual if directions == "counted" else None, count, wedges,
                           Report(report))


def core_numbers(graph: Graph) -> npt.NDArray[np.int32]:
    """Compute the core number of each vertex: the largest k such that the vertex belongs to the k-core.

    Self-loops are ignored; parallel edges count individually. Runs on one thread (Batagelj, Zaversnik, "An O(m) Algorithm for Cores
    Decomposition of Networks", 2003).

    Returns
    -------
    ndarray of int32, shape (n,)

    Raises
    ------
    ValueError
        If the graph is directed.
    """
    g = _options.graph_of(graph)
    if g.directed:
        raise ValueError("the graph is directed; core numbers need an undirected graph: create it with symmetrize=True")
    indptr, indices = g.indptr, g.indices
    if g.properties.self_loops:
        rows = np.repeat(np.arange(g.num_vertices), np.diff(indptr))
        kept = rows != indices
        indptr = np.concatenate([[0], np.cumsum(np.bincount(rows[kept], minlength=g.num_vertices))])
        indices = indices[kept]
    return _core.core_numbers(indptr, indices)


__all__: Sequence[str] = ("TrianglesResult", "core_numbers", "triangles")
