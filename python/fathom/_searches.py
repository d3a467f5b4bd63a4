"""Breadth-first searches and shortest paths."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._names import Names
from ._progress import Progress, watching
from .report import Fields, Report

_BITS = {np.dtype(np.int8): 8, np.dtype(np.int16): 16, np.dtype(np.int32): 32}


def path_along(predecessors: Any, names: Names, source: Any, target: Any) -> list[Any]:
    """The vertices from `source` to `target` along predecessors; empty where it was not reached."""
    if predecessors is None:
        raise ValueError("there are no predecessors; ask for them with return_predecessors=True")
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
    """Of :func:`bfs`. Arrays have n entries, in the order of Graph.nodes; those that were not asked for are None."""

    distances: npt.NDArray[np.int32] | None
    """Hops from the source; -1 where there is no path."""
    predecessors: npt.NDArray[np.int32] | None
    """The position in Graph.nodes of the vertex before it on a shortest path; -1 for the source and unreached vertices."""
    report: Report
    source: Any
    """As the input called it."""
    names: Names = field(repr=False)

    def path_to(self, target: Any) -> list[Any]:
        """The vertices of a shortest path from the source to `target`, both included, as the input called them; empty where there is
        none."""
        return path_along(self.predecessors, self.names, self.source, target)


def bfs(
    graph: Graph,
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
    threads: int = 0,
    progress: Progress = None,
) -> BfsResult:
    """Breadth-first search from one vertex (Beamer, Asanović, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012).

    Args:
        graph: a Graph; a SciPy sparse matrix or a NetworkX graph is converted first, at every call.
        source: a vertex as the input called it, where it had names (Graph.nodes); else its number.
        depth_limit: the largest distance to search; 0 is the source alone.
        target: stop after the level that reaches this vertex.
        deterministic: predecessors are the smallest ids among the valid ones; without it any shortest-path tree may come out.
        report_levels: report.levels says what each level did, and took.
        keep_on_device: on a GPU arrays stay there: CuPy's where CuPy is installed, else objects with __dlpack__().
        device: "cpu", "cuda", "cuda:1", ...; "auto": what FATHOM_DEVICE says, else a GPU where there is one.
        threads: of the CPU; 0: all there are.
        progress: None, True (a bar by tqdm), or a function called now and then with (stage, done, total). What it raises ends
            the work.

    Distances are the same on every device and with any number of threads.

    Raises:
        IndexError: for a number outside the graph. KeyError: for what is not a name in a graph with names.
        ValueError: for other arguments outside their range.
        DeviceError, MemoryError, KeyboardInterrupt: Ctrl-C ends a search early.
    """
    g = _options.graph_of(graph)
    start = _options.vertex(g, source)
    with watching(progress) as watcher:
        distances, predecessors, report = _core.bfs(
            g._core, start, _options.limit(depth_limit, "depth_limit"), _options.vertex_or_none(g, target, "target"),
            return_distances, return_predecessors, deterministic, strategy, report_levels, keep_on_device, device, threads, watcher)
    if keep_on_device:
        distances, predecessors = _arrays.from_core(distances), _arrays.from_core(predecessors)
    return BfsResult(distances, predecessors, Report(report), g._names.name(start), g._names)


def _bits_of(dtype: Any) -> int:
    """Of distances of this type."""
    asked = np.dtype(dtype)
    if asked not in _BITS:
        raise ValueError(f"dtype is {asked}; it may be int8, int16 or int32")
    return _BITS[asked]


@dataclass(frozen=True, eq=False)
class MultiBfsResult:
    """Of :func:`multi_bfs`. Row i of an array belongs to sources[i]; those that were not asked for are None."""

    distances: npt.NDArray[np.signedinteger[Any]] | None
    """Shape (k, n): hops; -1 where there is no path."""
    predecessors: npt.NDArray[np.int32] | None
    """Shape (k, n): the position of the vertex before it; -1 for the source and unreached vertices."""
    sources: npt.NDArray[Any]
    """As the input called them."""
    report: Report


def multi_bfs(
    graph: Graph,
    sources: Any = None,
    *,
    depth_limit: int | None = None,
    return_distances: bool = True,
    return_predecessors: bool = False,
    dtype: Any = np.int32,
    deterministic: bool = False,
    method: Literal["auto", "sequential", "separate", "joint", "bitwise"] = "auto",
    width: int = 0,
    report_levels: bool = False,
    keep_on_device: bool = False,
    device: str = "auto",
    threads: int = 0,
    progress: Progress = None,
) -> MultiBfsResult:
    """Breadth-first searches from many vertices at once, which share their work, with an answer for each
    (Liu, Huang, Hu, "iBFS: Concurrent Breadth-First Search on GPUs", SIGMOD 2016).

    Args:
        sources: vertices, in any order and as often as wanted; None or "all": every vertex.
        dtype: of the distances: int8 (up to 127), int16 or int32. A larger distance than fits raises an error.
        method: how searches of a group share work; "auto" is what measures best.
        width: searches in a group: 64 to 1,024; 0: the widest that pays.
        others: see :func:`bfs`.

    Raises what :func:`bfs` does; MemoryError where k x n entries do not fit: :func:`distances_to_file` takes them to a file.
    """
    g = _options.graph_of(graph)
    listed = _options.vertices(g, sources, "sources")
    bits = _bits_of(dtype)
    if listed.size == 0:
        none = np.empty((0, g.num_vertices), dtype)
        return MultiBfsResult(none if return_distances else None, none.astype(np.int32) if return_predecessors else None, g._names.named(listed),
                              Report({"algorithm": "multi_bfs", "sources": 0, "searches": 0, "seconds": 0.0}))
    with watching(progress) as watcher:
        distances, predecessors, report = _core.multi_bfs(
            g._core, listed, _options.limit(depth_limit, "depth_limit"), bits if return_distances else 0, return_predecessors,
            deterministic, method, width, report_levels, keep_on_device, device, threads, watcher)
    if keep_on_device:
        distances, predecessors = _arrays.from_core(distances), _arrays.from_core(predecessors)
    return MultiBfsResult(distances, predecessors, g._names.named(listed), Report(report))


def distances(graph: Graph, sources: Any = None, *, depth_limit: int | None = None, dtype: Any = np.int32, device: str = "auto",
              threads: int = 0, progress: Progress = None) -> npt.NDArray[np.signedinteger[Any]]:
    """Hops from each of `sources` (None: every vertex) to every vertex: shape (k, n), -1 where there is no path.

    The array of :func:`multi_bfs` alone.
    """
    found = multi_bfs(graph, sources, depth_limit=depth_limit, dtype=dtype, device=device, threads=threads, progress=progress).distances
    assert found is not None
    return found


def distances_to_file(graph: Graph, path: str | os.PathLike[str], sources: Any = None, *, dtype: Any = np.int32,
                      depth_limit: int | None = None, resume: bool = False, device: str = "auto", threads: int = 0,
                      progress: Progress = None) -> Report:
    """As :func:`distances`, into a NumPy file of shape (k, n), which may be larger than memory; np.load(path, mmap_mode="r") opens it.

    Args:
        resume: go on where an earlier run with the same sources ended early.

    Raises OSError where there is no room.
    """
    g = _options.graph_of(graph)
    bits = _bits_of(dtype)
    with watching(progress) as watcher:
        return Report(_core.distances_to_file(g._core, _options.vertices(g, sources, "sources"), os.fspath(path), bits,
                                              _options.limit(depth_limit, "depth_limit"), resume, device, threads, watcher))


@dataclass(frozen=True, eq=False)
class SsspResult:
    """Of :func:`sssp`. Arrays have n entries, in the order of Graph.nodes."""

    distances: npt.NDArray[np.float64]
    """The smallest sum of weights along a path; inf where there is none."""
    predecessors: npt.NDArray[np.int32] | None
    """The position in Graph.nodes of the vertex before it on such a path; -1 for the source and unreached vertices. None where not
    asked for."""
    report: Report
    source: Any
    """As the input called it."""
    names: Names = field(repr=False)

    def path_to(self, target: Any) -> list[Any]:
        """The vertices of a shortest path from the source to `target`, both included, as the input called them; empty where there is
        none."""
        return path_along(self.predecessors, self.names, self.source, target)


def sssp(
    graph: Graph,
    source: Any,
    *,
    cutoff: float | None = None,
    target: Any = None,
    return_predecessors: bool = True,
    delta: float = 0.0,
    device: str = "auto",
    threads: int = 0,
    progress: Progress = None,
) -> SsspResult:
    """Shortest paths along weights from one vertex; without weights every edge counts 1.

    Weights are not negative. Whole numbers give exact distances while these stay below 2^53; others are added up in double precision.
    Distances are the same, bit for bit, on every device and with any number of threads.

    Args:
        cutoff: vertices farther than this are not reached.
        target: nothing farther than this vertex is searched for.
        delta: width of a window of distances; 0: from weights and degrees.
        others: see :func:`bfs`.

    Raises what :func:`bfs` does; FormatError (a ValueError) for a negative weight, naming the edge.
    """
    g = _options.graph_of(graph)
    start = _options.vertex(g, source)
    with watching(progress) as watcher:
        distances, predecessors, report = _core.sssp(
            g._core, start, float("inf") if cutoff is None else cutoff, _options.vertex_or_none(g, target, "target"), return_predecessors,
            delta, device, threads, watcher)
    return SsspResult(distances, predecessors, Report(report), g._names.name(start), g._names)


def validate_bfs(graph: Graph, source: Any, distances: Any = None, predecessors: Any = None, *, depth_limit: int | None = None,
                 threads: int = 0) -> Fields:
    """Checks the result of a breadth-first search, whoever computed it, by the five rules of the Graph500 specification.

    Args:
        distances, predecessors: n entries each, as of :class:`BfsResult`; one of them may be None.

    Returns `valid`, the violated `rule`, a `message` that names an offending edge, `reached` and `edges_traversed`.
    """
    g = _options.graph_of(graph)
    if distances is None and predecessors is None:
        raise ValueError("distances, predecessors or both have to be given")
    columns = [None if a is None else np.ascontiguousarray(_arrays.host(a, "array"), np.int32) for a in (distances, predecessors)]
    return Fields(_core.validate_bfs(g._core, _options.vertex(g, source), columns[0], columns[1],
                                     _options.limit(depth_limit, "depth_limit"), threads))


def validate_sssp(graph: Graph, source: Any, distances: Any, predecessors: Any = None, *, cutoff: float | None = None,
                  threads: int = 0) -> Fields:
    """Checks the result of a search along weights, as :func:`validate_bfs` does."""
    g = _options.graph_of(graph)
    columns = (np.ascontiguousarray(_arrays.host(distances, "distances"), np.float64),
               None if predecessors is None else np.ascontiguousarray(_arrays.host(predecessors, "predecessors"), np.int32))
    return Fields(_core.validate_sssp(g._core, _options.vertex(g, source), columns[0], columns[1],
                                      float("inf") if cutoff is None else cutoff, threads))


def random_sources(graph: Graph, count: int, seed: int = 27491095) -> npt.NDArray[Any]:
    """`count` random vertices with at least one edge out, distinct while there are enough; the same for the same graph and seed. They
    are called what the input called them.

    Raises ValueError where no vertex has an edge.
    """
    g = _options.graph_of(graph)
    return g._names.named(_core.random_sources(g._core, count, seed))


__all__: Sequence[str] = ("BfsResult", "MultiBfsResult", "SsspResult", "bfs", "distances", "distances_to_file", "multi_bfs",
                          "random_sources", "sssp", "validate_bfs", "validate_sssp")
