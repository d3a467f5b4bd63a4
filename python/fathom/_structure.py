"""Components, eccentricity, diameter and radius, k-hop neighborhoods."""

from __future__ import annotations

import os
import pathlib
import tempfile
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._partitioned import PartitionedGraph
from ._names import Names
from ._progress import Progress, watching
from ._refusals import file_name, flag
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
        """Return the vertices and distances of sources[i], as views."""
        row = slice(int(self.offsets[i]), int(self.offsets[i + 1]))
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
    listed, limit = _options.vertices(g, sources, "sources"), _options.limit(hops, "hops")
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
    listed, limit = _options.vertices(g, sources, "sources"), _options.limit(hops, "hops")
    device, several = _options.devices(device, devices)
    if listed.size == 0:
        return np.empty((0, 1), np.int64)
    with watching(progress) as watcher:
        return _core.k_hop_counts(g._core, listed, limit, device, several, threads, watcher)[0]


class ReachIndex:
    """Index of the distances up to k hops from selected vertices to all others. A query is one table lookup.

    Create it with :meth:`build` or :meth:`load`. Queries are thread-safe.
    """

    __slots__ = ("_core", "_names")

    def __init__(self, held: _core.ReachIndex, names: Names | None = None) -> None:
        self._core = held
        self._names = names or Names(held.num_vertices)

    @classmethod
    def build(cls, graph: Graph, vertices: Any, k: int, *, device: str = "auto", threads: int = 0,
              progress: Progress = None) -> ReachIndex:
        """Build an index by searching k levels from each of `vertices`.

        Parameters
        ----------
        vertices : sequence of vertices
            The possible sources of queries. "all": every vertex.
        k : int
            Largest distance.
        graph, device, threads, progress
            See :func:`bfs`.

        Returns
        -------
        ReachIndex

        Raises
        ------
        ValueError, IndexError, KeyError, DeviceError, MemoryError
            See :func:`bfs`.

        Examples
        --------
        >>> index = fathom.ReachIndex.build(fathom.generate.path(6), [0, 3], k=2)
        >>> index.hops(0, 2), index.hops(0, 3), index.reaches(3, [1, 5]).tolist()
        (2, -1, [True, True])
        """
        g = _options.graph_of(graph)
        with watching(progress) as watcher:
            return cls(_core.build_reach_index(g._core, _options.vertices(g, vertices, "vertices"), _options.limit(k, "k"), device,
                                               threads, watcher), g._names)

    @classmethod
    def load(cls, path: str | os.PathLike[str], graph: Graph | None = None, *, trust: bool = False) -> ReachIndex:
        """Memory-map an index file written by :meth:`save`.

        Parameters
        ----------
        path : path-like
        graph : Graph, optional
            Graph of the index, whose names identify vertices. None: vertices are identified by position.
        trust : bool
            Skip the verification of the file, if it is from a trusted source.

        Returns
        -------
        ReachIndex

        Raises
        ------
        FileNotFoundError
            If `path` does not exist.
        FormatError
            If the file is damaged or belongs to a graph other than `graph`.

        Examples
        --------
        >>> g = fathom.generate.path(6)
        >>> fathom.ReachIndex.build(g, [0], k=2).save("path.reach")
        >>> fathom.ReachIndex.load("path.reach", g).hops(0, [1, 2, 3]).tolist()
        [1, 2, -1]
        """
        file = file_name(path)
        if not os.path.exists(file):
            raise FileNotFoundError(2, "No such file", file)
        return cls(_core.load_reach_index(file, None if graph is None else graph._core, trust), None if graph is None else graph._names)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the index to a file in the format of docs/reach-format.md. Raises OSError if it cannot be written."""
        self._core.save(file_name(path))

    def hops(self, source: Any, target: Any) -> Any:
        """Return the number of hops from a selected vertex to any vertex.

        Parameters
        ----------
        source, target : vertex or array of vertices
            Arrays are broadcast against each other.

        Returns
        -------
        int or ndarray of int32
            0 to k; -1 if the distance is greater than k.

        Raises
        ------
        ValueError
            If a source was not selected.
        IndexError
            If a vertex number is outside the graph.
        KeyError
            If a vertex is not a name, in a graph with names.
        """
        names = self._names
        if names.knows(source) and names.knows(target):
            return self._core.hops(names.position(source), names.position(target))
        pairs = np.broadcast_arrays(*(np.asarray(names.position(v) if names.knows(v) else names.positions_like(v, argument))
                                      for v, argument in ((source, "source"), (target, "target"))))
        return self._core.hops_of_pairs(*(np.ascontiguousarray(p.reshape(-1)) for p in pairs)).reshape(pairs[0].shape)

    def reaches(self, source: Any, target: Any) -> Any:
        """Return whether `target` is within k hops of `source`, elementwise for arrays; see :meth:`hops`."""
        found = self.hops(source, target)
        return found >= 0

    @property
    def k(self) -> int:
        """Largest distance in the index."""
        return self._core.k

    @property
    def selected(self) -> npt.NDArray[Any]:
        """Names of the selected vertices, in the order of Graph.nodes."""
        return self._names.named(self._core.selected)

    @property
    def nbytes(self) -> int:
        """Size of the index in bytes."""
        return self._core.nbytes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the content of the index's file, and the names of the vertices."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "index.reach")
            self.save(path)
            return _restore_index, (path.read_bytes(), self._names)

    def __repr__(self) -> str:
        return f"<fathom.ReachIndex: {self.selected.size:,} of {self._core.num_vertices:,} vertices, k = {self.k}, {self.nbytes:,} bytes>"


def _restore_index(content: bytes, names: Names) -> ReachIndex:
    with tempfile.TemporaryDirectory() as folder:  # the mapped file remains readable when its name is gone
        path = pathlib.Path(folder, "index.reach")
        path.write_bytes(content)
        return ReachIndex(_core.load_reach_index(str(path), None, True), names)


__all__ = ["ComponentsResult", "DiameterResult", "EccentricityResult", "NeighborsResult", "ReachIndex", "connected_components",
           "diameter", "eccentricity", "neighbor_counts", "neighbors", "strongly_connected_components",
           "weakly_connected_components"]
