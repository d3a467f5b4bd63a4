"""Transitive closures, by one search per node, and transitive reductions, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx

from .. import _dags
from ._dags import is_directed_acyclic_graph
from ._graph import BackendGraph
from ._traversal import search


def _ends(G: BackendGraph, v: int, predecessors: set[int], reflexive: bool | None) -> Iterator[int]:
    """Yield the vertices to which the closure has edges from v, in the order in which a breadth-first search meets edges to them.

    reflexive: True adds v itself, None leaves it out, and False adds it at its place if it is on a cycle.
    """
    order, parents, _ = search(G, [v])
    if reflexive:
        yield v
    entry = next((u for u in order if u in predecessors), None) if reflexive is False else None
    if entry is None:
        yield from order[1:]
        return
    row = G.indices[G.indptr[entry]:G.indptr[entry + 1]].tolist()
    before, place = set(row[:row.index(v)]), {u: i for i, u in enumerate(order)}
    pending = True
    for u, parent in zip(order[1:], parents[1:]):
        if pending and (place[parent] > place[entry] or (parent == entry and u not in before)):
            yield v
            pending = False
        yield u
    if pending:
        yield v


def transitive_closure(G: BackendGraph, reflexive: bool | None = False) -> nx.DiGraph:
    closure, offsets, before = G.to_networkx().copy(), *(column.tolist() for column in G.reversed_rows)
    for v, node in enumerate(G.nodes):
        row, predecessors = closure._adj[node], set(before[offsets[v]:offsets[v + 1]])
        closure.add_edges_from([(node, G.nodes[u]) for u in _ends(G, v, predecessors, reflexive) if G.nodes[u] not in row])
    return closure


def transitive_reduction(G: BackendGraph) -> nx.DiGraph:
    if not is_directed_acyclic_graph(G):
        raise nx.NetworkXError("Directed Acyclic Graph required for transitive_reduction")
    reduced = _dags.transitive_reduction(G.graph)
    starts, ends = reduced.indptr.tolist(), G.named(reduced.indices)
    found = nx.DiGraph()
    found.add_nodes_from(G.nodes)
    for v, node in enumerate(G.nodes):
        found.add_edges_from([(node, end) for end in ends[starts[v]:starts[v + 1]]])
    return found


def _can_run(G: Any, reflexive: Any = False) -> bool | str:
    if G.is_multigraph():
        return "the graph is a multigraph"
    if not G.is_directed():
        return "the graph is undirected"
    return reflexive is None or isinstance(reflexive, bool) or "reflexive is neither None nor a bool"


CAN_RUN: dict[str, Callable[..., bool | str]] = {"transitive_closure": _can_run}
FUNCTIONS: list[Any] = [transitive_closure, transitive_reduction]
