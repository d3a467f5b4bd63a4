"""Communities, and the efficiency of neighborhoods."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._names import Names
from ._progress import Progress, watching
from ._refusals import flag, place
from ._seed import SEED
from .report import Report

_ALL_LEVELS = 0x7FFFFFFF


@dataclass(frozen=True, eq=False)
class CommunitiesResult:
    """Result of :func:`communities` and :func:`label_propagation`."""

    labels: npt.NDArray[np.int32]
    """Shape (n,): number of the community of each vertex, from 0 in the order of their first vertices."""
    count: int
    """Number of communities."""
    modularity: float
    """Modularity of the communities: the fraction of edges within communities, less that of random edges.

    Of :func:`communities`, with its weights and resolution; of :func:`label_propagation`, without weights.
    """
    report: Report
    """Report of the search."""
    _names: Names
    levels: list[npt.NDArray[np.int32]] = field(default_factory=list)
    """Of :func:`communities` with `all_levels`: labels of each level, shape (n,). Communities are unions of those of the level before."""

    def community(self, i: int) -> npt.NDArray[Any]:
        """Return the names of the vertices of community i. Raises IndexError if there is no such community.

        Examples
        --------
        >>> g = fathom.Graph.from_edges(["a", "b", "c", "d"], ["b", "a", "d", "c"], directed=False)
        >>> list(fathom.communities(g).community(1))
        ['c', 'd']
        """
        return self._names.named(np.flatnonzero(self.labels == place(i, self.count, "community")))


def communities(graph: Graph, *, method: Literal["louvain", "leiden"] = "louvain", weighted: bool = True, resolution: float = 1.0,
                threshold: float = 1e-7, max_levels: int | None = None, seed: int = SEED, all_levels: bool = False, threads: int = 0,
                progress: Progress = None) -> CommunitiesResult:
    """Find communities of high modularity in an undirected graph by the Louvain or Leiden method, on the CPU.

    Vertices move to the community of a neighbor, or to a new one, where modularity gains most. Then communities become the vertices
    of a coarser graph, and so on. Finally they are refined from the coarsest level to the graph itself: no move of one vertex
    increases the modularity of the result. It depends on `seed` and not on `threads`. Self-loops count, as in :func:`pagerank`.

    Parameters
    ----------
    method : {"louvain", "leiden"}
        With "leiden", the vertices of a coarser graph are well-connected parts of communities, and each community of the result is
        connected (Traag, Waltman, van Eck, 2019).
    weighted : bool
        Count edges by their weights, which must not be negative, if the graph has weights.
    resolution : float
        Factor of the expected edges in the modularity, at least 0: above 1 for smaller communities, below 1 for larger ones.
    threshold : float
        Coarsening ends when a level improves modularity by no more than this.
    max_levels : int, optional
        Limit of the number of levels. None by default.
    seed : int
        Selects the order in which vertices are updated.
    all_levels : bool
        Return the communities of each level, before they are refined, in `levels`.
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    CommunitiesResult
        `report["levels"]` has the communities and the modularity of each level.

    Raises
    ------
    ValueError
        If the graph is directed, an option is out of its range, or a weight is negative.
    MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 2, 3, 4, 5], [1, 2, 0, 3, 4, 5, 3], directed=False)
    >>> found = fathom.communities(g)
    >>> found.labels.tolist(), found.count, round(found.modularity, 4)
    ([0, 0, 0, 1, 1, 1], 2, 0.3571)
    >>> fathom.communities(g, resolution=0).count
    1
    >>> found = fathom.communities(g, method="leiden", all_levels=True)
    >>> found.count, found.levels[-1].tolist()
    (2, [0, 0, 0, 1, 1, 1])
    """
    g = _options.graph_with_loops(graph, "communities")
    if method not in ("louvain", "leiden"):
        raise ValueError(f"method is {method!r}; use 'louvain' or 'leiden'")
    most = _options.count(max_levels, "max_levels") or _ALL_LEVELS
    with watching(progress) as watcher:
        labels, count, modularity, levels, report = _core.louvain(
            g._core, method == "leiden", flag(weighted, "weighted"), resolution, threshold, most, seed, flag(all_levels, "all_levels"), threads, watcher)
    return CommunitiesResult(labels, count, modularity, Report(report), g._names, levels)


def label_propagation(graph: Graph, *, threads: int = 0, progress: Progress = None) -> CommunitiesResult:
    """Find communities of an undirected graph by semi-synchronous label propagation, on the CPU.

    Each vertex takes the most frequent label of its neighbors until no label changes. The vertices are colored so that neighbors
    differ, and the vertices of one color are updated at once, so that the search ends and the result is the same for any number of
    threads. Weights are ignored. Self-loops count, as in :func:`pagerank`.

    Parameters
    ----------
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    CommunitiesResult
        That of `label_propagation_communities` of NetworkX.

    Raises
    ------
    ValueError
        If the graph is directed.
    MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 2, 3, 4, 5], [1, 2, 0, 3, 4, 5, 3], directed=False)
    >>> found = fathom.label_propagation(g)
    >>> found.labels.tolist(), found.community(1).tolist()
    ([0, 0, 0, 1, 1, 1], [3, 4, 5])
    """
    g = _options.graph_with_loops(graph, "label_propagation")
    with watching(progress) as watcher:
        labels, count, modularity, report = _core.label_propagation(g._core, threads, watcher)
    return CommunitiesResult(labels, count, modularity, Report(report), g._names)


def modularity(graph: Graph, labels: Any, *, weighted: bool = True, resolution: float = 1.0) -> float:
    """Compute the modularity of given communities of an undirected graph (Newman, 2006), on the CPU.

    It is the fraction of edges within communities, less that of random edges with the same degrees, times the resolution. Self-loops
    count, as in :func:`pagerank`.

    Parameters
    ----------
    labels : array-like, shape (n,)
        Label of the community of each vertex, such as an integer or a string, in the order of Graph.nodes.
    weighted : bool
        Count edges by their weights, if the graph has weights.
    resolution : float
        See :func:`communities`.
    graph
        See :func:`bfs`.

    Returns
    -------
    float
        0 for a graph without edges.

    Raises
    ------
    ValueError
        If the graph is directed, or there is not one label per vertex.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 2, 3, 4, 5], [1, 2, 0, 3, 4, 5, 3], directed=False)
    >>> round(fathom.modularity(g, ["left", "left", "left", "right", "right", "right"]), 4)
    0.3571
    """
    g = _options.graph_with_loops(graph, "modularity")
    if g.directed:
        raise ValueError("this graph is directed, but modularity is that of undirected graphs; symmetrize it")
    return _core.modularity(g._core, _label_numbers(labels, g.num_vertices), flag(weighted, "weighted"), resolution)


def _label_numbers(labels: Any, size: int) -> npt.NDArray[np.int64]:
    """Return a number for each label, equal for equal labels. Raises ValueError for a missing label."""
    column = labels if isinstance(labels, (list, tuple)) else _arrays.host(labels, "labels")
    shape = (len(column),) if isinstance(column, (list, tuple)) else column.shape
    if shape != (size,):
        raise ValueError(f"labels has shape {shape}; give one label for each of the {size} vertices")
    if isinstance(column, np.ndarray) and column.dtype.kind not in "Of":
        return np.unique(column, return_inverse=True)[1].astype(np.int64)
    numbers: dict[Any, int] = {}  # labels of a list or of objects may have no order
    listed = column.tolist() if isinstance(column, np.ndarray) else column
    for i, label in enumerate(listed):
        if _arrays.is_missing(label):
            raise ValueError(f"labels[{i}] has no value; give one label for each of the {size} vertices")
    return np.fromiter((numbers.setdefault(label, len(numbers)) for label in listed), np.int64, size)


@dataclass(frozen=True, eq=False)
class LocalEfficiencyResult:
    """Result of :func:`local_efficiency`."""

    values: npt.NDArray[np.float64]
    """Shape (n,): local efficiency of each vertex, from 0 to 1."""
    report: Report
    """Report of the searches."""

    @property
    def mean(self) -> float:
        """Mean of the values, the local efficiency of the graph; 0 for a graph without vertices."""
        return float(self.report["mean_efficiency"])


def local_efficiency(graph: Graph, *, threads: int = 0, progress: Progress = None) -> LocalEfficiencyResult:
    """Compute how well the neighbors of each vertex are connected without it, in an undirected graph, on the CPU.

    The value of a vertex is the mean of 1/distance over all pairs of its neighbors, along edges between them; a pair without a path
    counts 0, and a vertex with fewer than two neighbors has the value 0. Weights are ignored. A vertex with a self-loop is its own
    neighbor, as in NetworkX.

    Parameters
    ----------
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    LocalEfficiencyResult

    Raises
    ------
    ValueError
        If the graph is directed.
    MemoryError
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False)
    >>> found = fathom.local_efficiency(g)
    >>> found.values.round(3).tolist(), round(found.mean, 3)
    ([1.0, 1.0, 0.333, 0.0], 0.583)
    """
    g = _options.graph_with_loops(graph, "local_efficiency")
    with watching(progress) as watcher:
        values, report = _core.local_efficiency(g._core, threads, watcher)
    return LocalEfficiencyResult(values, Report(report))


__all__ = ["CommunitiesResult", "LocalEfficiencyResult", "communities", "label_propagation", "local_efficiency",
           "modularity"]
