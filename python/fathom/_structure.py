"""Components, eccentricities, diameter and radius, neighbourhoods."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._names import Names
from ._progress import Progress, watching
from .report import Report


@dataclass(frozen=True, eq=False)
class ComponentsResult:
    """Of the functions for components."""

    labels: npt.NDArray[np.int32]
    """n entries: the position of the first vertex of each vertex's component."""
    roots: npt.NDArray[np.int32]
    """The labels that occur, ascending: one per component."""
    sizes: npt.NDArray[np.int32]
    """Vertices of each of these components."""
    report: Report
    names: Names = field(repr=False)

    @property
    def count(self) -> int:
        """Components."""
        return self.roots.size

    @property
    def largest(self) -> npt.NDArray[Any]:
        """The vertices of the largest component as the input called them, in the order of Graph.nodes; of equal ones the component
        with the first vertex."""
        if self.count == 0:
            return np.empty(0, np.int64)
        return self.names.named(np.flatnonzero(self.labels == self.roots[np.argmax(self.sizes)]))


def _components(graph: Graph, kind: str, device: str, threads: int, progress: Progress) -> ComponentsResult:
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        labels, roots, sizes, report = _core.components(g._core, kind, device, threads, watcher)
    return ComponentsResult(labels, roots, sizes, Report(report), g._names)


def connected_components(graph: Graph, *, device: str = "auto", threads: int = 0, progress: Progress = None) -> ComponentsResult:
    """The parts of an undirected graph that are joined by paths. Raises ValueError for a directed one, which has two answers."""
    return _components(graph, "connected", device, threads, progress)


def weakly_connected_components(graph: Graph, *, device: str = "auto", threads: int = 0,
                                progress: Progress = None) -> ComponentsResult:
    """The same of any graph, the directions of its edges ignored."""
    return _components(graph, "weak", device, threads, progress)


def strongly_connected_components(graph: Graph, *, device: str = "auto", threads: int = 0,
                                  progress: Progress = None) -> ComponentsResult:
    """The largest sets of vertices each of which reaches all others. The CPU does it, whatever the device."""
    return _components(graph, "strong", device, threads, progress)


@dataclass(frozen=True, eq=False)
class EccentricityResult:
    """Of :func:`eccentricity`."""

    values: npt.NDArray[np.int32]
    """One for each vertex that was asked for."""
    report: Report


def eccentricity(graph: Graph, vertices: Any = None, *, device: str = "auto", threads: int = 0,
                 progress: Progress = None) -> EccentricityResult:
    """The largest distance from each of `vertices` (None: all) to a vertex that it reaches; 0 where it reaches no other.

    Exact, from few searches, each of which bounds the eccentricities of all (Takes, Kosters, Algorithms 6(1), 2013).
    """
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        values, report = _core.eccentricity(g._core, _options.vertices(g, vertices, "vertices"), device, threads, watcher)
    return EccentricityResult(values, Report(report))


@dataclass(frozen=True, eq=False)
class DiameterResult:
    """Of :func:`diameter`."""

    diameter: int
    """The largest finite distance of all."""
    radius: int
    """The smallest eccentricity in the largest component (of a directed graph: the largest strongly connected one)."""
    ends: tuple[Any, Any] | None
    """A pair of vertices at that distance, as the input called them; None without vertices."""
    centre: list[Any]
    """Vertices whose eccentricity is the radius, as the input called them: up to 10 of those found, at least one."""
    connected: bool
    """Of a directed graph: strongly."""
    report: Report


def diameter(graph: Graph, *, device: str = "auto", threads: int = 0, progress: Progress = None) -> DiameterResult:
    """Diameter and radius, each exact, from few searches. NetworkX refuses graphs that are not connected: see `connected`."""
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        found, report = _core.diameter(g._core, device, threads, watcher)
    ends = None if found["ends"] is None else (g._names.name(found["ends"][0]), g._names.name(found["ends"][1]))
    centre = [g._names.name(v) for v in found["centre"]]
    return DiameterResult(found["diameter"], found["radius"], ends, centre, found["connected"], Report(report))


@dataclass(frozen=True, eq=False)
class NeighborsResult:
    """Of :func:`neighbors`: rows one after another, entries offsets[i] to offsets[i + 1] - 1 for sources[i]."""

    offsets: npt.NDArray[np.uint64]
    vertices: npt.NDArray[Any]
    """As the input called them, within a row in the order of Graph.nodes, the source not among them."""
    distances: npt.NDArray[np.int32]
    """Of these vertices, 1 to `hops`."""
    sources: npt.NDArray[Any]
    """As the input called them."""
    report: Report

    def of(self, i: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32]]:
        """Vertices and distances of sources[i]: views."""
        row = slice(int(self.offsets[i]), int(self.offsets[i + 1]))
        return self.vertices[row], self.distances[row]


