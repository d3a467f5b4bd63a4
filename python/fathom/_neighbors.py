"""Neighborhoods of up to k hops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._progress import Progress, watching
from ._refusals import place
from .report import Report


@dataclass(frozen=True, eq=False)
class NeighborsResult:
    """Result of :func:`neighbors`: concatenated rows, with entries offsets[i] to offsets[i + 1] - 1 for sources[i]."""

    offsets: npt.NDArray[np.uint64]
    """Shape (k + 1,): offsets of the rows."""
    vertices: npt.NDArray[Any]
    """Names of vertices, in the order of Graph.nodes within a row, excluding the source."""
    distances: npt.NDArray[np.int32]
    """Distances of these vertices, 1 to `hops`."""
    sources: npt.NDArray[Any]
    """Shape (k,): names of the sources."""
    report: Report
    """Report of the run."""

    def of(self, i: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32]]:
        """Return the vertices and distances of sources[i], as views. Raises IndexError if there is no such source.

        Examples
        --------
        >>> vertices, distances = fathom.neighbors(fathom.generate.path(4), [3], hops=2).of(0)
        >>> vertices.tolist(), distances.tolist()
        ([1, 2], [2, 1])
        """
        at = place(i, len(self.sources), "source")
        row = slice(int(self.offsets[at]), int(self.offsets[at + 1]))
        return self.vertices[row], self.distances[row]


def neighbors(graph: Graph, sources: Any, hops: int = 1, *, device: str = "auto", devices: _options.Devices = None,
              threads: int = 0, progress: Progress = None) -> NeighborsResult:
    """List the vertices within `hops` of each of `sources`, with their distances, in 8 bytes per neighbor.

    Parameters
    ----------
    sources : sequence of k vertices
    hops : int
        Largest distance.
    graph, device, threads, progress
        See :func:`bfs`.
    devices
        See :func:`multi_bfs`.

    Returns
    -------
    NeighborsResult

    Raises
    ------
    ValueError, IndexError, KeyError, DeviceError, MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> found = fathom.neighbors(fathom.generate.path(6), [0, 3], hops=2)
    >>> [row.tolist() for row in found.of(1)]
    [[1, 2, 4, 5], [2, 1, 1, 2]]
    """
    g = _options.graph_of(graph)
    listed, limit = _options.vertices(g, sources, "sources"), _options.required_limit(hops, "hops")
    device, several = _options.devices(device, devices)
    if listed.size == 0:
        none = np.empty(0, np.int32)
        return NeighborsResult(np.zeros(1, np.uint64), g._names.named(none), none, g._names.named(none), Report(_core.report_of_no_searches()))
    with watching(progress) as watcher:
        offsets, vertices, distances, report = _core.k_hop_neighbors(g._core, listed, limit, device, several, threads, watcher)
    return NeighborsResult(offsets, g._names.named(vertices), distances, g._names.named(listed), Report(report))


def neighbor_counts(graph: Graph, sources: Any, hops: int, *, device: str = "auto", devices: _options.Devices = None,
                    threads: int = 0, progress: Progress = None) -> npt.NDArray[np.int64]:
    """Count the vertices at exactly 0, 1, ... hops from each of `sources`.

    Parameters
    ----------
    sources : sequence of k vertices
    hops : int
        Largest distance.
    graph, device, threads, progress
        See :func:`bfs`.
    devices
        See :func:`multi_bfs`.

    Returns
    -------
    ndarray of int64, shape (k, d + 1)
        d is the largest distance that any search reached; shorter rows are padded with zeros.

    Raises
    ------
    ValueError, IndexError, KeyError, DeviceError, MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> fathom.neighbor_counts(fathom.generate.star(5), [0, 1], hops=2).tolist()
    [[1, 4, 0], [1, 1, 3]]
    """
    g = _options.graph_of(graph)
    listed, limit = _options.vertices(g, sources, "sources"), _options.required_limit(hops, "hops")
    device, several = _options.devices(device, devices)
    if listed.size == 0:
        return np.empty((0, 1), np.int64)
    with watching(progress) as watcher:
        return _core.k_hop_counts(g._core, listed, limit, device, several, threads, watcher)[0]


__all__ = ["NeighborsResult", "neighbor_counts", "neighbors"]
