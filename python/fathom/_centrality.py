"""Centrality measures: closeness, harmonic, betweenness, PageRank."""

from __future__ import annotations

import numbers
import warnings
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._partitioned import PartitionedGraph
from ._progress import Progress, watching
from ._refusals import data_type, flag
from ._seed import SEED
from .report import Report


@dataclass(frozen=True, eq=False)
class CentralityResult:
    """Result of :func:`closeness` and :func:`harmonic`."""

    values: npt.NDArray[np.float64]
    """One value per requested vertex."""
    samples: npt.NDArray[Any]
    """Names of the sampled vertices; empty for exact values."""
    report: Report
    """Report of the run."""


def _nearness(graph: Graph, harmonic: bool, vertices: Any, samples: int | None, seed: int, improved: bool, normalized: bool, device: str,
              devices: _options.Devices, threads: int, progress: Progress) -> CentralityResult:
    g = _options.graph_of(graph)
    wanted = np.empty(0, np.int64) if vertices is None else _options.vertices(g, vertices, "vertices")
    if vertices is not None and wanted.size == 0:
        return CentralityResult(np.empty(0), np.empty(0, np.int32), Report(_core.report_of_no_searches()))
    device, several = _options.devices(device, devices)
    with watching(progress) as watcher:
        values, chosen, report = _core.nearness(g._core, harmonic, wanted, _options.count(samples, "samples"), seed, improved,
                                                normalized, device, several, threads, watcher)
    return CentralityResult(values, g._names.named(chosen), Report(report))


