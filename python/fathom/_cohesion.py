"""Triangles, clustering coefficients, core numbers, k-cores and onion layers, truss numbers and k-trusses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._partitioned import PartitionedGraph, collective
from ._progress import Progress, watching
from ._refusals import flag, integer
from .report import Report


@dataclass(frozen=True, eq=False)
class TrianglesResult:
    """Result of :func:`triangles`."""

    triangles: npt.NDArray[np.int64]
    """Shape (n,): number of triangles that contain each vertex. This and the other arrays are on the GPU if `keep_on_device` was set."""
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
        triangles, degrees = _arrays.host(self.triangles, "triangles"), _arrays.host(self.degrees, "degrees")
        possible = degrees.astype(np.float64)
        possible *= possible - 1
        if self.mutual is None:
            possible /= 2
        else:
            possible -= 2.0 * _arrays.host(self.mutual, "mutual")
        return np.divide(triangles, possible, out=np.zeros(possible.size), where=possible > 0)

    @property
    def average_clustering(self) -> float:
        """Mean local clustering coefficient; 0 for a graph without vertices."""
        return float(self.clustering.mean()) if self.clustering.size else 0.0

    @property
    def transitivity(self) -> float:
        """Fraction of all wedges that are closed into triangles; 0 without wedges."""
        return 3 * self.count / self.wedges if self.wedges else 0.0


@collective
def triangles(graph: Graph | PartitionedGraph, *, directions: str | None = None, keep_on_device: bool = False, device: str = "auto",
              devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> TrianglesResult:
    """Count the triangles of a graph, in total and per vertex. Parallel edges count once; self-loops are ignored.

    Parameters
    ----------
    directions : str, optional
        Required for a directed graph. "ignored": two vertices are neighbors if there is an edge in either direction. "counted": a
        triangle counts once for each choice of one edge per pair of its vertices, and `clustering` is that of directed graphs
        (Fagiolo, "Clustering in Complex Directed Networks", 2007), as in NetworkX.
    keep_on_device : bool
        Leave the arrays on the GPU: as CuPy arrays if CuPy is installed, otherwise as objects with `__dlpack__()`.
    devices : sequence of str or int, or "all", optional
        Several devices that share the work, each with a copy of the graph, such as [0, 1]; "all": every GPU. Excludes keep_on_device.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    TrianglesResult

    Raises
    ------
    ValueError
        If the graph is directed and `directions` is not given.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False)
    >>> found = fathom.triangles(g)
    >>> found.count, found.triangles.tolist(), found.clustering.round(3).tolist()
    (1, [1, 1, 1, 0], [1.0, 1.0, 0.333, 0.0])
    """
    device, several = _options.devices(device, devices, keep_on_device)
    with watching(progress) as watcher:
        if isinstance(graph, PartitionedGraph):
            _options.require_defaults("a PartitionedGraph", keep_on_device=(keep_on_device, False), devices=(devices, None),
                                      threads=(threads, 0))
            found = _core.partitioned_triangles(graph._core, directions, device, watcher)
        else:
            found = _core.triangles(_options.graph_of(graph)._core, directions, keep_on_device, device, several, threads, watcher)
    of_vertices, degrees, mutual, count, wedges, report = found
    if flag(keep_on_device, "keep_on_device"):
        of_vertices, degrees, mutual = (_arrays.from_core(values) for values in (of_vertices, degrees, mutual))
    elif of_vertices.dtype != np.int64:  # of a PartitionedGraph
        of_vertices = of_vertices.view(np.int64)
    return TrianglesResult(of_vertices, degrees, mutual if directions == "counted" else None, count, wedges,
                           Report(report))


@collective
def core_numbers(graph: Graph | PartitionedGraph, *, keep_on_device: bool = False, device: str = "auto",
                 devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> npt.NDArray[np.int32]:
    """Compute the core number of each vertex: the largest k such that the vertex belongs to the k-core.

    In a directed graph, in-neighbors and out-neighbors count, as in NetworkX; a graph whose edges all have their reverse is undirected
    (:class:`Graph`). Self-loops are ignored; parallel edges count individually. The result is the same on every device.

    Parameters
    ----------
    keep_on_device : bool
        Leave the result on the GPU: as a CuPy array if CuPy is installed, otherwise as an object with `__dlpack__()`.
    devices : sequence of str or int, or "all", optional
        Devices to partition the graph over, as in :func:`bfs`. Excludes keep_on_device and parallel edges.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    ndarray of int32, shape (n,)

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False)
    >>> fathom.core_numbers(g).tolist()
    [2, 2, 2, 1]
    """
    with watching(progress) as watcher:
        if isinstance(graph, PartitionedGraph):
            _options.require_defaults("a PartitionedGraph", keep_on_device=(keep_on_device, False), devices=(devices, None),
                                      threads=(threads, 0))
            return _core.partitioned_core_numbers(graph._core, device, watcher)
        device, several = _options.devices(device, devices, keep_on_device)
        found = _core.core_numbers(_options.graph_of(graph)._core, keep_on_device, device, several, threads, watcher)
    return _arrays.from_core(found)


def k_core(graph: Graph, k: int | None = None, *, device: str = "auto", threads: int = 0, progress: Progress = None) -> Graph:
    """Return the k-core: the largest subgraph whose vertices have at least k neighbors within it (see :func:`core_numbers`).

    Parameters
    ----------
    k : int, optional
        None: the largest core number, which gives the innermost core.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    Graph
        The vertices of core number k or more, with their names and the weights of their edges.

    Raises
    ------
    ValueError
        If k is negative.

    Examples
    --------
    >>> g = fathom.Graph.from_edges(["a", "b", "c", "c"], ["b", "c", "a", "d"], directed=False)
    >>> fathom.k_core(g, 2).nodes
    ['a', 'b', 'c']
    """
    g = _options.graph_of(graph)
    if k is not None and integer(k, "k") < 0:
        raise ValueError(f"k is {k}; it cannot be negative")
    numbers = core_numbers(g, device=device, threads=threads, progress=progress)
    wanted = int(numbers.max(initial=0)) if k is None else integer(k, "k")
    with watching(progress) as watcher:
        held = _core.k_core(g._core, min(wanted, 2**32 - 1), numbers, threads, watcher)
    return g._derived(held, g._nodes_at(np.flatnonzero(numbers >= wanted)))


def onion_layers(graph: Graph, *, threads: int = 0, progress: Progress = None) -> npt.NDArray[np.int32]:
    """Compute the onion layer of each vertex of an undirected graph, from 1, on the CPU.

    Layers refine core numbers. The core rises to the smallest number of remaining neighbors whenever that is larger; then all vertices
    with at most as many remaining neighbors as the core form the next layer, and are removed. Self-loops are ignored; parallel edges
    count individually.

    Parameters
    ----------
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    ndarray of int32, shape (n,)

    Raises
    ------
    ValueError
        If the graph is directed.
    MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> fathom.onion_layers(fathom.generate.path(5)).tolist()
    [1, 2, 3, 2, 1]
    """
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        return _core.onion_layers(g._core, threads, watcher)


def truss_numbers(graph: Graph, *, threads: int = 0, progress: Progress = None) -> npt.NDArray[np.int32]:
    """Compute the truss number of each edge of an undirected graph: the largest k such that the edge belongs to the k-truss, on the CPU.

    The k-truss is the largest subgraph whose edges are each in at least k - 2 of its triangles. An edge in no triangle has the truss
    number 2, and a self-loop 0; parallel edges count as one.

    Parameters
    ----------
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    ndarray of int32, shape (m,)
        One number per stored directed edge, in the order of Graph.indices; equal for both directions.

    Raises
    ------
    ValueError
        If the graph is directed.
    MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False)
    >>> g.indices.tolist(), fathom.truss_numbers(g).tolist()
    ([1, 2, 0, 2, 0, 1, 3, 2], [3, 3, 3, 3, 3, 3, 2, 2])
    """
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        return _core.truss_numbers(g._core, threads, watcher)[0]


def k_truss(graph: Graph, k: int | None = None, *, threads: int = 0, progress: Progress = None) -> Graph:
    """Return the k-truss of an undirected graph: its edges of truss number k or more (see :func:`truss_numbers`), and their vertices.

    Parameters
    ----------
    k : int, optional
        None: the largest truss number, which gives the innermost truss.
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    Graph
        The edges with their weights, and the vertices that have one of them, with their names.

    Raises
    ------
    ValueError
        If the graph is directed, or k is negative.
    MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges(["a", "b", "c", "c"], ["b", "c", "a", "d"], directed=False)
    >>> fathom.k_truss(g, 3).nodes
    ['a', 'b', 'c']
    """
    g = _options.graph_of(graph)
    if k is not None and integer(k, "k") < 0:
        raise ValueError(f"k is {k}; it cannot be negative")
    with watching(progress) as watcher:
        numbers, largest, _ = _core.truss_numbers(g._core, threads, watcher)
        wanted = largest if k is None else min(integer(k, "k"), 2**32 - 1)
        held = _core.k_truss(g._core, wanted, numbers, threads, watcher)
    kept = np.concatenate([[0], np.cumsum(numbers.view(np.uint32) >= wanted)])[g.indptr]
    return g._derived(held, g._nodes_at(np.flatnonzero(np.diff(kept))))


__all__ = ["TrianglesResult", "core_numbers", "k_core", "k_truss", "onion_layers", "triangles", "truss_numbers"]
