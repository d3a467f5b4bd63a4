"""What arguments of every algorithm mean."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays
from ._graph import Graph


def graph_of(graph: Any) -> Graph:
    """The graph itself, or one of a SciPy sparse matrix or a NetworkX graph, which is converted at each call."""
    if isinstance(graph, Graph):
        return graph
    if hasattr(graph, "tocsr"):
        return Graph.from_scipy(graph)
    if hasattr(graph, "is_multigraph") and hasattr(graph, "edges"):
        return Graph.from_networkx(graph)
    raise TypeError(f"{type(graph).__name__} is no graph; Graph.from_edges, from_scipy, from_networkx, ... make one")


def vertex(graph: Graph, v: Any) -> int:
    """The position of a vertex: by what the input called it, or a number where it called none by a name."""
    return graph._names.position(v)


def vertex_or_none(graph: Graph, v: Any, name: str) -> int:
    """-1 for None. Raises IndexError for a negative number, which is not to mean None."""
    if v is None:
        return -1
    number = vertex(graph, v)
    if number < 0:
        raise IndexError(f"{name} is {number}, outside the graph of vertices 0 to {graph.num_vertices - 1}")
    return number


def vertices(graph: Graph, listed: Any, name: str) -> npt.NDArray[np.int64]:
    """The positions of a list of vertices, in any order. None or "all": every vertex, in the graph's order."""
    if listed is None or (isinstance(listed, str) and listed == "all"):
        return np.arange(graph.num_vertices, dtype=np.int64)
    if isinstance(listed, (int, np.integer, str, bytes)):
        raise TypeError(f"{name} is a list of vertices; for one alone write [{listed!r}]")
    if not isinstance(listed, (list, tuple)):
        listed = _arrays.host(listed, name)
        if listed.dtype.kind not in "OUST":
            listed = _arrays.ids(listed, name)
        elif listed.ndim != 1:
            raise ValueError(f"{name} has {listed.ndim} dimensions; it has to have one")
    return graph._names.positions(listed, name)


def limit(value: Any, name: str) -> int:
    """-1 for None, else a number from 0 on."""
    if value is None:
        return -1
    number = operator.index(value)
    if number < 0:
        raise ValueError(f"{name} is {number}; it cannot be negative. None sets no limit")
    return number


def count(value: Any, name: str) -> int:
    """0 for None, else a number from 1 on."""
    if value is None:
        return 0
    number = operator.index(value)
    if number < 1:
        raise ValueError(f"{name} is {number}; it has to be at least 1. None means all")
    return number
