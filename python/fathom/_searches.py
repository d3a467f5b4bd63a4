"""Breadth-first searches and shortest paths."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._partitioned import PartitionedGraph
from ._names import Names
from ._progress import Progress, watching
from ._refusals import flag, output_file
from ._seed import SEED
from .report import Fields, Report

_BITS = {np.dtype(np.int8): 8, np.dtype(np.int16): 16, np.dtype(np.int32): 32}


def path_along(predecessors: Any, names: Names, source: Any, target: Any) -> list[Any]:
    """Return the vertices from `source` to `target` along predecessors; empty if `target` was not reached."""
    if predecessors is None:
        raise ValueError("the result has no predecessors; search with return_predecessors=True")
    start, end = names.position(source), names.position(target)
    if not 0 <= end < names.size:
        raise IndexError(f"target is {end}, outside the graph of vertices 0 to {names.size - 1}")
    path = [end]
    while path[-1] != start:
        before = int(predecessors[path[-1]])
        if before < 0:
            return []
        path.append(before)
    return [names.name(v) for v in reversed(path)]


@dataclass(frozen=True, eq=False)
class BfsResult:
    """Result of :func:`bfs`. Arrays have shape (n,), in the order of Graph.nodes; arrays that were not requested are None."""

    distances: npt.NDArray[np.int32] | None
    """Number of hops from the source; -1 if unreached."""
    predecessors: npt.NDArray[np.int32] | None
    """Position of each vertex's predecessor on a shortest path; -1 for the source and unreached vertices."""
    report: Report
    """Report of the run."""
    source: Any
    """Name of the source."""
    names: Names = field(repr=False)
    """Names of the graph's vertices."""

    def path_to(self, target: Any) -> list[Any]:
        """Return the names of the vertices on a shortest path from the source to `target`, both included; empty if there is none.

        Raises
        ------
        ValueError
            If the search returned no predecessors.
        IndexError, KeyError
            If `target` is not a vertex of the graph.
        """
        return path_along(self.predecessors, self.names, self.source, target)


