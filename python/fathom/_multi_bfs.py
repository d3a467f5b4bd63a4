"""Breadth-first searches from many vertices."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._partitioned import PartitionedGraph, collective
from ._progress import Progress, watching
from ._refusals import data_type, flag, integer, output_file
from .report import Report

_BITS = {np.dtype(np.int8): 8, np.dtype(np.int16): 16, np.dtype(np.int32): 32}


def _bits_of(dtype: Any) -> int:
    """Return the number of bits of distances of `dtype`."""
    return _BITS[data_type(dtype, tuple(_BITS))]


def _why_no_parts(return_predecessors: bool = False, method: str = "auto", width: int = 0, resume: bool = False) -> str:
    """Return the first of these options that requires the whole graph in one place, with the reason; "" if there is none."""
    if flag(return_predecessors, "return_predecessors"):
        return "return_predecessors=True requires the whole graph: concurrent searches of its parts have no predecessors"
    if method not in ("auto", "bitwise"):
        return f"method={method!r} requires the whole graph: its parts are searched by the method 'bitwise'"
    if integer(width, "width") > 512:
        return f"width={width} requires the whole graph: its parts are searched from at most 512 vertices at a time"
    if flag(resume, "resume"):
        return "resume=True requires the whole graph: searches of its parts do not record which rows are finished"
    return ""


def _why_no_copies(error: Exception, why_no_parts: str) -> str:
    """Return why several devices get parts of the graph instead of copies. Raises MemoryError if they can have neither."""
    if why_no_parts:
        raise MemoryError(f"{error}; parts of the graph would need less memory on each device, but {why_no_parts}") from None
    return str(error).partition("; ")[0]


def _require_parts(why_no_parts: str, **given: tuple[Any, Any]) -> None:
    """Raise ValueError for options that do not apply to a PartitionedGraph."""
    _options.require_defaults("a PartitionedGraph", **given)
    if why_no_parts:
        raise ValueError(f"{why_no_parts}; leave it out, or pass a Graph")


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


def _no_searches(graph: Graph | PartitionedGraph, dtype: Any, return_distances: bool, return_predecessors: bool) -> MultiBfsResult:
    """Return the result for an empty list of sources."""
    none = np.empty((0, graph.num_vertices), data_type(dtype, tuple(_BITS)))
    return MultiBfsResult(none if return_distances else None, none.astype(np.int32) if return_predecessors else None,
                          graph._names.named(np.empty(0, np.int64)), Report(_core.report_of_no_searches()))


@collective
def multi_bfs(
    graph: Graph | PartitionedGraph,
    sources: Any = None,
    *,
    depth_limit: int | None = None,
    return_distances: bool = True,
    return_predecessors: bool = False,
    dtype: Any = np.int32,
    deterministic: bool = False,
    method: Literal["auto", "sequential", "separate", "joint", "bitwise", "ms-bfs", "ibfs"] = "auto",
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
    graph : Graph or PartitionedGraph
        See :func:`bfs`. A partitioned graph refuses return_predecessors, methods other than "bitwise", and width=1024; its reports have
        levels in any case.
    sources : sequence of k vertices, optional
        In any order; repetitions are allowed. None or "all": every vertex.
    dtype : {int8, int16, int32}
        Type of distances. A distance that does not fit raises ValueError.
    method : {"auto", "sequential", "separate", "joint", "bitwise", "ms-bfs", "ibfs"}
        How the searches of a group share work. "auto": the method that measures fastest. "ibfs" needs a GPU.
    width : int
        Number of searches per group, 64 to 1,024. 0: chosen automatically.
    devices : sequence of str or int, or "all", optional
        Several GPUs that share the searches, each with a copy of the graph, such as [0, 1]; "all": every GPU. If a copy does not fit, the
        graph is partitioned over them, which the report states; options that a partitioned graph refuses then raise MemoryError. Excludes
        keep_on_device.
    depth_limit, return_distances, return_predecessors, deterministic, report_levels, keep_on_device, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    MultiBfsResult

    Raises
    ------
    ValueError
        If an argument is out of range, or a distance does not fit `dtype`.
    MemoryError
        If k x n entries do not fit in memory; use :func:`distances_to_file`. If neither copies nor parts of the graph fit the devices.
    IndexError, KeyError, DeviceError, KeyboardInterrupt
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.generate.path(4)
    >>> fathom.multi_bfs(g, [0, 2], dtype=np.int8).distances.tolist()
    [[0, 1, 2, 3], [2, 1, 0, 1]]
    """
    if isinstance(graph, PartitionedGraph):
        _require_parts(_why_no_parts(return_predecessors, method, width), keep_on_device=(keep_on_device, False), devices=(devices, None),
                       threads=(threads, 0))
        listed = _options.vertices(graph, sources, "sources")
        bits = _bits_of(dtype) * flag(return_distances, "return_distances")
        with watching(progress) as watcher:
            distances, report = _core.partitioned_multi_bfs(
                graph._core, listed, _options.limit(depth_limit, "depth_limit"), bits, width, device, watcher)
        if listed.size == 0:
            return _no_searches(graph, dtype, bits > 0, False)
        return MultiBfsResult(distances, None, graph._names.named(listed), Report(report))
    g = _options.graph_of(graph)
    listed = _options.vertices(g, sources, "sources")
    bits = _bits_of(dtype) * flag(return_distances, "return_distances")
    device, several = _options.devices(device, devices, keep_on_device)
    if listed.size == 0:
        return _no_searches(g, dtype, bits > 0, return_predecessors)
    limit = _options.limit(depth_limit, "depth_limit")
    with watching(progress) as watcher:
        try:
            distances, predecessors, report = _core.multi_bfs(
                g._core, listed, limit, bits, return_predecessors, deterministic, method, width, report_levels, keep_on_device, device,
                several, threads, watcher)
        except _core.CopiesDoNotFit as error:
            why = _why_no_copies(error, _why_no_parts(return_predecessors, method, width))
            distances, report = _core.multi_bfs_on_parts(g._core, listed, limit, bits, width, why, several, threads, watcher)
            predecessors = None
    if flag(keep_on_device, "keep_on_device"):
        distances, predecessors = _arrays.from_core(distances), _arrays.from_core(predecessors)
    return MultiBfsResult(distances, predecessors, g._names.named(listed), Report(report))


