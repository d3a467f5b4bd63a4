"""Condensation, attracting components, trees and forests, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import _components, _core
from ._components import strongly_connected_components
from ._graph import BackendGraph
from ._paths import weight_is_name


def _labels(G: BackendGraph) -> npt.NDArray[np.int32]:
    """Return the number of each node's strongly connected component: it follows those of the components that it reaches."""
    return _core.ordered_strong(G.indptr, G.indices)


def condensation(G: BackendGraph, scc: Any = None) -> nx.DiGraph:
    condensed = nx.DiGraph()
    condensed.graph["mapping"] = mapping = {}
    if not len(G):
        return condensed
    labels = _labels(G)
    members = dict(enumerate(strongly_connected_components(G)))
    for i, component in members.items():
        mapping.update(dict.fromkeys(component, i))
    condensed.add_nodes_from((i, {"members": component}) for i, component in members.items())
    start, end = labels[G.rows].astype(np.int64), labels[G.indices].astype(np.int64)
    between = np.flatnonzero(start != end)
    first = between[np.sort(np.unique(start[between] * len(members) + end[between], return_index=True)[1])]
    condensed.add_edges_from(zip(start[first].tolist(), end[first].tolist()))
    return condensed


def _attracting(G: BackendGraph) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.intp]]:
    """Return the labels of nodes, and those of components without an edge to another one."""
    labels = _labels(G)
    leaves = labels[G.rows] != labels[G.indices]
    attracts = np.ones(int(labels.max(initial=-1)) + 1, bool)
    attracts[labels[G.rows[leaves]]] = False
    return labels, np.flatnonzero(attracts)


def attracting_components(G: BackendGraph) -> Iterator[set[Hashable]]:
    labels, found = _attracting(G)
    order = np.argsort(labels, kind="stable")
    starts, ends = (np.searchsorted(labels[order], found, side) for side in ("left", "right"))
    for first, last in zip(starts.tolist(), ends.tolist()):
        yield set(G.named(order[first:last]))


def number_attracting_components(G: BackendGraph) -> int:
    return len(_attracting(G)[1])


def is_attracting_component(G: BackendGraph) -> bool:
    labels, found = _attracting(G)
    return len(found) == 1 and bool((labels == found[0]).all())


def is_semiconnected(G: BackendGraph) -> bool:
    if not len(G):
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    labels = _labels(G)
    # The numbers are a topological order, backwards: of each two neighbors in it, one must reach the other by an edge.
    steps = labels[G.rows] - labels[G.indices] == 1
    return bool(np.unique(labels[G.rows[steps]]).size == labels.max())


def flow_hierarchy(G: BackendGraph, weight: str | None = None) -> float:
    if not G.indices.size:
        raise nx.NetworkXError("flow_hierarchy not applicable to empty graphs")
    if not G.directed:
        raise nx.NetworkXError("G must be a digraph in flow_hierarchy")
    labels, values = _labels(G), G.sums(weight)
    return 1 - values[labels[G.rows] == labels[G.indices]].sum().item() / values.sum().item()


# -- trees and forests -------------------------------------------------------------------------------------------------------------


def _cycles(G: BackendGraph) -> tuple[int, int]:
    """Return the number of weakly connected components, and that of edges beyond a spanning forest's."""
    if not len(G):
        raise nx.exception.NetworkXPointlessConcept("G has no nodes.")
    edges = int(G.sums(None).sum())
    if not G.directed:
        edges = (edges + int(G.sums(None)[G.loops].sum())) // 2
    if edges >= len(G):
        return 1, edges - len(G) + 1  # a lower bound
    parts = _components.weakly_connected_components(G.graph).count
    return parts, edges - len(G) + parts


def is_tree(G: BackendGraph) -> bool:
    return _cycles(G) == (1, 0)


def is_forest(G: BackendGraph) -> bool:
    return _cycles(G)[1] == 0


def _one_parent(G: BackendGraph) -> bool:
    return int(np.bincount(G.indices, G.sums(None), minlength=1).max()) <= 1


def is_arborescence(G: BackendGraph) -> bool:
    return is_tree(G) and _one_parent(G)


def is_branching(G: BackendGraph) -> bool:
    return is_forest(G) and _one_parent(G)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "condensation": lambda G, scc=None: scc is None or "the components are given",
    "flow_hierarchy": lambda G, weight=None: weight_is_name(weight),
}
FUNCTIONS: list[Any] = [condensation, attracting_components, number_attracting_components, is_attracting_component, is_semiconnected,
                        flow_hierarchy, is_tree, is_forest, is_arborescence, is_branching]
