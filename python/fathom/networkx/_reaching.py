"""Reaching centralities of the NetworkX backend, from one number per search rather than paths."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import _centrality, _searches
from ._graph import BackendGraph
from ._paths import rows_of


def _check(G: BackendGraph) -> None:
    if not G.indices.size:
        raise nx.NetworkXError("Size of G must be positive")
    if len(G) == 1:
        raise nx.NetworkXError("local_reaching_centrality of a single node with self-loop not well-defined")


def local_reaching_centrality(G: BackendGraph, v: Hashable, paths: Any = None, weight: Any = None, normalized: bool = True) -> float:
    _check(G)
    if v not in G:
        raise nx.NodeNotFound(f"Source {v} not in G")
    distances = _searches.bfs(G.graph, G.vertex(v), return_predecessors=False).distances
    assert distances is not None
    reached = distances[distances > 0]
    return (reached.size if G.directed else float((1 / reached).sum())) / (len(G) - 1)


def global_reaching_centrality(G: BackendGraph, weight: Any = None, normalized: bool = True) -> float:
    _check(G)
    values: npt.NDArray[Any]
    if G.directed:
        values = np.fromiter((np.count_nonzero(row >= 0) - 1 for row in rows_of(G.graph)), np.int64, len(G))
    else:
        values = _centrality.harmonic(G.graph).values
    local = values / (len(G) - 1)
    return float((local.max() - local).sum()) / (len(G) - 1)


def _unweighted(G: Any, weight: Any, paths: Any = None) -> bool | str:
    if paths is not None:
        return "paths are given, so that no search is needed"
    return weight is None or "weights are not supported"


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "local_reaching_centrality": lambda G, v, paths=None, weight=None, normalized=True: _unweighted(G, weight, paths),
    "global_reaching_centrality": lambda G, weight=None, normalized=True: _unweighted(G, weight),
}
FUNCTIONS: list[Any] = [local_reaching_centrality, global_reaching_centrality]
