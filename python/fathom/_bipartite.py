"""Two-colorings of bipartite graphs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._names import Names
from ._progress import Progress, watching
from .report import Report


@dataclass(frozen=True, eq=False)
class BipartiteResult:
    """Result of :func:`two_coloring`."""

    colors: npt.NDArray[np.uint8] | None
    """Shape (n,): 0 or 1; None if the graph is not bipartite. In each component, the first vertex with an out-edge has color 0, and
    isolated vertices have color 0."""
    odd_cycle: list[Any]
    """Names of the vertices of some cycle of an odd number of edges, in order; empty if the graph is bipartite."""
    report: Report
    """Report of the search."""
    _names: Names

    @property
    def bipartite(self) -> bool:
        """Whether the graph is bipartite."""
        return self.colors is not None

    def part(self, color: int) -> npt.NDArray[Any]:
        """Return the names of the vertices of a color, 0 or 1. Raises ValueError if the graph is not bipartite, or for another color.

        Examples
        --------
        >>> fathom.two_coloring(fathom.generate.path(4)).part(1).tolist()
        [1, 3]
        """
        if self.colors is None:
            raise ValueError("the graph is not bipartite; odd_cycle has a cycle of an odd number of edges")
        if color not in (0, 1):
            raise ValueError(f"color is {color!r}; use 0 or 1")
        return self._names.named(np.flatnonzero(self.colors == color))


def two_coloring(graph: Graph, *, progress: Progress = None) -> BipartiteResult:
    """Color the vertices of a bipartite graph so that every edge joins two colors, or find an odd cycle, on one CPU thread.

    Directions of edges are ignored. A self-loop that was kept is a cycle of one edge.

    Parameters
    ----------
    graph, progress
        See :func:`bfs`.

    Returns
    -------
    BipartiteResult

    Examples
    --------
    >>> found = fathom.two_coloring(fathom.Graph.from_edges(["ann", "bob", "ann"], ["chess", "chess", "go"]))
    >>> found.bipartite, list(found.part(0)), list(found.part(1))
    (True, ['ann', 'bob'], ['chess', 'go'])
    """
    g = _options.graph_with_loops(graph, "two_coloring")
    with watching(progress) as watcher:
        colors, cycle, report = _core.two_coloring(g._core, watcher)
    odd_cycle = [g._names.name(v) for v in cycle.tolist()]
    return BipartiteResult(None if odd_cycle else colors, odd_cycle, Report(report), g._names)


__all__ = ["BipartiteResult", "two_coloring"]
