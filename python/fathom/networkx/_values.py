"""Degrees, rows and values of nodes as arrays, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._graph import BackendGraph


def degrees(G: BackendGraph, direction: str = "in+out", weight: str | None = None) -> npt.NDArray[Any]:
    """Return the degree of each node, or the sum of its edges' values; "in", "out" or "in+out" in a directed graph.

    As in NetworkX, parallel edges count individually, and a self-loop of an undirected graph counts twice.
    """
    values, n = G.sums(weight), len(G)
    simple = weight is None and not G.multigraph
    if not G.directed or "out" in direction:
        out = np.diff(G.indptr) if simple else _added(G.rows, values, n)
        if not G.directed:
            return out + _added(G.rows[G.loops], values[G.loops], n) if G.loops.size else out
        if direction == "out":
            return out
    into = np.bincount(G.indices, minlength=n) if simple else _added(G.indices, values, n)
    return into if direction == "in" else into + out


def _added(keys: npt.NDArray[Any], values: npt.NDArray[Any], n: int) -> npt.NDArray[Any]:
    total = np.bincount(keys, weights=values, minlength=n)
    return total.astype(np.int64) if values.dtype.kind == "i" else total


def added_by_row(G: BackendGraph, values: npt.NDArray[Any], reverse: bool = False) -> npt.NDArray[Any]:
    """Return for each node the sum of the values of its row's entries, or with `reverse`, of the entries that point to it."""
    return _added(G.indices if reverse else G.rows, values, len(G))


def entries_of(indptr: npt.NDArray[np.int64], vertices: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the positions of the entries of these rows, one row after another."""
    starts = indptr[vertices]
    counts = indptr[vertices + 1] - starts
    return np.repeat(starts - (np.cumsum(counts) - counts), counts) + np.arange(int(counts.sum()))


def vertices_of(G: BackendGraph, nodes: Iterable[Any]) -> npt.NDArray[np.int64]:
    """Return the vertices of those nodes that are in the graph, in the order given."""
    index = G.index
    return np.fromiter((index[node] for node in nodes if node in index), np.int64)


def picked(G: BackendGraph, nodes: Any, values: list[Any]) -> Any:
    """Return the value of one node, or a dictionary of the values of several or all nodes."""
    if nodes is None:
        return dict(zip(G.nodes, values))
    if nodes in G:
        return values[G.vertex(nodes)]
    return {node: values[G.vertex(node)] for node in G.bunch(nodes)}
