"""Eccentricity, diameter, radius, center and periphery of the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np

from .. import _searches, _structure
from ._graph import BackendGraph


def _fail(G: BackendGraph) -> None:
    if G.directed:
        raise nx.NetworkXError("Found infinite path length because the digraph is not strongly connected")
    raise nx.NetworkXError("Found infinite path length because the graph is not connected")


def is_connected(G: BackendGraph) -> bool:
    """Return whether G is connected; strongly connected, if directed."""
    found = (_structure.strongly_connected_components if G.directed else _structure.weakly_connected_components)(G.graph)
    return found.count <= 1


def _all(G: BackendGraph) -> np.ndarray:
    if not is_connected(G):
        _fail(G)
    return _structure.eccentricity(G.graph).values


def eccentricity(G: BackendGraph, v: Any = None, sp: Any = None, weight: Any = None) -> Any:
    if v is None:
        return G.by_node(_all(G))
    single = v in G
    nodes = [v] if single else [node for node in _listed(v) if node in G]
    vertices = [G.vertex(node) for node in nodes]
    if not is_connected(G):
        for u in vertices:
            if _searches.bfs(G.graph, u, return_predecessors=False).report.reached != len(G):
                _fail(G)
    values = _structure.eccentricity(G.graph, vertices).values.tolist() if vertices else []
    return values[0] if single else dict(zip(nodes, values))


def _listed(nbunch: Any) -> list[Hashable]:
    try:
        return list(nbunch)
    except TypeError:
        raise nx.NetworkXError(f"Node {nbunch} is not in the graph.") from None


def _extreme(G: BackendGraph, which: str) -> int:
    found = _structure.diameter(G.graph)
    if not found.connected:
        _fail(G)
    return getattr(found, which)


def diameter(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> int:
    return _extreme(G, "diameter")


def radius(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> int:
    return _extreme(G, "radius")


def center(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list[Hashable]:
    values = _all(G)
    return G.named(np.flatnonzero(values == values.min()))


def periphery(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list[Hashable]:
    values = _all(G)
    return G.named(np.flatnonzero(values == values.max()))


def _plain(G: Any, e: Any, weight: Any) -> bool | str:
    if len(G) == 0:
        return "the graph has no nodes, for which results differ between versions of NetworkX"
    if e is not None:
        return "eccentricities or lengths are given, so that no search is needed"
    return weight is None or "weights are not supported"


def _can_bound(G: Any, e: Any = None, usebounds: bool = False, weight: Any = None) -> bool | str:
    return _plain(G, e, weight)


def _can_list(G: Any, e: Any = None, usebounds: bool = False, weight: Any = None) -> bool | str:
    if usebounds and not G.is_directed():
        return "NetworkX raises different errors with usebounds"
    return _plain(G, e, weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "eccentricity": lambda G, v=None, sp=None, weight=None: _plain(G, sp, weight),
    "diameter": _can_bound,
    "radius": _can_bound,
    "center": _can_list,
    "periphery": _can_list,
}
FUNCTIONS = [eccentricity, diameter, radius, center, periphery]
