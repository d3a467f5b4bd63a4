"""Components and core numbers of the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import _components, _core
from .._cohesion import core_numbers
from ._graph import BackendGraph


def _parts(G: BackendGraph, labels: np.ndarray) -> Iterator[set[Hashable]]:
    """Yield components by ascending label. If the label is the smallest vertex, this is NetworkX's order of connected components."""
    order = np.argsort(labels, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(labels[order])) + 1):
        yield set(G.named(part))


def connected_components(G: BackendGraph) -> Iterator[set[Hashable]]:
    if len(G):
        yield from _parts(G, _components.weakly_connected_components(G.graph).labels)


weakly_connected_components = connected_components


def strongly_connected_components(G: BackendGraph) -> Iterator[set[Hashable]]:
    """Yield components in NetworkX's order: a component precedes the components that reach it."""
    if len(G):
        yield from _parts(G, _core.ordered_strong(G.indptr, G.indices))


def _count(G: BackendGraph, strong: bool) -> int:
    find = _components.strongly_connected_components if strong else _components.weakly_connected_components
    return find(G.graph).count


def number_connected_components(G: BackendGraph) -> int:
    return _count(G, False)


number_weakly_connected_components = number_connected_components


def number_strongly_connected_components(G: BackendGraph) -> int:
    return _count(G, True)


def _require_nodes(G: BackendGraph) -> None:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")


def is_connected(G: BackendGraph) -> bool:
    _require_nodes(G)
    return _count(G, False) == 1


is_weakly_connected = is_connected


def is_strongly_connected(G: BackendGraph) -> bool:
    _require_nodes(G)
    return _count(G, True) == 1


def node_connected_component(G: BackendGraph, n: Hashable) -> set[Hashable]:
    labels = _components.weakly_connected_components(G.graph).labels
    return set(G.named(np.flatnonzero(labels == labels[G.vertex(n)])))


def core_number(G: BackendGraph) -> dict[Hashable, int]:
    if G.graph.properties.self_loops:
        raise nx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G)).")
    numbers = core_numbers(G.graph)
    # A directed graph whose edges all have their reverse is undirected in Fathom; NetworkX counts both edges.
    return G.by_node(numbers * 2 if G.directed and not G.graph.directed else numbers)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "node_connected_component": lambda G, n: n in G or "the node is not in the graph",
}
FUNCTIONS: list[Any] = [connected_components, strongly_connected_components, number_connected_components,
                        number_strongly_connected_components, is_connected, is_strongly_connected, node_connected_component, core_number]
NAMED = {"weakly_connected_components": weakly_connected_components,
         "number_weakly_connected_components": number_weakly_connected_components, "is_weakly_connected": is_weakly_connected}
