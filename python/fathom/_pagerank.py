"""PageRank."""

from __future__ import annotations

import numbers
import warnings
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._partitioned import PartitionedGraph, collective
from ._progress import Progress, watching
from ._refusals import data_type, flag
from .report import Report


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


@collective
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

    Self-loops of the graph count. ``self_loops="keep"`` of :func:`read` and :meth:`Graph.from_edges` keeps them, as NetworkX does.

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
    g = graph if isinstance(graph, PartitionedGraph) else _options.graph_with_loops(graph, "pagerank")
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
    g = _options.graph_with_loops(graph, "personalized_pagerank")
    listed = _options.vertices(g, seeds, "seeds")
    single = _is_single(dtype)
    _check_walk(alpha, tol, max_iter)
    with watching(progress) as watcher:
        scores, report = _core.personalized_pagerank(g._core, listed, alpha, tol, max_iter, weighted, full_precision, single,
                                                     keep_on_device, not (g.weighted and weighted), device, threads, watcher)
    if flag(keep_on_device, "keep_on_device"):
        scores = _arrays.from_core(scores)
    return _with_warning(PagerankResult(scores, Report(report)), tol)


__all__ = ["PagerankResult", "pagerank", "personalized_pagerank"]
