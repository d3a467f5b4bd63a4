"""Eccentricity, diameter and radius."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._progress import Progress, watching
from .report import Report


@dataclass(frozen=True, eq=False)
class EccentricityResult:
    """Result of :func:`eccentricity`."""

    values: npt.NDArray[np.int32]
    """One value per requested vertex."""
    report: Report
    """Report of the run."""


def eccentricity(graph: Graph, vertices: Any = None, *, device: str = "auto", devices: _options.Devices = None, threads: int = 0,
                 progress: Progress = None) -> EccentricityResult:
    """Compute the eccentricity of each of `vertices`: the largest distance to a reachable vertex; 0 if no other vertex is reachable.

    Exact, and usually from few searches: each search bounds the eccentricity of all vertices (Takes, Kosters, Algorithms 6(1), 2013).

    Parameters
    ----------
    vertices : sequence of vertices, optional
        None: all vertices.
    devices : sequence of str or int, or "all", optional
        Several devices that share the searches, each with a copy of the graph, such as [0, 1]; "all": every GPU. A device may occur several
        times.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    EccentricityResult

    Raises
    ------
    IndexError, KeyError, DeviceError, MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> fathom.eccentricity(fathom.generate.path(4)).values.tolist()
    [3, 2, 2, 3]
    """
    g = _options.graph_of(graph)
    listed = _options.vertices(g, vertices, "vertices")
    if listed.size == 0:  # the extension module takes an empty list for all vertices
        return EccentricityResult(np.empty(0, np.int32), Report(_core.report_of_no_searches()))
    device, several = _options.devices(device, devices)
    with watching(progress) as watcher:
        values, report = _core.eccentricity(g._core, listed, device, several, threads, watcher)
    return EccentricityResult(values, Report(report))


@dataclass(frozen=True, eq=False)
class DiameterResult:
    """Result of :func:`diameter`."""

    diameter: int
    """Largest finite distance between any two vertices."""
    radius: int
    """Smallest eccentricity in the largest component (in a directed graph, the largest strongly connected component)."""
    ends: tuple[Any, Any] | None
    """Names of two vertices whose distance is the diameter; None for a graph without vertices."""
    centre: list[Any]
    """Names of 1 to 10 vertices whose eccentricity is the radius."""
    connected: bool
    """Whether the graph is connected; strongly connected, if directed."""
    report: Report
    """Report of the run."""


def diameter(graph: Graph, *, device: str = "auto", devices: _options.Devices = None, threads: int = 0,
             progress: Progress = None) -> DiameterResult:
    """Compute the exact diameter and radius, usually from few searches.

    Unlike NetworkX, this accepts graphs that are not connected: see `connected` of the result.

    Parameters
    ----------
    graph, device, threads, progress
        See :func:`bfs`.
    devices
        See :func:`eccentricity`.

    Returns
    -------
    DiameterResult

    Examples
    --------
    >>> found = fathom.diameter(fathom.generate.path(5))
    >>> found.diameter, found.radius, found.centre, found.connected
    (4, 2, [2], True)
    """
    g = _options.graph_of(graph)
    device, several = _options.devices(device, devices)
    with watching(progress) as watcher:
        found, report = _core.diameter(g._core, device, several, threads, watcher)
    ends = None if found["ends"] is None else (g._names.name(found["ends"][0]), g._names.name(found["ends"][1]))
    centre = [g._names.name(v) for v in found["centre"]]
    return DiameterResult(found["diameter"], found["radius"], ends, centre, found["connected"], Report(report))


__all__ = ["DiameterResult", "EccentricityResult", "diameter", "eccentricity"]