def bfs(
    graph: Graph | PartitionedGraph,
    source: Any,
    *,
    depth_limit: int | None = None,
    target: Any = None,
    return_distances: bool = True,
    return_predecessors: bool = True,
    deterministic: bool = False,
    strategy: Literal["direction_optimizing", "top_down", "bottom_up"] = "direction_optimizing",
    report_levels: bool = False,
    keep_on_device: bool = False,
    device: str = "auto",
    devices: _options.Devices = None,
    threads: int = 0,
    progress: Progress = None,
) -> BfsResult:
    """Search breadth-first from one vertex (Beamer, Asanović, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012).

    Distances are the same on every device and with any number of threads.

    Parameters
    ----------
    graph : Graph or PartitionedGraph
        A SciPy sparse matrix or a NetworkX graph is converted on every call. A partitioned graph refuses options of one process, and the
        reason is in the error.
    source : vertex
        Name of a vertex if the input named vertices (see Graph.nodes), otherwise its number.
    depth_limit : int, optional
        Largest distance to search; 0 reaches only the source. None: no limit.
    target : vertex, optional
        Stop after the level that reaches this vertex.
    return_distances, return_predecessors : bool
        Whether to return these arrays.
    deterministic : bool
        Choose the smallest id among valid predecessors. Otherwise any shortest-path tree may be returned.
    strategy : {"direction_optimizing", "top_down", "bottom_up"}
        Direction of the levels.
    report_levels : bool
        Record statistics of each level in `report.levels`.
    keep_on_device : bool
        Leave arrays on the GPU: as CuPy arrays if CuPy is installed, otherwise as objects with `__dlpack__()`.
    device : str
        "cpu", "cuda", "cuda:1", ... "auto": the environment variable FATHOM_DEVICE, or else a GPU if there is one.
    devices : sequence of str or int, or "all", optional
        Devices to partition the graph over, such as [0, 1]; "all": every GPU. The partitioned graph is kept for the next search with
        the same devices. Excludes target, deterministic, keep_on_device and the strategy "bottom_up".
    threads : int
        Number of CPU threads; 0: all available.
    progress : bool or callable, optional
        True for a tqdm bar, or a function that is called periodically with (stage, done, total). An exception that it raises ends the
        search.

    Returns
    -------
    BfsResult

    Raises
    ------
    IndexError
        If a vertex number is outside the graph.
    KeyError
        If a vertex is not a name, in a graph with names.
    ValueError
        If another argument is out of range.
    DeviceError
        If the device is not available or fails.
    MemoryError
        If memory is insufficient.
    KeyboardInterrupt
        If Ctrl-C interrupts the search.

    Examples
    --------
    >>> g = fathom.Graph.from_edges(["a", "a", "b"], ["b", "c", "d"])
    >>> found = fathom.bfs(g, "a")
    >>> found.distances.tolist(), found.path_to("d")
    ([0, 1, 1, 2], ['a', 'b', 'd'])
    """
    if isinstance(graph, PartitionedGraph):
        _options.require_defaults("a PartitionedGraph", keep_on_device=(keep_on_device, False), devices=(devices, None), threads=(threads, 0))
        start = _options.vertex(graph, source)
        with watching(progress) as watcher:
            distances, predecessors, report = _core.partitioned_bfs(
                graph._core, start, _options.limit(depth_limit, "depth_limit"), _options.vertex_or_none(graph, target, "target"),
                return_distances, return_predecessors, deterministic, strategy, report_levels, device, watcher)
        return BfsResult(distances, predecessors, Report(report), graph._names.name(start), graph._names)
    g = _options.graph_of(graph)
    start = _options.vertex(g, source)
    device, several = _options.devices(device, devices, keep_on_device)
    with watching(progress) as watcher:
        distances, predecessors, report = _core.bfs(
            g._core, start, _options.limit(depth_limit, "depth_limit"), _options.vertex_or_none(g, target, "target"),
            return_distances, return_predecessors, deterministic, strategy, report_levels, keep_on_device, device, several, threads,
            watcher)
    if flag(keep_on_device, "keep_on_device"):
        distances, predecessors = _arrays.from_core(distances), _arrays.from_core(predecessors)
    return BfsResult(distances, predecessors, Report(report), g._names.name(start), g._names)


def _bits_of(dtype: Any) -> int:
    """Return the number of bits of distances of `dtype`."""
    requested = np.dtype(dtype)
    if requested not in _BITS:
        raise ValueError(f"dtype is {requested}; use int8, int16 or int32")
    return _BITS[requested]


@dataclass(frozen=True, eq=False)
class MultiBfsResult:
    """Result of :func:`multi_bfs`. Row i of an array belongs to sources[i]; arrays that were not requested are None."""

    distances: npt.NDArray[np.signedinteger[Any]] | None
    """Shape (k, n): number of hops; -1 if unreached."""
    predecessors: npt.NDArray[np.int32] | None
    """Shape (k, n): position of each vertex's predecessor; -1 for the source and unreached vertices."""
    sources: npt.NDArray[Any]
    """Shape (k,): names of the sources."""
    report: Report
    """Report of the run."""


