"""Validators of searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _arrays, _core, _options
from ._graph import Graph
from .report import Fields


def validate_bfs(graph: Graph, source: Any, distances: Any = None, predecessors: Any = None, *, depth_limit: int | None = None,
                 threads: int = 0) -> Fields:
    """Validate the result of any breadth-first search by the five rules of the Graph500 specification.

    Parameters
    ----------
    distances, predecessors : array of int, shape (n,)
        As in :class:`BfsResult`; at least one must be given.
    graph, source, depth_limit, threads
        See :func:`bfs`.

    Returns
    -------
    Fields
        `valid`, the violated `rule`, a `message` that names an offending edge, `reached` and `edges_traversed`.

    Raises
    ------
    ValueError
        If both arrays are None, or their length is not n.
    IndexError, KeyError
        If `source` is not a vertex of the graph.

    Examples
    --------
    >>> g = fathom.generate.path(3)
    >>> fathom.validate_bfs(g, 0, [0, 1, 2]).valid, fathom.validate_bfs(g, 0, [0, 1, 1]).valid
    (True, False)
    """
    g = _options.graph_of(graph)
    if distances is None and predecessors is None:
        raise ValueError("distances and predecessors are both None; pass at least one of them")
    columns = [_arrays.singles(distances, "distances"), _arrays.singles(predecessors, "predecessors")]
    return Fields(_core.validate_bfs(g._core, _options.vertex(g, source), columns[0], columns[1],
                                     _options.limit(depth_limit, "depth_limit"), threads))


def validate_sssp(graph: Graph, source: Any, distances: Any, predecessors: Any = None, *, cutoff: float | None = None,
                  threads: int = 0) -> Fields:
    """Validate the result of any shortest-path computation.

    Parameters
    ----------
    distances : array of float, shape (n,)
        As in :class:`SsspResult`.
    predecessors : array of int, shape (n,), optional
    cutoff : float, optional
        The search's cutoff.
    graph, source, threads
        See :func:`bfs`.

    Returns
    -------
    Fields
        See :func:`validate_bfs`.

    Raises
    ------
    ValueError, IndexError, KeyError
        See :func:`validate_bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 1], [1, 2], [1, 2])
    >>> fathom.validate_sssp(g, 0, [0, 1, 3]).valid, fathom.validate_sssp(g, 0, [0, 1, 4]).valid
    (True, False)
    """
    g = _options.graph_of(graph)
    columns = (np.ascontiguousarray(_arrays.host(distances, "distances"), np.float64),
               _arrays.singles(predecessors, "predecessors"))
    return Fields(_core.validate_sssp(g._core, _options.vertex(g, source), columns[0], columns[1],
                                      float("inf") if cutoff is None else cutoff, threads))


__all__ = ["validate_bfs", "validate_sssp"]
