"""Topological order and longest paths of the NetworkX backend, in NetworkX's order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np

from .. import _core
from ._graph import BackendGraph, _numbers
from ._rows import listed_attribute, plain

_EXACT = 2**53
_CYCLE = "Graph contains a cycle or graph changed during iteration"
_CHANGED = "Graph changed during iteration"


def _ordered(G: BackendGraph) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the vertices in topological order, the offsets of generations, and a cycle, if any."""
    found = _core.ordered_topological(G.indptr, G.indices)
    return found[0], found[1], found[2]


def is_directed_acyclic_graph(G: BackendGraph) -> bool:
    return G.directed and _ordered(G)[2].size == 0


def topological_generations(G: BackendGraph) -> Iterator[list[Hashable]]:
    if not G.directed:
        raise nx.NetworkXError("Topological sort not defined on undirected graphs.")
    order, offsets, cycle = _ordered(G)
    nodes, degrees, adjacency = G.named(order), np.diff(G.indptr)[order].tolist(), G.to_networkx()._adj
    i = 0
    for last in offsets[1:].tolist():
        first, changed = i, len(adjacency) != len(G)
        while i < last:
            changed |= len(adjacency.get(nodes[i], ())) != degrees[i]
            i += 1
        if changed:
            yield from _of_changed_graph(G, order, first, last)
            return
        yield nodes[first:last]
    if cycle.size:
        raise nx.NetworkXUnfeasible(_CYCLE)


def _multiplicities(G: BackendGraph) -> np.ndarray:
    """Return the number of parallel edges of each entry of G.indices."""
    counts = G._attribute(None).summed
    assert counts is not None
    return counts


def _of_changed_graph(G: BackendGraph, order: np.ndarray, first: int, last: int) -> Iterator[list[Hashable]]:
    """Yield the generations from order[first:last] on as NetworkX does after the caller has changed the graph between two of them."""
    expanded = np.zeros(len(G), bool)
    expanded[order[:first]] = True
    left = ~np.repeat(expanded, np.diff(G.indptr))
    counts = np.bincount(G.indices[left], weights=_multiplicities(G)[left], minlength=len(G)).astype(int)
    in_degrees = {G.nodes[v]: count for v, count in enumerate(counts.tolist()) if count > 0}
    source, following = G.to_networkx(), G.named(order[first:last])
    while following:
        generation, following = following, []
        for node in generation:
            if node not in source:
                raise RuntimeError(_CHANGED)
            for child in source.neighbors(node):
                if child not in in_degrees:
                    raise RuntimeError(_CHANGED)
                in_degrees[child] -= len(source[node][child]) if G.multigraph else 1
                if in_degrees[child] == 0:
                    following.append(child)
                    del in_degrees[child]
        yield generation
    if in_degrees:
        raise nx.NetworkXUnfeasible(_CYCLE)


def topological_sort(G: BackendGraph) -> Iterator[Hashable]:
    for generation in topological_generations(G):
        yield from generation


def _in_weights(G: BackendGraph, weight: str | None) -> np.ndarray:
    """Return the weights of the edges of G.reversed_rows, in double precision.

    Raises NotImplementedError if one is not a finite number, or if sums may not be exact where NetworkX's are.
    """
    if weight is None:
        return np.ones(G.indices.size)
    values = _numbers(listed_attribute(plain(G.to_networkx()._pred), weight, 1), G.indices.size)
    if values is None or values.dtype.itemsize > 8 or (values.dtype.kind == "f" and not np.isfinite(values).all()):
        raise NotImplementedError(f"the attribute {weight!r} of some edge is not a finite number in double precision")
    if values.dtype.kind in "iu" and values.size and max(int(values.max()), -int(values.min())) * len(G) > _EXACT:
        raise NotImplementedError(f"sums of the attribute {weight!r} may not be exact in double precision")
    return np.ascontiguousarray(values, np.float64)


def dag_longest_path(G: BackendGraph, weight: str | None = "weight", default_weight: Any = 1, topo_order: Any = None) -> list[Hashable]:
    if len(G) == 0:
        return []
    weights = _in_weights(G, weight)  # before the search for cycles: NetworkX may reject a weight first
    if not is_directed_acyclic_graph(G):
        raise nx.NetworkXUnfeasible(_CYCLE)
    path: np.ndarray = np.asarray(_core.ordered_longest_path(G.indptr, G.indices, *G.reversed_rows, weights))
    return G.named(path)


def dag_longest_path_length(G: BackendGraph, weight: str | None = "weight", default_weight: Any = 1) -> Any:
    adjacency = G.to_networkx()._adj
    return sum(adjacency[u][v].get(weight, 1) for u, v in pairwise(dag_longest_path(G, weight)))


def _weights_can_run(G: Any, weight: Any = "weight", default_weight: Any = 1, topo_order: Any = None) -> bool | str:
    if G.is_multigraph():
        return "the graph is a multigraph"
    if topo_order is not None:
        return "the order of the nodes is given"
    if not (weight is None or isinstance(weight, str)):
        return "weight is not the name of an attribute"
    return default_weight == 1 or "edges without a weight have a default other than 1"


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "dag_longest_path": _weights_can_run,
    "dag_longest_path_length": _weights_can_run,
}
FUNCTIONS: list[Any] = [is_directed_acyclic_graph, topological_generations, topological_sort, dag_longest_path,
                        dag_longest_path_length]