def neighbors(graph: Graph, sources: Any, hops: int = 1, *, device: str = "auto", threads: int = 0,
              progress: Progress = None) -> NeighborsResult:
    """The vertices within `hops` of each of `sources`, with their distances: 8 bytes a neighbour."""
    g = _options.graph_of(graph)
    listed = _options.vertices(g, sources, "sources")
    with watching(progress) as watcher:
        offsets, vertices, distances, report = _core.k_hop_neighbors(g._core, listed, _options.limit(hops, "hops"), device, threads,
                                                                     watcher)
    return NeighborsResult(offsets, g._names.named(vertices), distances, g._names.named(listed), Report(report))


def neighbor_counts(graph: Graph, sources: Any, hops: int, *, device: str = "auto", threads: int = 0,
                    progress: Progress = None) -> npt.NDArray[np.int64]:
    """How many vertices are at exactly 0, 1, ... hops from each of `sources`: shape (k, deepest + 1)."""
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        return _core.k_hop_counts(g._core, _options.vertices(g, sources, "sources"), _options.limit(hops, "hops"), device, threads,
                                  watcher)[0]


class ReachIndex:
    """Answers whether a selected vertex reaches any other within k hops, and in how many, by a look at a table.

    Made by :meth:`build` or :meth:`load`. Cheap to ask, from any number of threads.
    """

    __slots__ = ("_core", "_names")

    def __init__(self, held: _core.ReachIndex, names: Names | None = None) -> None:
        self._core = held
        self._names = names or Names(held.num_vertices)

    @classmethod
    def build(cls, graph: Graph, vertices: Any, k: int, *, device: str = "auto", threads: int = 0,
              progress: Progress = None) -> ReachIndex:
        """Searches k levels from each of `vertices` ("all": every one)."""
        g = _options.graph_of(graph)
        with watching(progress) as watcher:
            return cls(_core.build_reach_index(g._core, _options.vertices(g, vertices, "vertices"), _options.limit(k, "k"), device,
                                               threads, watcher), g._names)

    @classmethod
    def load(cls, path: str | os.PathLike[str], graph: Graph | None = None, *, trust: bool = False) -> ReachIndex:
        """Maps a file that save() wrote. Raises FormatError where it is damaged, or belongs to another graph than `graph`.

        Vertices are addressed as `graph` does; without it by position.
        """
        file = os.fspath(path)
        if not os.path.exists(file):
            raise FileNotFoundError(2, "No such file", file)
        return cls(_core.load_reach_index(file, None if graph is None else graph._core, trust), None if graph is None else graph._names)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the index; docs/reach-format.md says what."""
        self._core.save(os.fspath(path))

    def hops(self, source: Any, target: Any) -> Any:
        """Hops from a selected vertex to any other: 0 to k, or -1. Of two arrays: an array, pair by pair.

        Raises ValueError for a source that was not selected, IndexError for a number outside the graph, KeyError for what is not a name
        in a graph with names.
        """
        names = self._names
        if names.knows(source) and names.knows(target):
            return self._core.hops(names.position(source), names.position(target))
        pairs = np.broadcast_arrays(*(np.asarray(names.position(v) if names.knows(v) else names.positions_like(v, argument))
                                      for v, argument in ((source, "source"), (target, "target"))))
        return self._core.hops_of_pairs(*(np.ascontiguousarray(p.reshape(-1)) for p in pairs)).reshape(pairs[0].shape)

    def reaches(self, source: Any, target: Any) -> Any:
        """Whether target is within k hops of source. Of two arrays: an array."""
        found = self.hops(source, target)
        return found >= 0

    @property
    def k(self) -> int:
        return self._core.k

    @property
    def selected(self) -> npt.NDArray[Any]:
        """The vertices that may be sources, in the order of Graph.nodes."""
        return self._names.named(self._core.selected)

    @property
    def nbytes(self) -> int:
        return self._core.nbytes

    def __repr__(self) -> str:
        return f"<fathom.ReachIndex: {self.selected.size:,} of {self._core.num_vertices:,} vertices, k = {self.k}, {self.nbytes:,} bytes>"


__all__: Sequence[str] = ("ComponentsResult", "DiameterResult", "EccentricityResult", "NeighborsResult", "ReachIndex",
                          "connected_components", "diameter", "eccentricity", "neighbor_counts", "neighbors",
                          "strongly_connected_components", "weakly_connected_components")
