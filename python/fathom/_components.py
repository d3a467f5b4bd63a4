"""Connected and strongly connected components."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._partitioned import PartitionedGraph, collective
from ._names import Names
from ._progress import Progress, watching
from ._refusals import flag
from .report import Report


@dataclass(frozen=True, eq=False)
class ComponentsResult:
    """Result of the connected-components functions."""

    labels: npt.NDArray[np.int32]
    """Shape (n,): position of the first vertex of each vertex's component. On the GPU if `keep_on_device` was set."""
    roots: npt.NDArray[np.int32]
    """Shape (count,): the distinct labels in ascending order, one per component."""
    sizes: npt.NDArray[np.int32]
    """Shape (count,): number of vertices of each component, in the order of `roots`."""
    report: Report
    """Report of the run."""
    names: Names = field(repr=False)
    """Names of the graph's vertices."""

    @property
    def count(self) -> int:
        """Number of components."""
        return self.roots.size

    @property
    def largest(self) -> npt.NDArray[Any]:
        """Names of the vertices of the largest component, in the order of Graph.nodes; ties go to the component of the first vertex."""
        return self.names.named(self.largest_positions)

    @property
    def largest_positions(self) -> npt.NDArray[np.int64]:
        """Positions of these vertices in Graph.nodes, ascending."""
        if self.count == 0:
            return np.empty(0, np.int64)
        return np.flatnonzero(_arrays.host(self.labels, "labels") == self.roots[np.argmax(self.sizes)])


def _components(graph: Graph | PartitionedGraph, kind: str, keep_on_device: bool, device: str, devices: _options.Devices, threads: int,
                progress: Progress) -> ComponentsResult:
    if isinstance(graph, PartitionedGraph):
        _options.require_defaults("a PartitionedGraph", keep_on_device=(keep_on_device, False), devices=(devices, None), threads=(threads, 0))
        with watching(progress) as watcher:
            labels, roots, sizes, report = _core.partitioned_components(graph._core, kind, device, watcher)
        return ComponentsResult(labels, roots, sizes, Report(report), graph._names)
    g = _options.graph_of(graph)
    device, several = _options.devices(device, devices, keep_on_device)
    with watching(progress) as watcher:
        labels, roots, sizes, report = (_core.components_over(g._core, kind, several, threads, watcher) if several else
                                        _core.components(g._core, kind, keep_on_device, device, threads, watcher))
    if flag(keep_on_device, "keep_on_device"):
        labels = _arrays.from_core(labels)
    return ComponentsResult(labels, roots, sizes, Report(report), g._names)


@collective
def connected_components(graph: Graph | PartitionedGraph, *, keep_on_device: bool = False, device: str = "auto",
                         devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> ComponentsResult:
    """Compute the connected components of an undirected graph.

    Parameters
    ----------
    keep_on_device : bool
        Leave the labels on the GPU: as a CuPy array if CuPy is installed, otherwise as an object with `__dlpack__()`.
    devices : sequence of str or int, or "all", optional
        Devices to partition the graph over, as in :func:`bfs`. Excludes keep_on_device.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    ComponentsResult

    Raises
    ------
    ValueError
        If the graph is directed; use :func:`weakly_connected_components` or :func:`strongly_connected_components`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 2, 3], [1, 3, 4], directed=False)
    >>> found = fathom.connected_components(g)
    >>> found.labels.tolist(), found.sizes.tolist(), found.largest.tolist()
    ([0, 0, 2, 2, 2], [2, 3], [2, 3, 4])
    """
    return _components(graph, "connected", keep_on_device, device, devices, threads, progress)


@collective
def weakly_connected_components(graph: Graph | PartitionedGraph, *, keep_on_device: bool = False, device: str = "auto",
                                devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> ComponentsResult:
    """Compute the connected components of any graph, ignoring edge directions.

    Parameters
    ----------
    keep_on_device, devices
        See :func:`connected_components`.
    graph, device, threads, progress
        See :func:`bfs`.

    Returns
    -------
    ComponentsResult

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 3], [1, 0, 2])
    >>> fathom.weakly_connected_components(g).labels.tolist()
    [0, 0, 2, 2]
    """
    return _components(graph, "weak", keep_on_device, device, devices, threads, progress)


@collective
def strongly_connected_components(graph: Graph | PartitionedGraph, *, keep_on_device: bool = False, device: str = "auto",
                                  devices: _options.Devices = None, threads: int = 0, progress: Progress = None) -> ComponentsResult:
    """Compute the strongly connected components: the maximal sets of vertices that are mutually reachable.

    Parameters
    ----------
    device : str
        See :func:`bfs`. A graph without in-edges is processed on the CPU.
    keep_on_device, devices
        See :func:`connected_components`.
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    ComponentsResult

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 3], [1, 0, 2])
    >>> fathom.strongly_connected_components(g).labels.tolist()
    [0, 0, 2, 3]
    """
    return _components(graph, "strong", keep_on_device, device, devices, threads, progress)


__all__ = ["ComponentsResult", "connected_components", "strongly_connected_components", "weakly_connected_components"]
