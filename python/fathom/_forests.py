"""Minimum and maximum spanning forests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._progress import Progress, watching
from ._refusals import flag
from .report import Report


@dataclass(frozen=True, eq=False)
class SpanningForestResult:
    """Result of :func:`spanning_forest`."""

    edges: npt.NDArray[Any]
    """Shape (k, 2): names of the endpoints of the forest's edges, by ascending weight; for a maximum, by descending weight."""
    weights: npt.NDArray[np.float64]
    """Shape (k,): weights of these edges; 1 in a graph without weights."""
    total: float
    """Sum of the weights."""
    trees: int
    """Number of trees, which is that of the connected components."""
    report: Report
    """Report of the search."""


def spanning_forest(graph: Graph, *, maximum: bool = False, progress: Progress = None) -> SpanningForestResult:
    """Find a minimum or maximum spanning forest of an undirected graph: one tree per connected component, on one CPU thread.

    Kruskal's algorithm with filtering. Of the edges of equal weight, those that come first are preferred, in the order of Graph.nodes.

    Parameters
    ----------
    maximum : bool
        False: the total weight is the smallest possible. True: the largest.
    graph, progress
        See :func:`bfs`.

    Returns
    -------
    SpanningForestResult

    Raises
    ------
    ValueError
        If the graph is directed.

    Examples
    --------
    >>> g = fathom.Graph.from_edges(["a", "b", "c"], ["b", "c", "a"], [1.0, 2.0, 3.0], directed=False)
    >>> found = fathom.spanning_forest(g)
    >>> found.edges.tolist(), found.total
    ([['a', 'b'], ['b', 'c']], 3.0)
    >>> fathom.spanning_forest(g, maximum=True).total
    5.0
    """
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        ends, weights, total, trees, report = _core.spanning_forest(g._core, flag(maximum, "maximum"), watcher)
    return SpanningForestResult(g._names.named(ends.reshape(-1)).reshape(-1, 2), weights, total, trees, Report(report))


__all__ = ["SpanningForestResult", "spanning_forest"]