@collective
def distances(graph: Graph | PartitionedGraph, sources: Any = None, *, depth_limit: int | None = None, dtype: Any = np.int32,
              device: str = "auto", devices: _options.Devices = None, threads: int = 0,
              progress: Progress = None) -> npt.NDArray[np.signedinteger[Any]]:
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


@collective
def distances_to_file(graph: Graph | PartitionedGraph, path: str | os.PathLike[str], sources: Any = None, *, dtype: Any = np.int32,
                      depth_limit: int | None = None, resume: bool = False, device: str = "auto",
                      devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> Report:
    """Write the result of :func:`distances` to a .npy file of shape (k, n), which may be larger than memory.

    Open the file with np.load(path, mmap_mode="r").

    Parameters
    ----------
    path : path-like
        The first process of a PartitionedGraph writes the file.
    resume : bool
        Continue an interrupted run with the same sources. Not with a PartitionedGraph.
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
    if isinstance(graph, PartitionedGraph):
        _require_parts(_why_no_parts(resume=resume), devices=(devices, None), threads=(threads, 0))
        with watching(progress) as watcher:
            return Report(_core.partitioned_distances_to_file(
                graph._core, _options.vertices(graph, sources, "sources"), output_file(path), _bits_of(dtype),
                _options.limit(depth_limit, "depth_limit"), device, watcher))
    g = _options.graph_of(graph)
    bits = _bits_of(dtype)
    device, several = _options.devices(device, devices)
    listed, limit = _options.vertices(g, sources, "sources"), _options.limit(depth_limit, "depth_limit")
    with watching(progress) as watcher:
        try:
            return Report(_core.distances_to_file(g._core, listed, output_file(path), bits, limit, resume, device, several, threads, watcher))
        except _core.CopiesDoNotFit as error:
            why = _why_no_copies(error, _why_no_parts(resume=resume))
            return Report(_core.distances_to_file_on_parts(g._core, listed, output_file(path), bits, limit, why, several, threads, watcher))


__all__ = ["MultiBfsResult", "distances", "distances_to_file", "multi_bfs"]
