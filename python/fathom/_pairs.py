"""Shortest paths between two vertices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from . import _core, _options
from ._graph import Graph
from .report import Report


@dataclass(frozen=True, eq=False)
class PathResult:
    """Result of :func:`shortest_path`."""

    length: float
    """Number of hops, or sum of weights; infinity if there is no path."""
    vertices: list[Any]
    """Names of the vertices from source to target; empty if there is no path."""
    report: Report
    """Report of the search."""


def positions_between(graph: Graph, source: int, target: int, length: str) -> tuple[float, list[int], Any]:
    """Return the length of a shortest path between two positions, the positions along it, and the report."""
    # Searches reuse the memory of a finder. A thread takes one from the list, or makes another if all are in use.
    idle = graph._finders.setdefault(length, [])
    try:
        finder = idle.pop()
    except IndexError:
        finder = _core.path_finder(graph._core, length)
    try:
        found: tuple[float, list[int], Any] = finder.find(source, target)
        return found
    finally:
        idle.append(finder)


def shortest_path(graph: Graph, source: Any, target: Any, *, length: Literal["hops", "weights"] = "hops") -> PathResult:
    """Find a shortest path from one vertex to another by searches from both ends.

    The searches visit a small part of the graph, so that a pair takes microseconds, where :func:`bfs` and :func:`sssp`, which find the
    distances of all vertices, take milliseconds. A search has one thread and runs on the CPU.

    Parameters
    ----------
    graph : Graph
        See :func:`bfs`. The first call for a graph allocates 8 bytes per vertex, or 32 for weights, which later calls reuse.
    source, target : vertex
        Names of vertices if the input named vertices (see Graph.nodes), otherwise their numbers.
    length : {"hops", "weights"}
        Length of a path: the number of its edges, or the sum of their weights (1 for an edge without a weight).

    Returns
    -------
    PathResult

    Raises
    ------
    FormatError
        If a weight is negative and `length` is "weights"; the message names the edge. A subclass of ValueError.
    ValueError, IndexError, KeyError, MemoryError, KeyboardInterrupt
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 0], [1, 2, 3, 4], directed=False)
    >>> found = fathom.shortest_path(g, 3, 4)
    >>> found.length, found.vertices
    (4.0, [3, 2, 1, 0, 4])
    """
    g = _options.graph_of(graph)
    names = g._names
    if not isinstance(length, str):
        raise TypeError(f"length is {length!r} of type {type(length).__name__}; use 'hops' or 'weights'")
    total, path, report = positions_between(g, names.position(source), names.position(target), length)
    return PathResult(total, [names.name(v) for v in path], Report(report))


__all__ = ["PathResult", "shortest_path"]