def closeness(graph: Graph, vertices: Any = None, *, samples: int | None = None, seed: int = SEED, improved: bool = True,
              device: str = "auto", devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> CentralityResult:
    """Compute the closeness centrality of each of `vertices`, as NetworkX defines it: from distances to the vertex, without weights.

    Parameters
    ----------
    vertices : sequence of vertices, optional
        None: all vertices.
    samples : int, optional
        Number of random searches to estimate from. None: exact values, from one search per vertex.
    seed : int
        Seed of the random samples.
    improved : bool
        Scale by Wasserman and Faust's factor for graphs that are not connected.
    devices : sequence of str or int, or "all", optional
        Several GPUs that share the searches, each with a copy of the graph, such as [0, 1]; "all": every GPU.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    CentralityResult

    Raises
    ------
    ValueError, IndexError, KeyError, DeviceError, MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> fathom.closeness(fathom.generate.path(3)).values.round(3).tolist()
    [0.667, 1.0, 0.667]
    """
    return _nearness(graph, False, vertices, samples, seed, improved, False, device, devices, threads, progress)


def harmonic(graph: Graph, vertices: Any = None, *, samples: int | None = None, seed: int = SEED, normalized: bool = False,
             device: str = "auto", devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> CentralityResult:
    """Compute the harmonic centrality of each of `vertices`: the sum of 1 / distance over all other vertices with a path to it.

    Parameters
    ----------
    normalized : bool
        Divide by n - 1, for values from 0 to 1. NetworkX does not normalize.
    graph, vertices, samples, seed, device, devices, threads, progress
        See :func:`closeness`.

    Returns
    -------
    CentralityResult

    Raises
    ------
    ValueError, IndexError, KeyError, DeviceError, MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> fathom.harmonic(fathom.generate.path(3)).values.tolist()
    [1.5, 2.0, 1.5]
    """
    return _nearness(graph, True, vertices, samples, seed, True, normalized, device, devices, threads, progress)


@dataclass(frozen=True, eq=False)
class BetweennessResult:
    """Result of :func:`betweenness`. Arrays that were not requested are None; they are on the GPU if `keep_on_device` was set."""

    vertices: npt.NDArray[np.float64] | None
    """Shape (n,): one value per vertex."""
    edges: npt.NDArray[np.float64] | None
    """Shape (m,): one value per stored directed edge, in the order of Graph.indices; equal for both directions of an undirected edge."""
    samples: npt.NDArray[Any]
    """Names of the source vertices of an estimate; empty for exact values."""
    report: Report
    """Report of the run."""


def betweenness(
    graph: Graph,
    *,
    sources: Any = None,
    samples: int | None = None,
    seed: int = SEED,
    normalized: bool = True,
    weighted: bool = False,
    load: bool = False,
    endpoints: bool = False,
    vertices: bool = True,
    edges: bool = False,
    keep_on_device: bool = False,
    device: str = "auto",
    devices: _options.Devices = None,
    threads: int = 0,
    progress: Progress = None,
) -> BetweennessResult:
    """Compute betweenness centrality of vertices and edges (Brandes, 2001), scaled as in NetworkX 3.6.

    Parameters
    ----------
    sources : sequence of vertices, optional
        Search from these vertices only.
    samples : int, optional
        Search from this many random vertices. Without `sources` and `samples`, every vertex is a source and values are exact.
    seed : int
        Seed of the random samples.
    normalized : bool
        Normalize as NetworkX does.
    weighted : bool
        Compare paths by the sum of their edges' weights in double precision, if the graph has weights, instead of by the number of
        edges. Weights must be positive. Searches run on the CPU.
    load : bool
        Compute load (Newman, 2001) instead: a vertex divides what it passes on the way to a source evenly among the neighbors that are
        closer to it, not by their numbers of paths. Only of vertices, without weights and endpoints, on the CPU.
    endpoints : bool
        Include the endpoints of a path in its count.
    vertices, edges : bool
        Whether to compute the values of vertices, and of edges.
    keep_on_device : bool
        Leave the values on the GPU: as CuPy arrays if CuPy is installed, otherwise as objects with `__dlpack__()`.
    devices : sequence of str or int, or "all", optional
        Several devices that share the searches, each with a copy of the graph, such as [0, 1]; "all": every GPU. A device may occur several
        times. Excludes keep_on_device.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    BetweennessResult

    Raises
    ------
    ValueError
        If both `sources` and `samples` are given, or `sources` is empty, or `weighted` or `load` is set and `device` names a GPU, or
        `load` is set with an option that does not apply to it.
    FormatError
        If a weight is negative, 0, or too small to change the length of a path, so that the number of shortest paths is unlimited.
    IndexError, KeyError, DeviceError, MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> found = fathom.betweenness(fathom.generate.path(4), edges=True, normalized=False)
    >>> found.vertices.tolist(), found.edges.tolist()
    ([0.0, 2.0, 2.0, 0.0], [3.0, 3.0, 4.0, 4.0, 3.0, 3.0])
    """
    g = _options.graph_of(graph)
    if sources is not None and samples is not None:
        raise ValueError("sources and samples are mutually exclusive; use one of them")
    listed = np.empty(0, np.int64) if sources is None else _options.vertices(g, sources, "sources")
    if sources is not None and listed.size == 0:
        raise ValueError("sources is empty; use None for all vertices")
    if flag(endpoints, "endpoints") and not flag(vertices, "vertices"):
        raise ValueError("endpoints applies to values of vertices; leave it out, or leave out vertices=False")
    device, several = _options.devices(device, devices, keep_on_device)
    with watching(progress) as watcher:
        of_vertices, of_edges, chosen, report = _core.betweenness(
            g._core, listed, _options.count(samples, "samples"), seed, normalized, weighted, load, endpoints, vertices, edges,
            keep_on_device, device, several, threads, watcher)
    if flag(keep_on_device, "keep_on_device"):
        of_vertices, of_edges = _arrays.from_core(of_vertices), _arrays.from_core(of_edges)
    return BetweennessResult(of_vertices, of_edges, g._names.named(chosen), Report(report))


@dataclass(frozen=True, eq=False)
class PagerankResult:
    """Result of :func:`pagerank` and :func:`personalized_pagerank`."""

    scores: npt.NDArray[np.floating[Any]]
    """Shape (n,), or (k, n) for k seeds: one score per vertex; scores sum to 1. On the GPU if `keep_on_device` was set."""
    report: Report
    """Report of the run, with `converged`, `iterations`, the last `change`, and times."""

    @property
    def ranks(self) -> npt.NDArray[np.floating[Any]]:
        """Deprecated name of `scores`."""
        warnings.warn("PagerankResult.ranks is deprecated; use scores", DeprecationWarning, stacklevel=2)
        return self.scores


def _is_single(dtype: npt.DTypeLike) -> bool:
    """Return whether scores of `dtype` are in single precision."""
    return data_type(dtype, (np.float64, np.float32)) == np.float32


def _check_walk(alpha: float, tol: float, max_iter: int) -> None:
    """Refuse values that the extension module would refuse by the names that they have in C++."""
    if isinstance(alpha, numbers.Real) and not 0 <= alpha <= 1:
        raise ValueError(f"alpha is {alpha}; give a probability, 0 to 1")
    if isinstance(tol, numbers.Real) and not tol >= 0:
        raise ValueError(f"tol is {tol}; give a positive number, or 0 for exactly max_iter iterations")
    if isinstance(max_iter, numbers.Integral) and int(max_iter) < 0:
        raise ValueError(f"max_iter is {max_iter}; give 0 or more")


def _with_warning(result: PagerankResult, tol: float) -> PagerankResult:
    """Warn if the scores have not converged. A tolerance of 0 asks for a number of iterations instead."""
    if tol > 0 and not result.report.converged:
        warnings.warn(f"PageRank has not converged after {result.report.iterations} iterations: the last change is "
                      f"{result.report.change:.2g}, and tol is {tol:g}; increase max_iter or tol", RuntimeWarning, stacklevel=3)
    return result


def pagerank(
    graph: Graph | PartitionedGraph,
    *,
    alpha: float = 0.85,
    personalization: Any = None,
    max_iter: int = 100,
    tol: float = 1e-6,
    start: Any = None,
    dangling: Any = None,
    weighted: bool = True,
    method: Literal["auto", "power", "gauss_seidel"] = "auto",
    full_precision: bool = False,
    dtype: npt.DTypeLike = np.float64,
    keep_on_device: bool = False,
    device: str = "auto",
    devices: _options.Devices = None,
    threads: int = 0,
    progress: Progress = None,
) -> PagerankResult:
    """Compute PageRank scores by NetworkX's definition. Scores do not depend on the number of threads.

    Parameters
    ----------
    alpha : float
        Probability of following an edge (the damping factor).
    personalization, start, dangling : array of n floats, optional
        Restart distribution, initial scores, and restart distribution of vertices without out-edges; any scale. None: uniform,
        or initial scores that save iterations toward `tol`.
    max_iter : int
        Maximum number of iterations.
    tol : float
        Stop once the L1 norm of the change of the scores is below `tol` (NetworkX's `tol` times n). 0: run exactly `max_iter` iterations.
    weighted : bool
        Follow edges in proportion to their weights in single precision, if there are any.
    method : {"auto", "power", "gauss_seidel"}
        Iteration method.
    full_precision : bool
        Propagate contributions in double precision from the first iteration on.
    dtype : data-type
        float64 or float32: type of the scores.
    keep_on_device : bool
        Leave the scores on the GPU: as a CuPy array if CuPy is installed, otherwise as an object with `__dlpack__()`.
    devices : sequence of str or int, or "all", optional
        Devices to partition the graph over, as in :func:`bfs`. Excludes keep_on_device, a dtype of float32, the method "gauss_seidel",
        and graphs with self-loops or parallel edges.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    PagerankResult

    Raises
    ------
    ValueError, DeviceError, MemoryError
        See :func:`bfs`.

    Warns
    -----
    RuntimeWarning
        If the scores have not converged after `max_iter` iterations; `report.converged` is False.

    Examples
    --------
    >>> g = fathom.Graph.from_edges(["a", "b", "c"], ["c", "c", "a"])
    >>> [round(score, 3) for score in fathom.pagerank(g).scores.tolist()]
    [0.464, 0.05, 0.486]
    """
    g = graph if isinstance(graph, PartitionedGraph) else _options.graph_of(graph)
    n = g.num_vertices
    single = _is_single(dtype)
    _check_walk(alpha, tol, max_iter)
    restart, leaving, first = (_arrays.doubles(values, name, n) for values, name in
                               ((personalization, "personalization"), (dangling, "dangling"), (start, "start")))
    device, several = _options.devices(device, devices)
    if several:
        _options.require_defaults("several devices", dtype=(single, False), keep_on_device=(keep_on_device, False))
    with watching(progress) as watcher:
        if isinstance(g, PartitionedGraph):
            _options.require_defaults("a PartitionedGraph", dtype=(single, False), keep_on_device=(keep_on_device, False),
                                      devices=(devices, None), threads=(threads, 0))
            scores, report = _core.partitioned_pagerank(g._core, alpha, tol, max_iter, restart, leaving, first, weighted, method,
                                                        full_precision, device, watcher)
        elif several:
            scores, report = _core.pagerank_over(g._core, alpha, tol, max_iter, restart, leaving, first, weighted, method,
                                                 full_precision, several, threads, watcher)
        else:
            scores, report = _core.pagerank(g._core, alpha, tol, max_iter, restart, leaving, first, weighted, method, full_precision,
                                            single, keep_on_device, not (g.weighted and weighted), device, threads, watcher)
    if flag(keep_on_device, "keep_on_device"):
        scores = _arrays.from_core(scores)
    return _with_warning(PagerankResult(scores, Report(report)), tol)


def personalized_pagerank(
    graph: Graph,
    seeds: Any,
    *,
    alpha: float = 0.85,
    max_iter: int = 100,
    tol: float = 1e-6,
    weighted: bool = True,
    full_precision: bool = False,
    dtype: npt.DTypeLike = np.float64,
    keep_on_device: bool = False,
    device: str = "auto",
    threads: int = 0,
    progress: Progress = None,
) -> PagerankResult:
    """Compute one vector of PageRank scores per seed, a vertex to which all jumps lead.

    Seeds are processed in batches, which read the graph once for all of their seeds: 16 on a CPU, 32 on a GPU. A batch ends when each
    of its seeds meets the tolerance.

    Parameters
    ----------
    seeds : sequence of vertices
        The seeds.
    graph, alpha, max_iter, tol, weighted, full_precision, dtype, keep_on_device, device, threads, progress
        See :func:`pagerank`.

    Returns
    -------
    PagerankResult
        With `scores` of shape (k, n): row i belongs to seeds[i].

    Raises
    ------
    ValueError, IndexError, KeyError, DeviceError, MemoryError
        See :func:`bfs`.

    Warns
    -----
    RuntimeWarning
        See :func:`pagerank`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2], [1, 2, 0])
    >>> fathom.personalized_pagerank(g, [0, 2]).scores.argmax(axis=1).tolist()
    [0, 2]
    """
    g = _options.graph_of(graph)
    listed = _options.vertices(g, seeds, "seeds")
    single = _is_single(dtype)
    _check_walk(alpha, tol, max_iter)
    with watching(progress) as watcher:
        scores, report = _core.personalized_pagerank(g._core, listed, alpha, tol, max_iter, weighted, full_precision, single,
                                                     keep_on_device, not (g.weighted and weighted), device, threads, watcher)
    if flag(keep_on_device, "keep_on_device"):
        scores = _arrays.from_core(scores)
    return _with_warning(PagerankResult(scores, Report(report)), tol)


def sampling_error(samples: int, num_vertices: int, failure: float = 0.01) -> float:
    """Bound the error of sampled closeness and harmonic centrality by Hoeffding's inequality.

    Parameters
    ----------
    samples : int
        Number of samples.
    num_vertices : int
        Number of vertices of the graph.
    failure : float
        Probability that the bound does not hold.

    Returns
    -------
    float
        Bound of the absolute error: of normalized harmonic centrality, and of the mean distance in units of the largest distance.

    Examples
    --------
    >>> round(fathom.sampling_error(1000, 50_000), 3)
    0.09
    """
    return _core.sampling_error(samples, num_vertices, failure)


__all__ = ["BetweennessResult", "CentralityResult", "PagerankResult", "betweenness", "closeness", "harmonic", "pagerank",
           "personalized_pagerank", "sampling_error"]
