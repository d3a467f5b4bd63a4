"""Closeness, harmonic centrality, betweenness and PageRank of the NetworkX backend."""

from __future__ import annotations

import copy
import math
import numbers
import warnings
from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np

from .. import _centrality, _multi_bfs, _pagerank
from .._core import FormatError
from .._graph import Graph
from ._graph import VERSION, BackendGraph
from ._paths import weight_is_name
from ._weighted_rows import distance_rows


def closeness_centrality(G: BackendGraph, u: Any = None, distance: Any = None, wf_improved: bool = True) -> Any:
    if u is not None:
        if u not in G:
            raise nx.NodeNotFound(f"Source {u} is not in G")
        if distance is not None:
            return _weighted_closeness(G, np.array([G.vertex(u)]), distance, wf_improved)[0]
        return _centrality.closeness(G.graph, [G.vertex(u)], improved=bool(wf_improved)).values.tolist()[0]
    if distance is not None:
        return dict(zip(G.nodes, _weighted_closeness(G, None, distance, wf_improved)))
    return G.by_node(_centrality.closeness(G.graph, improved=bool(wf_improved)).values)


def _weighted_closeness(G: BackendGraph, vertices: np.ndarray | None, distance: str, improved: bool) -> list[float]:
    values = []
    for order, distances in distance_rows(G, distance, vertices, reverse=True):
        total, others = distances.sum().item(), order.size - 1.0
        value = others / total if total > 0 else 0.0
        values.append(value * others / (len(G) - 1) if improved and total > 0 else value)
    return values


def _bunch(G: BackendGraph, nbunch: Any) -> list[int]:
    """Return the vertices of a node, or of those `nbunch` nodes that are in the graph, in graph order."""
    return sorted({G.vertex(node) for node in G.bunch(nbunch)})


def harmonic_centrality(G: BackendGraph, nbunch: Any = None, distance: Any = None, sources: Any = None) -> dict[Hashable, float]:
    wanted = list(range(len(G))) if nbunch is None else _bunch(G, nbunch)
    starts = None if sources is None else _bunch(G, sources)
    if not wanted:
        return {}
    if distance is not None:
        values = np.zeros(len(G))
        for order, distances in distance_rows(G, distance, None if starts is None else np.array(starts)):
            apart = distances != 0
            values[order[apart]] += 1 / distances[apart]
        values = values[wanted]
    elif starts is None:
        values = _centrality.harmonic(G.graph, wanted).values
    else:
        values = np.zeros(len(wanted))
        for first in range(0, len(starts), 1024):
            rows = _multi_bfs.distances(G.graph, starts[first:first + 1024])[:, wanted].astype(np.float64)
            np.add(values, np.divide(1, rows, out=np.zeros_like(rows), where=rows > 0).sum(axis=0), out=values)
    return dict(zip(G.named(np.asarray(wanted)), values.tolist()))


def _sample(G: BackendGraph, k: int | None, seed: Any) -> list[int] | None:
    """Draw from a copy of the generator: if the call is left to NetworkX, it draws the same numbers. _advance() draws them for good."""
    if k is None:
        return None
    return [G.vertex(node) for node in copy.deepcopy(seed).sample(G.nodes, k)]


def _advance(G: BackendGraph, k: int | None, seed: Any) -> None:
    if k is not None:
        seed.sample(G.nodes, k)


def _is_symmetric(G: BackendGraph, graph: Graph) -> bool:
    """Return whether G is a DiGraph in which every edge has its reverse, with the same length in `graph`.

    The library treats it as undirected, and counts pairs of vertices and edges once.
    """
    return G.directed and not graph.directed


def _between(G: BackendGraph, weight: str | None, **options: Any) -> tuple[Graph, _centrality.BetweennessResult]:
    """Return the graph with these lengths, and the betweenness of its vertices or edges."""
    lengths = G.lengths(weight)
    if not lengths.size or lengths.min() == lengths.max() != 0:
        weight = None  # equally long edges: the shortest paths are those with the fewest edges
    elif (lengths[G.loops] == 0).any():
        raise NotImplementedError("NetworkX counts paths along self-loops of length 0")
    graph = G.with_lengths(weight)
    try:
        return graph, _centrality.betweenness(graph, weighted=weight is not None, **options)
    except FormatError as error:
        raise NotImplementedError(str(error)) from error  # NetworkX counts some of the paths along edges of length 0


def betweenness_centrality(G: BackendGraph, k: int | None = None, normalized: bool = True, weight: Any = None, endpoints: bool = False,
                           seed: Any = None) -> dict[Hashable, float]:
    k = None if k == len(G) else k
    sources = _sample(G, k, seed)
    graph, found = _between(G, weight, sources=sources, normalized=bool(normalized), endpoints=bool(endpoints))
    values = found.vertices
    assert values is not None
    _advance(G, k, seed)
    if _is_symmetric(G, graph) and not normalized:
        values = values * 2
    return G.by_node(values)


