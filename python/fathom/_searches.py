"""Breadth-first searches and shortest paths from one vertex."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._multi_bfs import MultiBfsResult as MultiBfsResult  # older pickles refer to it here
from ._partitioned import PartitionedGraph, collective
from ._names import Names
from ._progress import Progress, watching
from ._refusals import flag
from ._seed import SEED
from .report import Report


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

        Examples
        --------
        >>> fathom.bfs(fathom.generate.path(4), 1).path_to(3)
        [1, 2, 3]
        """
        return path_along(self.predecessors, self.names, self.source, target)


@collective
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

        Examples
        --------
        >>> fathom.sssp(fathom.generate.path(4), 1).path_to(3)
        [1, 2, 3]
        """
        return path_along(self.predecessors, self.names, self.source, target)


@collective
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


__all__ = ["BfsResult", "SsspResult", "bfs", "random_sources", "sssp"]
