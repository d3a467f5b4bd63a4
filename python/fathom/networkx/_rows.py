"""Columns of a NetworkX graph's adjacency, read by loops that run in C."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import chain
from operator import itemgetter, methodcaller
from typing import Any
from weakref import WeakKeyDictionary

import networkx as nx
import numpy as np


_overriding: WeakKeyDictionary[type, bool] = WeakKeyDictionary()


def has_own_neighbours(graph: Any) -> bool:
    """Return whether the graph's class overrides neighbor access, so that its stored adjacency does not apply, as in complement graphs."""
    kind = type(graph)
    known = _overriding.get(kind)
    if known is None:
        known = _overriding[kind] = _overrides_neighbors(kind)
    return known


def shows_directed(graph: Any) -> bool:
    """Return whether the graph is an undirected view of a directed graph, in which the two directions of an edge may have different data."""
    shown = None if graph.is_directed() else getattr(graph, "_graph", None)
    while shown is not None and not shown.is_directed():
        shown = getattr(shown, "_graph", None)
    return shown is not None


def _overrides_neighbors(kind: type) -> bool:
    for name in ("__getitem__", "neighbors", "adjacency", "adj"):
        definer = next((cls for cls in kind.__mro__ if name in vars(cls)), nx.Graph)
        if not definer.__module__.startswith("networkx.classes."):
            return True
    return False


def plain(adjacency: Any) -> dict[Hashable, Any]:
    """Return the adjacency as dictionaries. A subgraph view's len() may differ from the number of items it shows."""
    if type(adjacency) is dict:
        return adjacency
    return {node: dict(neighbors.items()) for node, neighbors in adjacency.items()}


def positions(adjacency: dict[Hashable, Any], index: dict[Hashable, int], multigraph: bool) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the positions of the endpoints of all edges, row by row, and their number; parallel edges are repeated."""
    degrees = np.fromiter(map(len, adjacency.values()), np.int64, len(adjacency))
    size = int(degrees.sum())
    sources = np.repeat(np.arange(len(adjacency), dtype=np.uint32), degrees)
    targets = np.fromiter(map(index.__getitem__, chain.from_iterable(adjacency.values())), np.uint32, size)
    if multigraph:
        counts = np.fromiter(map(len, edge_data(adjacency)), np.int64, size)
        sources, targets = np.repeat(sources, counts), np.repeat(targets, counts)
    return sources, targets, sources.size


def attribute_values(adjacency: dict[Hashable, Any], multigraph: bool, attribute: str) -> list[Any]:
    """Return an attribute of all edges, in the order of positions(); 1 for edges without it."""
    if multigraph:
        data = (edge for keys in edge_data(adjacency) for edge in keys.values())
        return list(map(methodcaller("get", attribute, 1), data))
    return listed_attribute(adjacency, attribute, 1)


def listed_attribute(adjacency: dict[Hashable, Any], attribute: str, default: Any) -> list[Any]:
    """Return an attribute of the edges of a graph without parallel edges, row by row."""
    try:
        return list(map(itemgetter(attribute), edge_data(adjacency)))  # twice as fast as get()
    except KeyError:
        return list(map(methodcaller("get", attribute, default), edge_data(adjacency)))


def edge_data(adjacency: dict[Hashable, Any]) -> Iterator[Any]:
    """Return an iterator over the edges' attributes, or of a multigraph, over dictionaries of them, row by row."""
    return chain.from_iterable(neighbors.values() for neighbors in adjacency.values())
