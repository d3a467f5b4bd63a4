"""Breadth-first searches from many vertices."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._progress import Progress, watching
from ._refusals import data_type, flag, output_file
from .report import Report

_BITS = {np.dtype(np.int8): 8, np.dtype(np.int16): 16, np.dtype(np.int32): 32}


def _bits_of(dtype: Any) -> int:
    """Return the number of bits of distances of `dtype`."""
    return _BITS[data_type(dtype, tuple(_BITS))]


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
    sources : sequence of k vertices, optional
        In any order; repetitions are allowed. None or "all": every vertex.
    dtype : {int8, int16, int32}
        Type of distances. A distance that does not fit raises ValueError.
    method : {"auto", "sequential", "separate", "joint", "bitwise", "ms-bfs", "ibfs"}
        How the searches of a group share work. "auto": the method that measures fastest. "ibfs" needs a GPU.
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


__all__ = ["MultiBfsResult", "distances", "distances_to_file", "multi_bfs"]