def multi_bfs(
    graph: Graph,
    sources: Any = None,
    *,
    depth_limit: int | None = None,
    return_distances: bool = True,
    return_predecessors: bool = False,
    dtype: Any = np.int32,
    deterministic: bool = False,
    method: Literal["auto", "sequential", "separate", "joint", "bitwise", "ms-bfs"] = "auto",
    width: int = 0,
    report_levels: bool = False,
    keep_on_device: bool = False,
    device: str = "auto",
    devices: _options.Devices = None,
    threads: int = 0,
    progress: Progress = None,
) -> MultiBfsResult:
    """Search breadth-first from many vertices concurrently, with a separate result for each.

    Searches share their work (Liu, Huang, Hu, "iBFS: Concurrent Breadth-First Search on GPUs", SIGMOD 2016).

    Parameters
    ----------
    sources : sequence of k vertices, optional
        In any order; repetitions are allowed. None or "all": every vertex.
    dtype : {int8, int16, int32}
        Type of distances. A distance that does not fit raises ValueError.
    method : {"auto", "sequential", "separate", "joint", "bitwise", "ms-bfs"}
        How the searches of a group share work. "auto": the method that measures fastest.
    width : int
        Number of searches per group, 64 to 1,024. 0: chosen automatically.
    devices : sequence of str or int, or "all", optional
        Several GPUs that share the searches, each with a copy of the graph, such as [0, 1]; "all": every GPU. Excludes keep_on_device.
    graph, depth_limit, return_distances, return_predecessors, deterministic, report_levels, keep_on_device, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    MultiBfsResult

    Raises
    ------
    ValueError
        If an argument is out of range, or a distance does not fit `dtype`.
    MemoryError
        If k x n entries do not fit in memory; use :func:`distances_to_file`.
    IndexError, KeyError, DeviceError, KeyboardInterrupt
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.generate.path(4)
    >>> fathom.multi_bfs(g, [0, 2], dtype=np.int8).distances.tolist()
    [[0, 1, 2, 3], [2, 1, 0, 1]]
    """
    g = _options.graph_of(graph)
    listed = _options.vertices(g, sources, "sources")
    return_distances = flag(return_distances, "return_distances")
    bits = _bits_of(dtype)
    device, several = _options.devices(device, devices, keep_on_device)
    if listed.size == 0:
        none = np.empty((0, g.num_vertices), dtype)
        return MultiBfsResult(none if return_distances else None, none.astype(np.int32) if return_predecessors else None, g._names.named(listed),
                              Report(_core.report_of_no_searches()))
    with watching(progress) as watcher:
        distances, predecessors, report = _core.multi_bfs(
            g._core, listed, _options.limit(depth_limit, "depth_limit"), bits if return_distances else 0, return_predecessors,
            deterministic, method, width, report_levels, keep_on_device, device, several, threads, watcher)
    if flag(keep_on_device, "keep_on_device"):
        distances, predecessors = _arrays.from_core(distances), _arrays.from_core(predecessors)
    return MultiBfsResult(distances, predecessors, g._names.named(listed), Report(report))


