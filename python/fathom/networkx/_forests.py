"""Spanning trees of the NetworkX backend: Kruskal's algorithm, with the same edges in the same order as NetworkX."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import _core
from ._graph import BackendGraph

_EXACT = 2**53


def _weights(G: BackendGraph, weight: str | None) -> np.ndarray:
    """Return the weights of edges, row by row, in double precision.

    Raises NotImplementedError if one is not a number or does not fit.
    """
    values = G._attribute(weight).smallest
    if values is None:
        raise NotImplementedError(f"the attribute {weight!r} of some edge is not a number")
    if values.dtype.itemsize > 8 or (values.dtype.kind in "iu" and values.size and max(int(values.max()), -int(values.min())) > _EXACT):
        raise NotImplementedError(f"the attribute {weight!r} of some edge exceeds double precision")
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise NotImplementedError(f"the attribute {weight!r} of some edge is not a number")
    return np.ascontiguousarray(values, np.float64)


def _edges(G: BackendGraph, weight: str | None, maximum: bool) -> list[tuple[Hashable, Hashable]]:
    ends = _core.ordered_spanning_forest(G.indptr, G.indices, _weights(G, weight), maximum)[0]
    return list(zip(G.named(ends[:, 0]), G.named(ends[:, 1])))


def _with_data(G: BackendGraph, edges: list[tuple[Hashable, Hashable]]) -> Iterator[tuple[Hashable, Hashable, dict[Any, Any]]]:
    adjacency = G.to_networkx()._adj
    return ((u, v, adjacency[u][v]) for u, v in edges)


def minimum_spanning_edges(G: BackendGraph, algorithm: str = "kruskal", weight: str | None = "weight", keys: bool = True,
                           data: bool = True, ignore_nan: bool = False) -> Iterator[Any]:
    edges = _edges(G, weight, False)
    return _with_data(G, edges) if data else iter(edges)


def maximum_spanning_edges(G: BackendGraph, algorithm: str = "kruskal", weight: str | None = "weight", keys: bool = True,
                           data: bool = True, ignore_nan: bool = False) -> Iterator[Any]:
    edges = _edges(G, weight, True)
    return _with_data(G, edges) if data else iter(edges)


def _tree(G: BackendGraph, weight: str | None, maximum: bool) -> nx.Graph:
    if G.directed:
        raise nx.NetworkXNotImplemented("not implemented for directed type")
    source = G.to_networkx()
    tree = source.__class__()
    tree.graph.update(source.graph)
    tree.add_nodes_from(source._node.items())
    tree.add_edges_from(_with_data(G, _edges(G, weight, maximum)))
    return tree


def minimum_spanning_tree(G: BackendGraph, weight: str | None = "weight", algorithm: str = "kruskal", ignore_nan: bool = False) -> nx.Graph:
    return _tree(G, weight, False)


def maximum_spanning_tree(G: BackendGraph, weight: str | None = "weight", algorithm: str = "kruskal", ignore_nan: bool = False) -> nx.Graph:
    return _tree(G, weight, True)


def _can_run(G: Any, algorithm: Any, weight: Any) -> bool | str:
    if G.is_multigraph():
        return "the graph is a multigraph"
    if algorithm != "kruskal":
        return f"the algorithm {algorithm!r} has another order of edges"
    return weight is None or isinstance(weight, str) or "weight is not the name of an attribute"


def _edges_can_run(G: Any, algorithm: Any = "kruskal", weight: Any = "weight", keys: Any = True, data: Any = True,
                   ignore_nan: Any = False) -> bool | str:
    return _can_run(G, algorithm, weight)


def _tree_can_run(G: Any, weight: Any = "weight", algorithm: Any = "kruskal", ignore_nan: Any = False) -> bool | str:
    return _can_run(G, algorithm, weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "minimum_spanning_edges": _edges_can_run,
    "maximum_spanning_edges": _edges_can_run,
    "minimum_spanning_tree": _tree_can_run,
    "maximum_spanning_tree": _tree_can_run,
}
FUNCTIONS: list[Any] = [minimum_spanning_edges, maximum_spanning_edges, minimum_spanning_tree, maximum_spanning_tree]
