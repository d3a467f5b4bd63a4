"""Cores, shells, trusses and onion layers, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .._cohesion import onion_layers as layers_of
from .._cohesion import truss_numbers
from ._components import core_number as core_number_of
from ._graph import BackendGraph
from ._values import added_by_row


def _core_numbers(G: BackendGraph) -> npt.NDArray[np.int64]:
    return np.fromiter(core_number_of(G).values(), np.int64, len(G))


def _largest(numbers: npt.NDArray[np.int64]) -> int:
    return max(numbers.tolist())  # fails as in NetworkX if there are no nodes


def _kept(G: BackendGraph, nodes: npt.NDArray[np.bool_]) -> nx.Graph:
    """Return the subgraph of these nodes with all attributes, as a graph of its own."""
    source = G.to_networkx()
    if 2 * int(np.count_nonzero(nodes)) < len(G):
        return source.subgraph(G.named(np.flatnonzero(nodes))).copy()
    made = source.copy()  # several times as fast as copying a view of most nodes
    made.remove_nodes_from(G.named(np.flatnonzero(~nodes)))
    return made


def k_core(G: BackendGraph, k: Any = None, core_number: Any = None) -> nx.Graph:
    numbers = _core_numbers(G)
    return _kept(G, numbers >= (_largest(numbers) if k is None else k))


def k_shell(G: BackendGraph, k: Any = None, core_number: Any = None) -> nx.Graph:
    numbers = _core_numbers(G)
    return _kept(G, numbers == (_largest(numbers) if k is None else k))


def k_crust(G: BackendGraph, k: Any = None, core_number: Any = None) -> nx.Graph:
    numbers = _core_numbers(G)
    return _kept(G, numbers <= (_largest(numbers) - 1 if k is None else k))


def k_corona(G: BackendGraph, k: Any, core_number: Any = None) -> nx.Graph:
    numbers = _core_numbers(G)
    if k is None:
        k = _largest(numbers)
    inside = added_by_row(G, (numbers[G.indices] >= k).astype(np.int64))
    return _kept(G, (numbers == k) & (inside == k))


def _refuse_loops(G: BackendGraph, text: str) -> None:
    if G.loops.size:
        raise nx.NetworkXNotImplemented(f"Input graph {text} self loops which is not permitted; "
                                        "Consider using G.remove_edges_from(nx.selfloop_edges(G)).")


def k_truss(G: BackendGraph, k: Any) -> nx.Graph:
    _refuse_loops(G, "has")
    numbers = np.empty(G.indices.size, np.int32)
    numbers[np.lexsort((G.indices, G.rows))] = truss_numbers(G.graph)  # from the graph's order of edges to NetworkX's
    kept = numbers >= k
    H = G.to_networkx().copy()
    dropped = ~kept & (G.rows < G.indices)
    H.remove_edges_from(zip(G.named(G.rows[dropped]), G.named(G.indices[dropped])))
    H.remove_nodes_from(G.named(np.flatnonzero(np.bincount(G.rows[kept], minlength=len(G)) == 0)))
    return H


def onion_layers(G: BackendGraph) -> dict[Hashable, int]:
    _refuse_loops(G, "contains")
    layers = layers_of(G.graph)
    degrees = added_by_row(G, (layers[G.indices] >= layers[G.rows]).astype(np.int64))  # when the vertex is removed
    order = np.lexsort((degrees, layers))
    return dict(zip(G.named(order), layers[order].tolist()))


def _counted(G: Any, k: Any = None, core_number: Any = None) -> bool | str:
    if G.is_multigraph():
        return "the graph is a multigraph"
    return core_number is None or "core numbers are given, so that no computation is left"


CAN_RUN: dict[str, Callable[..., bool | str]] = {"k_core": _counted, "k_shell": _counted, "k_crust": _counted, "k_corona": _counted}
FUNCTIONS: list[Any] = [k_core, k_shell, k_crust, k_corona, k_truss, onion_layers]