def distances(graph: Graph, sources: Any = None, *, depth_limit: int | None = None, dtype: Any = np.int32, device: str = "auto",
              devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> npt.NDArray[np.signedinteger[Any]]:
    """Compute the number of hops from each of `sources` to every vertex.

    Parameters
    ----------
    graph, sources, depth_limit, dtype, device, devices, threads, progress
        See :func:`multi_bfs`.

    Returns
    -------
    ndarray of `dtype`, shape (k, n)
        -1 if unreached.

    Raises
    ------
    ValueError, IndexError, KeyError, DeviceError, MemoryError
        See :func:`multi_bfs`.

    Examples
    --------
    >>> fathom.distances(fathom.generate.path(3)).tolist()
    [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    """
    found = multi_bfs(graph, sources, depth_limit=depth_limit, dtype=dtype, device=device, devices=devices, threads=threads,
                      progress=progress).distances
    assert found is not None
    return found


def distances_to_file(graph: Graph, path: str | os.PathLike[str], sources: Any = None, *, dtype: Any = np.int32,
                      depth_limit: int | None = None, resume: bool = False, device: str = "auto",
                      devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> Report:
    """Write the result of :func:`distances` to a .npy file of shape (k, n), which may be larger than memory.

    Open the file with np.load(path, mmap_mode="r").

    Parameters
    ----------
    path : path-like
    resume : bool
        Continue an interrupted run with the same sources.
    graph, sources, dtype, depth_limit, device, devices, threads, progress
        See :func:`multi_bfs`.

    Returns
    -------
    Report

    Raises
    ------
    OSError
        If the file cannot be written or the disk is full.
    ValueError, IndexError, KeyError, DeviceError, MemoryError
        See :func:`multi_bfs`.

    Examples
    --------
    >>> report = fathom.distances_to_file(fathom.generate.path(3), "rows.npy")
    >>> np.load("rows.npy", mmap_mode="r")[2].tolist()
    [2, 1, 0]
    """
    g = _options.graph_of(graph)
    bits = _bits_of(dtype)
    device, several = _options.devices(device, devices)
    with watching(progress) as watcher:
        return Report(_core.distances_to_file(g._core, _options.vertices(g, sources, "sources"), output_file(path), bits,
                                              _options.limit(depth_limit, "depth_limit"), resume, device, several, threads, watcher))


@dataclass(frozen=True, eq=False)
class SsspResult:
    """Result of :func:`sssp`. Arrays have shape (n,), in the order of Graph.nodes, on the GPU if `keep_on_device` was set."""

    distances: npt.NDArray[np.float64]
    """Length of a shortest path: the smallest sum of weights; inf if unreached."""
    predecessors: npt.NDArray[np.int32] | None
    """Position of each vertex's predecessor on a shortest path; -1 for the source and unreached vertices. None if not requested."""
    report: Report
    """Report of the run."""
    source: Any
    """Name of the source."""
    names: Names = field(repr=False)
    """Names of the graph's vertices."""

    def path_to(self, target: Any) -> list[Any]:
        """Return the names of the vertices on a shortest path from the source to `target`, both included; empty if there is none.

        Raises
        ------
        ValueError
            If the search returned no predecessors.
        IndexError, KeyError
            If `target` is not a vertex of the graph.
        """
        return path_along(self.predecessors, self.names, self.source, target)


def sssp(
    graph: Graph | PartitionedGraph,
    source: Any,
    *,
    cutoff: float | None = None,
    target: Any = None,
    return_predecessors: bool = True,
    delta: float = 0.0,
    keep_on_device: bool = False,
    device: str = "auto",
    devices: _options.Devices = None,
    threads: int = 0,
    progress: Progress = None,
) -> SsspResult:
    """Compute shortest paths from one vertex by nonnegative edge weights; without weights, every edge has length 1.

    Distances of integer weights are exact below 2^53; other weights are summed in double precision. Distances are bitwise identical on
    every device and with any number of threads.

    Parameters
    ----------
    cutoff : float, optional
        Do not reach vertices farther than this. None: no limit.
    target : vertex, optional
        Stop searching beyond the distance of this vertex.
    return_predecessors : bool
        Whether to return predecessors.
    delta : float
        Width of a window of distances (delta-stepping). 0: chosen from weights and degrees.
    keep_on_device : bool
        Leave the arrays on the GPU: as CuPy arrays if CuPy is installed, otherwise as objects with `__dlpack__()`.
    devices : sequence of str or int, or "all", optional
        Devices to partition the graph over, as in :func:`bfs`. Excludes keep_on_device.
    graph, source, device, threads, progress
        See :func:`bfs`. A PartitionedGraph is searched on CPUs unless `device` names a GPU. Several GPUs, and those of a
        PartitionedGraph, require distances below 2,139,095,040 if the weights are whole.

    Returns
    -------
    SsspResult

    Raises
    ------
    FormatError
        If a weight is negative; the message names the edge. A subclass of ValueError.
    ValueError, IndexError, KeyError, DeviceError, MemoryError, KeyboardInterrupt
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges(["a", "a", "b"], ["b", "c", "c"], [1, 5, 2])
    >>> found = fathom.sssp(g, "a")
    >>> found.distances.tolist(), found.path_to("c")
    ([0.0, 1.0, 3.0], ['a', 'b', 'c'])
    """
    limit = float("inf") if cutoff is None else cutoff
    if isinstance(graph, PartitionedGraph):
        _options.require_defaults("a PartitionedGraph", keep_on_device=(keep_on_device, False), devices=(devices, None), threads=(threads, 0))
        start = _options.vertex(graph, source)
        with watching(progress) as watcher:
            distances, predecessors, report = _core.partitioned_sssp(
                graph._core, start, limit, _options.vertex_or_none(graph, target, "target"), return_predecessors, delta, device, watcher)
        return SsspResult(distances, predecessors, Report(report), graph._names.name(start), graph._names)
    g = _options.graph_of(graph)
    start = _options.vertex(g, source)
    device, several = _options.devices(device, devices, keep_on_device)
    with watching(progress) as watcher:
        distances, predecessors, report = _core.sssp(
            g._core, start, limit, _options.vertex_or_none(g, target, "target"), return_predecessors, delta, keep_on_device, device, several,
            threads, watcher)
    if flag(keep_on_device, "keep_on_device"):
        distances, predecessors = _arrays.from_core(distances), _arrays.from_core(predecessors)
    return SsspResult(distances, predecessors, Report(report), g._names.name(start), g._names)


def validate_bfs(graph: Graph, source: Any, distances: Any = None, predecessors: Any = None, *, depth_limit: int | None = None,
                 threads: int = 0) -> Fields:
    """Validate the result of any breadth-first search by the five rules of the Graph500 specification.

    Parameters
    ----------
    distances, predecessors : array of int, shape (n,)
        As in :class:`BfsResult`; at least one must be given.
    graph, source, depth_limit, threads
        See :func:`bfs`.

    Returns
    -------
    Fields
        `valid`, the violated `rule`, a `message` that names an offending edge, `reached` and `edges_traversed`.

    Raises
    ------
    ValueError
        If both arrays are None, or their length is not n.
    IndexError, KeyError
        If `source` is not a vertex of the graph.

    Examples
    --------
    >>> g = fathom.generate.path(3)
    >>> fathom.validate_bfs(g, 0, [0, 1, 2]).valid, fathom.validate_bfs(g, 0, [0, 1, 1]).valid
    (True, False)
    """
    g = _options.graph_of(graph)
    if distances is None and predecessors is None:
        raise ValueError("distances and predecessors are both None; pass at least one of them")
    columns = [_arrays.singles(distances, "distances"), _arrays.singles(predecessors, "predecessors")]
    return Fields(_core.validate_bfs(g._core, _options.vertex(g, source), columns[0], columns[1],
                                     _options.limit(depth_limit, "depth_limit"), threads))


def validate_sssp(graph: Graph, source: Any, distances: Any, predecessors: Any = None, *, cutoff: float | None = None,
                  threads: int = 0) -> Fields:
    """Validate the result of any shortest-path computation.

    Parameters
    ----------
    distances : array of float, shape (n,)
        As in :class:`SsspResult`.
    predecessors : array of int, shape (n,), optional
    cutoff : float, optional
        The search's cutoff.
    graph, source, threads
        See :func:`bfs`.

    Returns
    -------
    Fields
        See :func:`validate_bfs`.

    Raises
    ------
    ValueError, IndexError, KeyError
        See :func:`validate_bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1], [1, 2], [1, 2])
    >>> fathom.validate_sssp(g, 0, [0, 1, 3]).valid, fathom.validate_sssp(g, 0, [0, 1, 4]).valid
    (True, False)
    """
    g = _options.graph_of(graph)
    columns = (np.ascontiguousarray(_arrays.host(distances, "distances"), np.float64),
               _arrays.singles(predecessors, "predecessors"))
    return Fields(_core.validate_sssp(g._core, _options.vertex(g, source), columns[0], columns[1],
                                      float("inf") if cutoff is None else cutoff, threads))


def random_sources(graph: Graph, count: int, seed: int = SEED) -> npt.NDArray[Any]:
    """Choose random vertices that have an out-edge, reproducible for the same graph and seed.

    Parameters
    ----------
    count : int
        Number of vertices, distinct as long as there are enough.
    seed : int
        Seed of the random choice.

    Returns
    -------
    ndarray, shape (count,)
        Names of the vertices.

    Raises
    ------
    ValueError
        If no vertex has an edge.

    Examples
    --------
    >>> g = fathom.Graph.from_edges(["a", "b"], ["b", "c"])
    >>> sorted(fathom.random_sources(g, 2))
    ['a', 'b']
    """
    g = _options.graph_of(graph)
    return g._names.named(_core.random_sources(g._core, count, seed))


__all__ = ["BfsResult", "MultiBfsResult", "SsspResult", "bfs", "distances", "distances_to_file", "multi_bfs", "random_sources",
           "sssp", "validate_bfs", "validate_sssp"]
