"""Which vertices and edges matter: closeness, harmonic, betweenness, PageRank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._progress import Progress, watching
from .report import Report

_SEED = 27491095


@dataclass(frozen=True, eq=False)
class CentralityResult:
    """Of :func:`closeness` and :func:`harmonic`."""

    values: npt.NDArray[np.float64]
    """One for each vertex that was asked for."""
    samples: npt.NDArray[Any]
    """The vertices that an estimate was made from, as the input called them; empty for exact values."""
    report: Report


def _nearness(graph: Graph, harmonic: bool, vertices: Any, samples: int | None, seed: int, improved: bool, normalized: bool, device: str,
              threads: int, progress: Progress) -> CentralityResult:
    g = _options.graph_of(graph)
    wanted = np.empty(0, np.int64) if vertices is None else _options.vertices(g, vertices, "vertices")
    if vertices is not None and wanted.size == 0:
        return CentralityResult(np.empty(0), np.empty(0, np.int32), Report({"algorithm": "multi_bfs", "seconds": 0.0}))
    with watching(progress) as watcher:
        values, chosen, report = _core.nearness(g._core, harmonic, wanted, _options.count(samples, "samples"), seed, improved,
                                                normalized, device, threads, watcher)
    return CentralityResult(values, g._names.named(chosen), Report(report))


def closeness(graph: Graph, vertices: Any = None, *, samples: int | None = None, seed: int = _SEED, improved: bool = True,
              device: str = "auto", threads: int = 0, progress: Progress = None) -> CentralityResult:
    """Closeness of each of `vertices` (None: all), as NetworkX defines it: from distances to the vertex, without weights.

    Args:
        samples: estimate from this many random searches instead of one for each vertex; None: exact.
        improved: Wasserman and Faust's factor for graphs that are not connected.
    """
    return _nearness(graph, False, vertices, samples, seed, improved, False, device, threads, progress)


def harmonic(graph: Graph, vertices: Any = None, *, samples: int | None = None, seed: int = _SEED, normalized: bool = False,
             device: str = "auto", threads: int = 0, progress: Progress = None) -> CentralityResult:
    """Harmonic centrality: the sum of 1 / distance to the vertex over all others with a path to it.

    Args:
        normalized: divided by n - 1, which lies within 0 and 1; NetworkX does not.
        others: see :func:`closeness`.
    """
    return _nearness(graph, True, vertices, samples, seed, True, normalized, device, threads, progress)


@dataclass(frozen=True, eq=False)
class BetweennessResult:
    """Of :func:`betweenness`. What was not asked for is None."""

    vertices: npt.NDArray[np.float64] | None
    """n values."""
    edges: npt.NDArray[np.float64] | None
    """A value for each directed edge as stored, in the order of Graph.indices; equal for the two of an undirected edge."""
    samples: npt.NDArray[Any]
    """The vertices searched from, as the input called them; empty for exact values."""
    report: Report


def betweenness(
    graph: Graph,
    *,
    sources: Any = None,
    samples: int | None = None,
    seed: int = _SEED,
    normalized: bool = True,
    endpoints: bool = False,
    vertices: bool = True,
    edges: bool = False,
    device: str = "auto",
    threads: int = 0,
    progress: Progress = None,
) -> BetweennessResult:
    """Through which vertices and edges shortest paths lead (Brandes, 2001), scaled as in NetworkX 3.6; weights do not count.

    Args:
        sources: search from these alone; samples: from this many random ones; without either from all, which is exact.
        endpoints: a path counts for its two ends, too.
        vertices, edges: what to compute.
    """
    g = _options.graph_of(graph)
    if sources is not None and samples is not None:
        raise ValueError("sources and samples exclude each other")
    listed = np.empty(0, np.int64) if sources is None else _options.vertices(g, sources, "sources")
    if sources is not None and listed.size == 0:
        raise ValueError("sources is empty; None means all vertices")
    with watching(progress) as watcher:
        of_vertices, of_edges, chosen, report = _core.betweenness(
            g._core, listed, _options.count(samples, "samples"), seed, normalized, endpoints, vertices, edges, device, threads, watcher)
    return BetweennessResult(of_vertices, of_edges, g._names.named(chosen), Report(report))


@dataclass(frozen=True, eq=False)
class PagerankResult:
    """Of :func:`pagerank`."""

    ranks: npt.NDArray[np.float64]
    """n values, whose sum is 1."""
    report: Report
    """`converged`, `iterations`, the last `change`, and where the time went."""


def pagerank(
    graph: Graph,
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
    device: str = "auto",
    threads: int = 0,
    progress: Progress = None,
) -> PagerankResult:
    """PageRank by NetworkX's definition.

    Args:
        alpha: the probability of following an edge.
        tol: ends once an iteration changes all ranks together by less than this (NetworkX's `tol` times n); 0: exactly max_iter.
        personalization, dangling, start: n values in any proportion; None: all alike.
        weighted: edges are followed in proportion to their weights, where there are any.
        full_precision: what vertices hand on is in double precision from the first iteration on.

    The ranks are the same with any number of threads. Where they have not converged after max_iter, report.converged is False.
    """
    g = _options.graph_of(graph)
    n = g.num_vertices
    with watching(progress) as watcher:
        ranks, report = _core.pagerank(g._core, alpha, tol, max_iter, _arrays.doubles(personalization, "personalization", n),
                                       _arrays.doubles(dangling, "dangling", n), _arrays.doubles(start, "start", n), weighted, method,
                                       full_precision, not (g.weighted and weighted), device, threads, watcher)
    return PagerankResult(ranks, Report(report))


def sampling_error(samples: int, num_vertices: int, failure: float = 0.01) -> float:
    """How far off estimates of closeness and harmonic centrality from so many samples may be, with probability 1 - failure: in
    units of 1 for normalised harmonic centrality, of the largest distance for the mean distance (Hoeffding's inequality)."""
    return _core.sampling_error(samples, num_vertices, failure)


__all__: Sequence[str] = ("BetweennessResult", "CentralityResult", "PagerankResult", "betweenness", "closeness", "harmonic", "pagerank",
                          "sampling_error")
