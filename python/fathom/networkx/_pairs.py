"""Shortest paths between two nodes, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx

from .._pairs import positions_between
from ._bellman_ford import bellman_ford_path
from ._graph import BackendGraph
from ._paths import (
    all_pairs_dijkstra_path,
    all_pairs_dijkstra_path_length,
    all_pairs_shortest_path,
    all_pairs_shortest_path_length,
    dijkstra_path_length,
    single_source_dijkstra_path,
    single_source_dijkstra_path_length,
    single_source_shortest_path,
    single_source_shortest_path_length,
    single_target_shortest_path,
    weight_is_name,
)


def _ends(G: BackendGraph, source: Hashable, target: Hashable) -> tuple[int, int]:
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    if target not in G:
        raise nx.NodeNotFound(f"Target {target} is not in G")
    return G.vertex(source), G.vertex(target)


def _path(G: BackendGraph, source: Hashable, target: Hashable) -> list[int]:
    path = positions_between(G.graph, *_ends(G, source, target), "hops")[1]
    if not path:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return path


def bidirectional_shortest_path(G: BackendGraph, source: Hashable, target: Hashable) -> list[Hashable]:
    name = G.nodes
    return [name[v] for v in _path(G, source, target)]


def has_path(G: BackendGraph, source: Hashable, target: Hashable) -> bool:
    return bool(positions_between(G.graph, *_ends(G, source, target), "hops")[1])


def efficiency(G: BackendGraph, u: Hashable, v: Hashable) -> float:
    found = positions_between(G.graph, *_ends(G, u, v), "hops")[1]
    return 1 / (len(found) - 1) if found else 0


def shortest_path(G: BackendGraph, source: Hashable | None = None, target: Hashable | None = None, weight: Any = None,
                  method: str = "dijkstra") -> Any:
    _check(method)
    if source is None:
        if target is None:
            return all_pairs_shortest_path(G) if weight is None else all_pairs_dijkstra_path(G, weight=weight)
        if target not in G:
            raise nx.NodeNotFound(f"Source {target} not in G")
        return single_target_shortest_path(G, target)
    if target is None:
        return single_source_shortest_path(G, source) if weight is None else single_source_dijkstra_path(G, source, weight=weight)
    if weight is not None:
        return bellman_ford_path(G, source, target, weight)
    return bidirectional_shortest_path(G, source, target)


def shortest_path_length(G: BackendGraph, source: Hashable | None = None, target: Hashable | None = None, weight: Any = None,
                         method: str = "dijkstra") -> Any:
    _check(method)
    if source is None:
        return all_pairs_shortest_path_length(G) if weight is None else all_pairs_dijkstra_path_length(G, weight=weight)
    if target is None:
        if weight is None:
            return single_source_shortest_path_length(G, source)
        return single_source_dijkstra_path_length(G, source, weight=weight)
    if weight is None:
        return len(_path(G, source, target)) - 1
    return dijkstra_path_length(G, source, target, weight)


def _check(method: str) -> None:
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")


def _can_run(lengths: bool) -> Callable[..., bool | str]:
    def check(G: Any, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra") -> bool | str:
        if source is None and target is not None and (lengths or weight is not None):
            return "paths from all nodes to one are not implemented"
        if not lengths and weight is not None and source is not None and target is not None and method == "dijkstra":
            return "NetworkX's choice among paths of equal weight is its own"  # minimum_cycle_basis() depends on it
        return weight_is_name(weight)

    return check


def _has_path_can_run(G: Any, source: Any, target: Any) -> bool | str:
    return "without one end, NetworkX returns True" if source is None or target is None else True


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "has_path": _has_path_can_run,
    "shortest_path": _can_run(False),
    "shortest_path_length": _can_run(True),
}
FUNCTIONS = [bidirectional_shortest_path, has_path, efficiency, shortest_path, shortest_path_length]
