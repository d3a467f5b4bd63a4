"""Eccentricity, diameter, center, and means of all distances of the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np

from .. import _centrality, _components, _eccentricity, _searches
from ._graph import BackendGraph
from ._paths import weight_is_name
from ._weighted_rows import distance_rows


def _fail(G: BackendGraph) -> None:
    if G.directed:
        raise nx.NetworkXError("Found infinite path length because the digraph is not strongly connected")
    raise nx.NetworkXError("Found infinite path length because the graph is not connected")


def is_connected(G: BackendGraph) -> bool:
    """Return whether G is connected; strongly connected, if directed."""
    found = (_components.strongly_connected_components if G.directed else _components.weakly_connected_components)(G.graph)
    return found.count <= 1


def _weighted(G: BackendGraph, weight: Any, vertices: list[int] | None = None) -> list[Any]:
    """Return the largest distance from each vertex, which must reach all others."""
    largest = []
    for order, distances in distance_rows(G, weight, None if vertices is None else np.array(vertices, np.int64)):
        if order.size < len(G):
            _fail(G)
        largest.append(distances[-1].item())
    return largest


def _all(G: BackendGraph, weight: Any = None) -> np.ndarray:
    if weight is not None:
        return np.array(_weighted(G, weight))
    if not is_connected(G):
        _fail(G)
    return _eccentricity.eccentricity(G.graph).values


def eccentricity(G: BackendGraph, v: Any = None, sp: Any = None, weight: Any = None) -> Any:
    if v is None:
        return G.by_node(_all(G, weight))
    single = v in G
    nodes = [v] if single else [node for node in _listed(v) if node in G]
    vertices = [G.vertex(node) for node in nodes]
    if weight is not None:
        found = _weighted(G, weight, vertices)
        return found[0] if single else dict(zip(nodes, found))
    if not is_connected(G):
        for u in vertices:
            if _searches.bfs(G.graph, u, return_predecessors=False).report.reached != len(G):
                _fail(G)
    values = _eccentricity.eccentricity(G.graph, vertices).values.tolist() if vertices else []
    return values[0] if single else dict(zip(nodes, values))


def _listed(nbunch: Any) -> list[Hashable]:
    try:
        return list(nbunch)
    except TypeError:
        raise nx.NetworkXError(f"Node {nbunch} is not in the graph.") from None


def _extreme(G: BackendGraph, which: str, usebounds: bool) -> int:
    found = _eccentricity.diameter(G.graph)
    if not found.connected:
        if usebounds is True and not G.directed:
            raise nx.NetworkXError("Cannot compute metric because graph is not connected.")
        _fail(G)
    return getattr(found, which)


def diameter(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> Any:
    return _extreme(G, "diameter", usebounds) if weight is None else _all(G, weight).max().item()


def radius(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> Any:
    return _extreme(G, "radius", usebounds) if weight is None else _all(G, weight).min().item()


def center(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list[Hashable]:
    values = _all(G, weight)
    return G.named(np.flatnonzero(values == values.min()))


def periphery(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list[Hashable]:
    values = _all(G, weight)
    return G.named(np.flatnonzero(values == values.max()))


def _plain(G: Any, e: Any, weight: Any) -> bool | str:
    if len(G) == 0:
        return "the graph has no nodes, for which results differ between versions of NetworkX"
    if e is not None:
        return "eccentricities or lengths are given, so that no search is needed"
    return weight_is_name(weight)


def _can_bound(G: Any, e: Any = None, usebounds: bool = False, weight: Any = None) -> bool | str:
    if usebounds and weight is not None:
        return "bounds by weights are not supported"
    return _plain(G, e, weight)


def _can_list(G: Any, e: Any = None, usebounds: bool = False, weight: Any = None) -> bool | str:
    if usebounds and not G.is_directed():
        return "NetworkX raises different errors with usebounds"
    return _plain(G, e, weight)


# -- sums over all pairs, from one number per search rather than rows of distances ----------------------------------------------------


def _sums(G: BackendGraph, weight: Any = None) -> np.ndarray:
    """Return for each node of a connected graph the sum of the distances from it, exact below 2^50 if it is an integer."""
    if weight is not None:
        return np.array([sum(distances.tolist()) for _, distances in distance_rows(G, weight)])  # to the last bit as in NetworkX
    nearness = _centrality.closeness(G.reverse, improved=False).values  # (n - 1) / sum
    return np.rint((len(G) - 1) / nearness).astype(np.int64) if len(G) > 1 else np.zeros(len(G), np.int64)


def average_shortest_path_length(G: BackendGraph, weight: Any = None, method: Any = None) -> float:
    n = len(G)
    if n == 0:
        raise nx.NetworkXPointlessConcept("the null graph has no paths, thus there is no average shortest path length")
    if n == 1:
        return 0
    if not is_connected(G):
        raise nx.NetworkXError("Graph is not strongly connected." if G.directed else "Graph is not connected.")
    return _sums(G, weight if method != "unweighted" else None).sum().item() / (n * (n - 1))


def wiener_index(G: BackendGraph, weight: Any = None) -> float:
    if not is_connected(G):
        return float("inf")
    total = _sums(G, weight).sum().item()
    return total if G.directed else total / 2


def global_efficiency(G: BackendGraph) -> float:
    n = len(G)
    return float(_centrality.harmonic(G.graph).values.sum()) / (n * (n - 1)) if n > 1 else 0


def barycenter(G: BackendGraph, weight: Any = None, attr: Any = None, sp: Any = None) -> list[Hashable]:
    if weight is not None:
        G.lengths(weight)  # NetworkX computes distances first, and so rejects some weights before it finds the graph disconnected
    if not is_connected(G):
        raise nx.NetworkXNoPath(f"Input graph {G.to_networkx()} is disconnected, so every induced subgraph has infinite barycentricity.")
    if weight is None and not G.directed and G.to_networkx().number_of_edges() == len(G) - 1 and hasattr(nx.tree, "centroid"):
        return nx.tree.centroid(G.to_networkx())  # as NetworkX does: one pass over a tree
    sums = _sums(G, weight)
    return G.named(np.flatnonzero(sums == sums.min()))


def _can_average(G: Any, weight: Any = None, method: Any = None) -> bool | str:
    if method not in (None, "unweighted", "dijkstra", "bellman-ford"):
        return "methods of all pairs at once are not supported"
    return weight_is_name(weight)


def _can_be_central(G: Any, weight: Any = None, attr: Any = None, sp: Any = None) -> bool | str:
    if attr is not None:
        return "results are not stored in the nodes"
    return _plain(G, sp, weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "eccentricity": lambda G, v=None, sp=None, weight=None: _plain(G, sp, weight),
    "diameter": _can_bound,
    "radius": _can_bound,
    "center": _can_list,
    "periphery": _can_list,
    "average_shortest_path_length": _can_average,
    "wiener_index": lambda G, weight=None: _plain(G, None, weight),
    "barycenter": _can_be_central,
}
FUNCTIONS = [eccentricity, diameter, radius, center, periphery, average_shortest_path_length, wiener_index, global_efficiency, barycenter]
