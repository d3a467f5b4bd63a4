"""Biconnected components, bridges and articulation points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._names import Names
from ._progress import Progress, watching
from ._refusals import flag, place
from .report import Report


@dataclass(frozen=True, eq=False)
class BiconnectedResult:
    """Result of :func:`biconnected_components`: concatenated lists, in which component i has entries offsets[i] to offsets[i + 1] - 1."""

    offsets: npt.NDArray[np.uint64]
    """Shape (count + 1,): offsets of the components in `vertices`."""
    vertices: npt.NDArray[Any]
    """Names of the vertices of each component. An articulation point is listed once in each of its components."""
    bridges: npt.NDArray[Any]
    """Shape (k, 2): names of the endpoints of the bridges."""
    articulation_points: npt.NDArray[Any]
    """Names of the articulation points, in the order of Graph.nodes."""
    edge_offsets: npt.NDArray[np.uint64] | None
    """With edges=True, shape (count + 1,): offsets of the components in `edges`."""
    edges: npt.NDArray[Any] | None
    """With edges=True, shape (m / 2, 2): names of the endpoints of each component's edges. Each edge is listed once; self-loops are in
    no component."""
    report: Report
    """Report of the search."""

    @property
    def count(self) -> int:
        """Number of biconnected components."""
        return max(self.offsets.size - 1, 0)

    def component(self, i: int) -> npt.NDArray[Any]:
        """Return the vertices of component i, as a view. Raises IndexError if there is no such component.

        Examples
        --------
        >>> found = fathom.biconnected_components(fathom.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False))
        >>> sorted(sorted(found.component(i).tolist()) for i in range(found.count))
        [[0, 1, 2], [2, 3]]
        """
        at = place(i, self.count, "component")
        return self.vertices[int(self.offsets[at]):int(self.offsets[at + 1])]

    def component_edges(self, i: int) -> npt.NDArray[Any]:
        """Return the edges of component i, as a view.

        Raises
        ------
        ValueError
            Without edges=True.
        IndexError
            If there is no such component.

        Examples
        --------
        >>> g = fathom.Graph.from_edges(["a"], ["b"], directed=False)
        >>> fathom.biconnected_components(g, edges=True).component_edges(0).tolist()
        [['a', 'b']]
        """
        if self.edges is None or self.edge_offsets is None:
            raise ValueError("the result has no edges; call biconnected_components() with edges=True")
        at = place(i, self.count, "component")
        return self.edges[int(self.edge_offsets[at]):int(self.edge_offsets[at + 1])]


def biconnected_components(graph: Graph, *, edges: bool = False, progress: Progress = None) -> BiconnectedResult:
    """Find the biconnected components, bridges and articulation points of an undirected graph, in linear time on one CPU thread.

    Any two edges of a biconnected component are on a common cycle. An edge on no cycle, a bridge, is a component of its own. An
    articulation point is a vertex of several components. Removing a bridge or an articulation point disconnects its neighbors. Of
    parallel edges, none is a bridge.

    Parameters
    ----------
    edges : bool
        Also list the edges of each component.
    graph, progress
        See :func:`bfs`.

    Returns
    -------
    BiconnectedResult

    Raises
    ------
    ValueError
        If the graph is directed.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 2, 3], [1, 2, 0, 3, 4], directed=False)
    >>> found = fathom.biconnected_components(g)
    >>> found.bridges.tolist(), found.articulation_points.tolist()
    ([[2, 3], [3, 4]], [2, 3])
    >>> [found.component(i).tolist() for i in range(found.count)]
    [[3, 4], [2, 3], [0, 1, 2]]
    """
    g = _options.graph_of(graph)
    with watching(progress) as watcher:
        offsets, vertices, bridge_ends, cuts, edge_offsets, edge_ends, report = _core.biconnected(g._core, flag(edges, "edges"), watcher)
    names = g._names
    return BiconnectedResult(offsets, names.named(vertices), _named_pairs(names, bridge_ends), names.named(cuts),
                             edge_offsets if edges else None, _named_pairs(names, edge_ends) if edges else None, Report(report))


def _named_pairs(names: Names, pairs: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
    return names.named(pairs.reshape(-1)).reshape(-1, 2)


def bridges(graph: Graph, *, progress: Progress = None) -> npt.NDArray[Any]:
    """Find the bridges of an undirected graph: the edges whose removal disconnects their endpoints.

    Parameters
    ----------
    graph, progress
        See :func:`bfs`.

    Returns
    -------
    ndarray, shape (k, 2)
        Names of the endpoints, the one that comes first in Graph.nodes first; in the order of Graph.nodes.

    Raises
    ------
    ValueError
        If the graph is directed.

    Examples
    --------
    >>> fathom.bridges(fathom.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False)).tolist()
    [[2, 3]]
    """
    return biconnected_components(graph, progress=progress).bridges


def articulation_points(graph: Graph, *, progress: Progress = None) -> npt.NDArray[Any]:
    """Find the articulation points of an undirected graph: the vertices whose removal disconnects some of their neighbors.

    Parameters
    ----------
    graph, progress
        See :func:`bfs`.

    Returns
    -------
    ndarray
        Names of the vertices, in the order of Graph.nodes.

    Raises
    ------
    ValueError
        If the graph is directed.

    Examples
    --------
    >>> fathom.articulation_points(fathom.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False)).tolist()
    [2]
    """
    return biconnected_components(graph, progress=progress).articulation_points


__all__ = ["BiconnectedResult", "articulation_points", "biconnected_components", "bridges"]
