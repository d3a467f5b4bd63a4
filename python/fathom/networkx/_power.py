"""Eigenvector centrality, Katz centrality, and hubs and authorities, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from ._graph import BackendGraph
from ._matrices import adjacency
from ._paths import weight_is_name


def _start(G: BackendGraph, nstart: Any, value: float) -> tuple[list[Hashable], npt.NDArray[np.float64]]:
    """Return the nodes in the order of the result, and the initial vector in the graph's order."""
    if nstart is None:
        return G.nodes, np.full(len(G), value, np.float64)
    if set(nstart) != set(G):
        raise NotImplementedError("nstart does not have exactly the nodes of the graph")
    return list(nstart), np.array([nstart[node] for node in G], np.float64)


def _ordered(G: BackendGraph, order: list[Hashable], values: npt.NDArray[np.float64]) -> dict[Hashable, float]:
    found = G.by_node(values)
    return found if order is G.nodes else {node: found[node] for node in order}


def eigenvector_centrality(G: BackendGraph, max_iter: int = 100, tol: float = 1.0e-6, nstart: Any = None,
                           weight: str | None = None) -> dict[Hashable, float]:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("cannot compute centrality for the null graph")
    order, x = _start(G, nstart, 1)
    if not x.any():
        raise nx.NetworkXError("initial vector cannot have all zero values")
    x = x / x.sum()
    into = adjacency(G, weight, float).T.tocsr()
    for _ in range(max_iter):
        last = x
        x = last + into @ last  # the matrix A + I, which has the eigenvectors of A
        x = x / (float(np.linalg.norm(x)) or 1)
        if np.abs(x - last).sum() < len(G) * tol:
            return _ordered(G, order, x)
    raise nx.PowerIterationFailedConvergence(max_iter)


def katz_centrality(G: BackendGraph, alpha: float = 0.1, beta: Any = 1.0, max_iter: int = 1000, tol: float = 1.0e-6, nstart: Any = None,
                    normalized: bool = True, weight: str | None = None) -> dict[Hashable, float]:
    if len(G) == 0:
        return {}
    order, x = _start(G, nstart, 0)
    constant: Any
    try:
        constant = float(beta)
    except (TypeError, ValueError, AttributeError) as error:
        if set(beta) != set(G):
            raise nx.NetworkXError("beta dictionary must have a value for every node") from error
        constant = np.array([beta[node] for node in G], np.float64)
    into = adjacency(G, weight, float).T.tocsr()
    with np.errstate(over="ignore", invalid="ignore"):  # alpha may be too large to converge
        for _ in range(max_iter):
            last = x
            x = alpha * (into @ last) + constant
            if np.abs(x - last).sum() < len(G) * tol:
                norm = float(np.linalg.norm(x)) if normalized else 1
                return _ordered(G, order, x * (1.0 / norm) if norm else x)
    raise nx.PowerIterationFailedConvergence(max_iter)


def hits(G: BackendGraph, max_iter: int = 100, tol: float = 1.0e-8, nstart: Any = None,
         normalized: bool = True) -> tuple[dict[Hashable, float], dict[Hashable, float]]:
    from scipy.sparse.linalg import ArpackNoConvergence, svds

    if len(G) == 0:
        return {}, {}
    matrix = adjacency(G, "weight", float)
    start = None if nstart is None else np.array(list(nstart.values()))
    if max_iter <= 0:
        raise nx.PowerIterationFailedConvergence(max_iter)
    try:
        _, _, vectors = svds(matrix, k=1, v0=start, maxiter=max_iter, tol=tol)
    except ArpackNoConvergence as error:
        raise nx.PowerIterationFailedConvergence(max_iter) from error
    authorities = vectors.flatten().real
    hubs = matrix @ authorities
    if normalized:
        hubs, authorities = hubs / hubs.sum(), authorities / authorities.sum()
    return G.by_node(hubs), G.by_node(authorities)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "eigenvector_centrality": lambda G, max_iter=100, tol=1e-6, nstart=None, weight=None: weight_is_name(weight),
    "katz_centrality": lambda G, alpha=0.1, beta=1.0, max_iter=1000, tol=1e-6, nstart=None, normalized=True, weight=None:
        weight_is_name(weight),
}
FUNCTIONS: list[Any] = [eigenvector_centrality, katz_centrality, hits]
