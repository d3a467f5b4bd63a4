"""Triangles and clustering coefficients, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from ._graph import BackendGraph


def _picked(G: BackendGraph, nodes: Any, values: list[Any]) -> Any:
    """Return the value of one node, or a dictionary of the values of several or all nodes."""
    if nodes is None:
        return dict(zip(G.nodes, values))
    if nodes in G:
        return values[G.vertex(nodes)]
    return {node: values[G.vertex(node)] for node in G.bunch(nodes)}


def triangles(G: BackendGraph, nodes: Any = None) -> int | dict[Hashable, int]:
    return _picked(G, nodes, G.triangles.triangles.tolist())


def clustering(G: BackendGraph, nodes: Any = None, weight: str | None = None) -> float | dict[Hashable, float]:
    return _picked(G, nodes, G.triangles.clustering.tolist())


def average_clustering(G: BackendGraph, nodes: Any = None, weight: str | None = None, count_zeros: bool = True) -> float:
    found = _picked(G, list(G.bunch(nodes)), G.triangles.clustering.tolist())
    values = [value for value in found.values() if count_zeros or value > 0]
    return sum(values) / len(values)


def transitivity(G: BackendGraph) -> float:
    return G.triangles.transitivity


def _unweighted(G: Any, weight: str | None) -> bool | str:
    if G.is_multigraph():
        return "the graph is a multigraph"
    return weight is None or "weights are not supported"


def _undirected(G: Any) -> bool | str:
    return "the graph is directed" if G.is_directed() else _unweighted(G, None)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "triangles": lambda G, nodes=None: _undirected(G),
    "clustering": lambda G, nodes=None, weight=None: _unweighted(G, weight),
    "average_clustering": lambda G, nodes=None, weight=None, count_zeros=True: _unweighted(G, weight),
    "transitivity": lambda G: _undirected(G),
}
FUNCTIONS: list[Any] = [triangles, clustering, average_clustering, transitivity]
