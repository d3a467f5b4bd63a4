"""Centrality by shortest paths: closeness, harmonic, betweenness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._progress import Progress, watching
from ._refusals import flag
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


__all__ = ["BetweennessResult", "CentralityResult", "betweenness", "closeness", "harmonic", "sampling_error"]
