"""Functions that NetworkX computes by the Bellman-Ford, A* and Johnson algorithms, for weights that are not negative.

Dijkstra's algorithm then finds the same lengths, in the same double precision. Nodes are listed in order of distance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx

from ._graph import BackendGraph
from ._paths import (
    all_pairs_dijkstra_path,
    all_pairs_dijkstra_path_length,
    single_source_dijkstra,
    single_source_dijkstra_path,
    single_source_dijkstra_path_length,
    weight_is_name,
)


def _require(G: BackendGraph, source: Hashable, text: str = "Source {} not in G") -> None:
    if source not in G:
        raise nx.NodeNotFound(text.format(source))


def single_source_bellman_ford_path_length(G: BackendGraph, source: Hashable, weight: Any = "weight") -> dict[Hashable, Any]:
    _require(G, source)
    return single_source_dijkstra_path_length(G, source, None, weight)


def single_source_bellman_ford_path(G: BackendGraph, source: Hashable, weight: Any = "weight") -> dict[Hashable, list[Hashable]]:
    _require(G, source)
    return single_source_dijkstra_path(G, source, None, weight)


def _between(G: BackendGraph, source: Hashable, target: Hashable, weight: Any, no_path: str) -> tuple[Any, list[Hashable]]:
    _require(G, source)
    if target is None:  # single_source_dijkstra() would search for all nodes
        raise nx.NetworkXNoPath(no_path.format(source=source, target=target))
    try:
        return single_source_dijkstra(G, source, target, None, weight)
    except nx.NetworkXNoPath:
        raise nx.NetworkXNoPath(no_path.format(source=source, target=target)) from None


def single_source_bellman_ford(G: BackendGraph, source: Hashable, target: Hashable | None = None, weight: Any = "weight") -> tuple[Any, Any]:
    if source == target:
        _require(G, source, "Node {} is not found in the graph")
        return 0, [source]
    if target is None:
        _require(G, source)
        return single_source_dijkstra(G, source, None, None, weight)
    return _between(G, source, target, weight, "Target {target} cannot be reached from given sources")


def bellman_ford_path(G: BackendGraph, source: Hashable, target: Hashable, weight: Any = "weight") -> list[Hashable]:
    return single_source_bellman_ford(G, source, target, weight)[1]


def bellman_ford_path_length(G: BackendGraph, source: Hashable, target: Hashable, weight: Any = "weight") -> Any:
    if source == target:
        _require(G, source, "Node {} not found in graph")
        return 0
    return _between(G, source, target, weight, "node {target} not reachable from {source}")[0]


def all_pairs_bellman_ford_path_length(G: BackendGraph, weight: Any = "weight") -> Iterator[tuple[Hashable, dict[Hashable, Any]]]:
    return all_pairs_dijkstra_path_length(G, weight=weight)


def all_pairs_bellman_ford_path(G: BackendGraph, weight: Any = "weight") -> Iterator[tuple[Hashable, dict[Hashable, list[Hashable]]]]:
    return all_pairs_dijkstra_path(G, weight=weight)


def johnson(G: BackendGraph, weight: Any = "weight") -> dict[Hashable, dict[Hashable, list[Hashable]]]:
    return dict(all_pairs_dijkstra_path(G, weight=weight))


def astar_path(G: BackendGraph, source: Hashable, target: Hashable, heuristic: Any = None, weight: Any = "weight", *,
               cutoff: Any = None) -> list[Hashable]:
    _require(G, source, "Source {} is not in G")
    _require(G, target, "Target {} is not in G")
    return _between(G, source, target, weight, "Node {target} not reachable from {source}")[1]


def astar_path_length(G: BackendGraph, source: Hashable, target: Hashable, heuristic: Any = None, weight: Any = "weight", *,
                      cutoff: Any = None) -> Any:
    if source not in G or target not in G:
        raise nx.NodeNotFound(f"Either source {source} or target {target} is not in G")
    return _between(G, source, target, weight, "Node {target} not reachable from {source}")[0]


def _without_heuristic(G: Any, source: Any, target: Any, heuristic: Any = None, weight: Any = "weight", *,
                       cutoff: Any = None) -> bool | str:
    if heuristic is not None:
        return "the heuristic is a Python function"
    return weight_is_name(weight) if cutoff is None else "cutoff is not supported"


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "single_source_bellman_ford": lambda G, source, target=None, weight="weight": weight_is_name(weight),
    "single_source_bellman_ford_path": lambda G, source, weight="weight": weight_is_name(weight),
    "single_source_bellman_ford_path_length": lambda G, source, weight="weight": weight_is_name(weight),
    "bellman_ford_path": lambda G, source, target, weight="weight": weight_is_name(weight),
    "bellman_ford_path_length": lambda G, source, target, weight="weight": weight_is_name(weight),
    "all_pairs_bellman_ford_path": lambda G, weight="weight": weight_is_name(weight),
    "all_pairs_bellman_ford_path_length": lambda G, weight="weight": weight_is_name(weight),
    "johnson": lambda G, weight="weight": weight_is_name(weight),
    "astar_path": _without_heuristic,
    "astar_path_length": _without_heuristic,
}
FUNCTIONS: list[Any] = [single_source_bellman_ford, single_source_bellman_ford_path, single_source_bellman_ford_path_length,
                        bellman_ford_path, bellman_ford_path_length, all_pairs_bellman_ford_path, all_pairs_bellman_ford_path_length,
                        johnson, astar_path, astar_path_length]
