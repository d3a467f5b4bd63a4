"""Topological order, cycles and longest paths of directed acyclic graphs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._pairs import PathResult
from ._progress import Progress, watching
from ._refusals import place
from .report import Report


@dataclass(frozen=True, eq=False)
class TopologicalOrderResult:
    """Result of :func:`topological_order`."""

    order: npt.NDArray[Any]
    """Names of the vertices, generation by generation, without those on cycles and all that they reach."""
    offsets: npt.NDArray[np.int32]
    """Shape (generations + 1,): generation i has the entries offsets[i] to offsets[i + 1] - 1 of `order`."""
    cycle: list[Any]
    """Names of the vertices of some cycle, along its edges; empty if the graph is acyclic."""
    report: Report
    """Report of the search."""

    @property
    def acyclic(self) -> bool:
        """Whether the graph has no cycle."""
        return not self.cycle

    @property
    def generations(self) -> int:
        """Number of generations."""
        return self.offsets.size - 1

    def generation(self, i: int) -> npt.NDArray[Any]:
        """Return the vertices of generation i, as a view: those to which the longest path has i edges.

        Raises IndexError if there is no such generation.

        Examples
        --------
        >>> g = fathom.Graph.from_edges([0, 0, 1], [1, 2, 3])
        >>> fathom.topological_order(g).generation(1).tolist()
        [1, 2]
        """
        at = place(i, self.generations, "generation")
        return self.order[self.offsets[at]:self.offsets[at + 1]]


def topological_order(graph: Graph, *, progress: Progress = None) -> TopologicalOrderResult:
    """Order the vertices so that edges lead from earlier to later ones, or find a cycle, on one CPU thread.

    Edges are those stored: an undirected edge is a cycle of two, and a self-loop that was kept is a cycle.

    Parameters
    ----------
    graph, progress
        See :func:`bfs`.

    Returns
    -------
    TopologicalOrderResult

    Examples
    --------
    >>> found = fathom.topological_order(fathom.Graph.from_edges(["cut", "glue", "cut"], ["glue", "paint", "sand"]))
    >>> found.acyclic, [found.generation(i).tolist() for i in range(found.generations)]
    (True, [['cut'], ['glue', 'sand'], ['paint']])
    """
    g = _options.graph_with_loops(graph, "topological_order")
    with watching(progress) as watcher:
        order, offsets, cycle, report = _core.topological_order(g._core, watcher)
    return TopologicalOrderResult(g._names.named(order), offsets, [g._names.name(v) for v in cycle.tolist()], Report(report))


def longest_path(graph: Graph, *, length: Literal["hops", "weights"] = "hops", progress: Progress = None) -> PathResult:
    """Find a longest path of a directed acyclic graph, on one CPU thread.

    Parameters
    ----------
    length : {"hops", "weights"}
        Length of a path: the number of its edges, or the sum of their weights (1 for an edge without a weight). If all paths have
        negative lengths, the result is one vertex, of length 0.
    graph, progress
        See :func:`bfs`.

    Returns
    -------
    PathResult

    Raises
    ------
    ValueError
        If the graph has a cycle; the message names one.

    Examples
    --------
    >>> found = fathom.longest_path(fathom.Graph.from_edges([0, 1, 0], [1, 2, 2]))
    >>> found.length, found.vertices
    (2.0, [0, 1, 2])
    """
    g = _options.graph_with_loops(graph, "longest_path")
    with watching(progress) as watcher:
        total, path, report = _core.longest_path(g._core, length, watcher)
    return PathResult(total, [g._names.name(v) for v in path.tolist()], Report(report))


def transitive_reduction(graph: Graph, *, threads: int = 0, progress: Progress = None) -> Graph:
    """Return an acyclic graph without the edges whose endpoints are also joined by a longer path, computed on the CPU.

    This is the only smallest graph in which the same vertices reach each other.

    Parameters
    ----------
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    Graph
        With the same vertices, names and weights.

    Raises
    ------
    ValueError
        If the graph has a cycle; the message names one. An undirected edge is a cycle of two.
    MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> tasks = fathom.Graph.from_edges(["cut", "glue", "cut"], ["glue", "paint", "paint"])
    >>> fathom.transitive_reduction(tasks).to_pandas().values.tolist()
    [['cut', 'glue'], ['glue', 'paint']]
    """
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        held, _ = _core.transitive_reduction(g._core, threads, watcher)
    return Graph(held, g._nodes)


__all__ = ["TopologicalOrderResult", "longest_path", "topological_order", "transitive_reduction"]