def edge_betweenness_centrality(G: BackendGraph, k: int | None = None, normalized: bool = True, weight: Any = None,
                                seed: Any = None) -> dict[tuple[Hashable, Hashable], float]:
    n = len(G)
    sources = _sample(G, k, seed)
    graph, found = _between(G, weight, sources=sources, normalized=bool(normalized), vertices=False, edges=True)
    if sources is not None and _is_symmetric(G, graph):
        raise NotImplementedError("the two directions of an edge have different values")
    _advance(G, k, seed)
    rows = np.repeat(np.arange(n), np.diff(G.indptr))
    order = np.lexsort((G.indices, rows))  # from NetworkX's order of edges to the graph's
    values = np.empty(graph.num_edges)
    values[order] = found.edges
    ends = G.indices
    if _is_symmetric(G, graph) and normalized:
        values /= 2
    if not G.directed:
        first = rows <= ends  # NetworkX lists an edge from the endpoint that comes first in the graph
        rows, ends, values = rows[first], ends[first], values[first]
    return dict(zip(zip(G.named(rows), G.named(ends)), values.tolist()))


def newman_betweenness_centrality(G: BackendGraph, v: Any = None, cutoff: Any = None, normalized: bool = True, weight: Any = None) -> Any:
    """NetworkX's name of load_centrality for dispatching."""
    values = _centrality.betweenness(G.graph, load=True, normalized=bool(normalized)).vertices
    assert values is not None
    if not G.graph.directed and not normalized:
        values = values * 2  # NetworkX counts both directions of a pair
    if v is None:
        return G.by_node(values)
    return values[G.vertex(v)].item() if v in G else 0.0


def _can_load(G: Any, v: Any = None, cutoff: Any = None, normalized: bool = True, weight: Any = None) -> bool | str:
    if cutoff is not None:
        return "fathom does not support the argument cutoff"
    return weight is None or "NetworkX ignores some of the shortest paths along weights"


def pagerank(G: BackendGraph, alpha: float = 0.85, personalization: Any = None, max_iter: int = 100, tol: float = 1.0e-6,
             nstart: Any = None, weight: Any = "weight", dangling: Any = None) -> dict[Hashable, float]:
    n = len(G)
    if n == 0:
        return {}

    def column(values: Any, otherwise: Callable[[], Exception]) -> np.ndarray | None:
        if values is None:
            return None
        listed = np.array([values.get(node, 0) for node in G.nodes], dtype=np.float64)
        if listed.sum() == 0:
            raise otherwise()
        return listed

    def never() -> Exception:
        return nx.PowerIterationFailedConvergence(max_iter)  # NetworkX divides by 0 and iterates with NaN

    jumps = column(personalization, ZeroDivisionError)  # first: this error precedes the iteration
    starts, ends = column(nstart, never), column(dangling, never)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PageRank has not converged", RuntimeWarning)  # NetworkX's exception follows
        found = _pagerank.pagerank(G.summed(weight), alpha=alpha, personalization=jumps, max_iter=max_iter, tol=tol * n,
                                     start=starts, dangling=ends, method="power", full_precision=True)
    if not found.report.converged:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return G.by_node(found.scores)


def _can_rank(G: Any, alpha: float = 0.85, personalization: Any = None, max_iter: int = 100, tol: float = 1.0e-6, nstart: Any = None,
              weight: Any = "weight", dangling: Any = None) -> bool | str:
    if not 0 <= alpha <= 1:
        return "alpha is not a probability"
    if not isinstance(max_iter, numbers.Integral) or max_iter < 1 or not tol > 0:
        return "max_iter is not a positive integer, or tol is not positive"
    for argument, values in (("nstart", nstart), ("personalization", personalization), ("dangling", dangling)):
        if values is not None and not all(0 <= v < math.inf for v in values.values()):
            return f"{argument} has numbers that are negative or not finite"
    return weight_is_name(weight)


def _can_list_edges(G: Any, k: Any = None, normalized: bool = True, weight: Any = None, seed: Any = None) -> bool | str:
    if G.is_multigraph():
        return "parallel edges have separate values"
    return _can_sample(G, k, weight)


def _can_be_between(G: Any, k: Any = None, normalized: bool = True, weight: Any = None, endpoints: bool = False, seed: Any = None) -> bool | str:
    return _can_sample(G, k, weight)


def _can_sample(G: Any, k: Any, weight: Any) -> bool | str:
    if k is None:
        return weight_is_name(weight)
    if VERSION < (3, 6):
        return "samples are scaled as in NetworkX 3.6 and newer"
    return weight_is_name(weight) if 1 <= k <= len(G) else "k is outside the graph"


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "closeness_centrality": lambda G, u=None, distance=None, wf_improved=True: weight_is_name(distance),
    "harmonic_centrality": lambda G, nbunch=None, distance=None, sources=None: weight_is_name(distance),
    "betweenness_centrality": _can_be_between,
    "edge_betweenness_centrality": _can_list_edges,
    "newman_betweenness_centrality": _can_load,
    "pagerank": _can_rank,
}
FUNCTIONS = [closeness_centrality, harmonic_centrality, betweenness_centrality, edge_betweenness_centrality,
             newman_betweenness_centrality, pagerank]
