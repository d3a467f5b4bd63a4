"""Degrees and their correlations, for the NetworkX backend."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from ._graph import BackendGraph
from ._paths import weight_is_name
from ._values import added_by_row, degrees, entries_of, picked, vertices_of


def _centrality(G: BackendGraph, direction: str) -> dict[Hashable, float]:
    if len(G) <= 1:
        return dict.fromkeys(G.nodes, 1)
    return G.by_node(degrees(G, direction) * (1.0 / (len(G) - 1.0)))


def degree_centrality(G: BackendGraph) -> dict[Hashable, float]:
    return _centrality(G, "in+out")


def in_degree_centrality(G: BackendGraph) -> dict[Hashable, float]:
    return _centrality(G, "in")


def out_degree_centrality(G: BackendGraph) -> dict[Hashable, float]:
    return _centrality(G, "out")


def _isolated(G: BackendGraph) -> npt.NDArray[np.intp]:
    return np.flatnonzero(degrees(G) == 0)


def isolates(G: BackendGraph) -> Iterator[Hashable]:
    return iter(G.named(_isolated(G)))


def number_of_isolates(G: BackendGraph) -> int:
    return len(_isolated(G))


def s_metric(G: BackendGraph) -> float:
    k = degrees(G).astype(np.float64)
    products = k[G.rows] * k[G.indices] * G.sums(None)
    return float(products.sum() if G.directed else (products.sum() + products[G.loops].sum()) / 2)


# -- degrees of neighbors ----------------------------------------------------------------------------------------------------------


def average_neighbor_degree(G: BackendGraph, source: str = "out", target: str = "out", nodes: Any = None,
                            weight: str | None = None) -> dict[Hashable, float]:
    if not G.directed:
        if source != "out" or target != "out":
            raise nx.NetworkXError("source and target arguments are only supported for directed graphs")
    for name, value in (("source", source), ("target", target)):
        if value not in ("in", "out", "in+out"):
            raise nx.NetworkXError(f"{name} argument {value} must be 'in', 'out' or 'in+out'")
    k, values = degrees(G, target), G.sums(weight)
    total = np.zeros(len(G))
    if not G.directed or "out" in source:
        total = total + added_by_row(G, values * k[G.indices])
    if G.directed and "in" in source:
        total = total + added_by_row(G, values * k[G.rows], reverse=True)
    norm = degrees(G, source, weight)
    average = np.divide(total, norm, out=np.zeros(len(G)), where=norm != 0)
    return picked(G, nodes, average.tolist())


def average_degree_connectivity(G: BackendGraph, source: str = "in+out", target: str = "in+out", nodes: Any = None,
                                weight: str | None = None) -> dict[int, float]:
    if not G.directed:
        if source != "in+out" or target != "in+out":
            raise nx.NetworkXError("source and target arguments are only supported for directed graphs")
    for name, value in (("source", source), ("target", target)):
        if value not in ("in", "out", "in+out"):
            raise nx.NetworkXError(f'{name} must be one of "in", "out", or "in+out"')
    k, values = degrees(G, target), G.sums(weight)
    reverse = source == "in"
    total = added_by_row(G, values * k[G.rows if reverse else G.indices], reverse)
    norm, own = degrees(G, source, weight), degrees(G, source)
    wanted = np.arange(len(G)) if nodes is None else vertices_of(G, [nodes] if nodes in G else G.bunch(nodes))
    if not wanted.size:
        return {}
    found, first, group = np.unique(own[wanted], return_index=True, return_inverse=True)
    totals, norms = np.bincount(group, total[wanted]), np.bincount(group, norm[wanted])
    average = np.divide(totals, norms, out=totals, where=norms != 0)
    order = np.argsort(first)  # NetworkX lists degrees as nodes have them
    return dict(zip(found[order].tolist(), average[order].tolist()))


# -- degrees at both ends of edges -------------------------------------------------------------------------------------------------


def _pairs(G: BackendGraph, x: str, y: str, weight: str | None, nodes: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.int64]]:
    """Return the degrees at both ends of each edge, in both directions if undirected, and the number of parallel edges.

    Edges are in NetworkX's order, that of a set of nodes.
    """
    vertices = vertices_of(G, set(G.nodes if nodes is None else nodes))
    entries = entries_of(G.indptr, vertices)
    if nodes is not None:
        among = np.zeros(len(G), bool)
        among[vertices] = True
        entries = entries[among[G.indices[entries]]]
    return degrees(G, x, weight)[G.rows[entries]], degrees(G, y, weight)[G.indices[entries]], G.sums(None)[entries]


def _correlation(G: BackendGraph, x: str, y: str, weight: str | None, nodes: Any) -> float:
    start, end, counts = _pairs(G, x, y, weight, nodes)
    size = int(counts.sum())
    if size < 2:
        raise NotImplementedError("too few edges for a correlation")
    if start.dtype.kind == "i":  # exact, so that the degrees of a regular graph have the variance 0
        start, end = start - int(start.min()), end - int(end.min())
        if max(int(start.max()), int(end.max())) ** 2 * size < 2**62:
            sx, sy = int((counts * start).sum()), int((counts * end).sum())
            sxx, syy, sxy = (int((counts * a * b).sum()) for a, b in ((start, start), (end, end), (start, end)))
            product = (size * sxx - sx * sx) * (size * syy - sy * sy)
            return (size * sxy - sx * sy) / math.sqrt(product) if product else math.nan
    (dx, xx), (dy, yy) = (_deviations(values, counts) for values in (start, end))
    return float((counts * dx * dy).sum()) / math.sqrt(xx * yy) if xx and yy else math.nan


def _deviations(values: npt.NDArray[Any], counts: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.float64], float]:
    """Return deviations from the mean, divided by the largest so that squares neither overflow nor vanish, and the sum of their squares:
    0 if the values differ by rounding only.
    """
    deviations = values - np.average(values, weights=counts)
    rounding = 8 * np.finfo(np.float64).eps * float(np.abs(values).max())
    largest = float(np.abs(deviations).max())
    if largest <= rounding:
        return deviations, 0.0
    deviations = deviations / largest
    return deviations, float((counts * deviations**2).sum())


def degree_assortativity_coefficient(G: BackendGraph, x: str = "out", y: str = "in", weight: str | None = None, nodes: Any = None) -> float:
    if nodes is not None:
        all(True for _ in G.bunch(nodes))  # raises NetworkX's errors
    return _correlation(G, x, y, weight, nodes)


def degree_pearson_correlation_coefficient(G: BackendGraph, x: str = "out", y: str = "in", weight: str | None = None,
                                           nodes: Any = None) -> float:
    return _correlation(G, x, y, weight, nodes)


def degree_mixing_dict(G: BackendGraph, x: str = "out", y: str = "in", weight: str | None = None, nodes: Any = None,
                       normalized: bool = False) -> dict[Any, dict[Any, float]]:
    start, end, counts = _pairs(G, x, y, weight, nodes)
    if start.dtype.kind == "f":
        raise NotImplementedError("sums of real numbers, which depend on the order of edges, would be keys")
    found: dict[Any, dict[Any, float]] = {}
    values, codes = np.unique(np.concatenate([start, end]), return_inverse=True)
    pairs, first, group = np.unique(codes[:start.size] * values.size + codes[start.size:], return_index=True, return_inverse=True)
    totals = np.bincount(group, counts).astype(np.int64)
    order = np.argsort(first)
    names, size = values.tolist(), int(counts.sum())
    for pair, total in zip(pairs[order].tolist(), totals[order].tolist()):
        a, b = names[pair // values.size], names[pair % values.size]
        found.setdefault(a, {})
        found.setdefault(b, {})
        found[a][b] = total / size if normalized else total
    return found


def degree_mixing_matrix(G: BackendGraph, x: str = "out", y: str = "in", weight: str | None = None, nodes: Any = None,
                         normalized: bool = True, mapping: Any = None) -> npt.NDArray[Any]:
    matrix = nx.utils.dict_to_numpy_array(degree_mixing_dict(G, x, y, weight, nodes), mapping=mapping)
    return matrix / matrix.sum() if normalized else matrix


def rich_club_coefficient(G: BackendGraph, normalized: bool = True, Q: float = 100, seed: Any = None) -> dict[int, float]:
    if G.loops.size:
        raise Exception("rich_club_coefficient is not implemented for graphs with self loops.")
    if not G.indices.size:
        return {}
    k = degrees(G)
    poorer = np.minimum(k[G.rows], k[G.indices])
    # Nodes, and edges in both directions, of more than d neighbors.
    rich = len(G) - np.cumsum(np.bincount(k))
    edges = poorer.size - np.cumsum(np.bincount(poorer, minlength=rich.size))
    among = rich > 1
    return dict(enumerate((edges[among] / (rich[among] * (rich[among] - 1))).tolist()))


# -- reciprocity -------------------------------------------------------------------------------------------------------------------


def _mutual(G: BackendGraph) -> npt.NDArray[np.bool_]:
    """Return for each edge of a directed graph whether its reverse exists, too."""
    n = np.int64(len(G))
    edges, reverses = G.rows * n + G.indices, G.indices * n + G.rows
    return np.isin(edges, reverses)


def overall_reciprocity(G: BackendGraph) -> float:
    if not G.indices.size:
        raise nx.NetworkXError("Not defined for empty graphs")
    return (int(np.count_nonzero(_mutual(G))) - G.loops.size) / G.indices.size


def reciprocity(G: BackendGraph, nodes: Any = None) -> Any:
    if nodes is None:
        return overall_reciprocity(G)
    both, total = np.bincount(G.rows[_mutual(G)], minlength=len(G)), degrees(G)
    values = [2 * b / t if t else None for b, t in zip(both.tolist(), total.tolist())]
    found = picked(G, nodes, values)
    if found is None:
        raise nx.NetworkXError("Not defined for isolated nodes.")
    return found


# -- calls left to NetworkX --------------------------------------------------------------------------------------------------------


def _can_average(G: Any, source: Any = None, target: Any = None, nodes: Any = None, weight: Any = None) -> bool | str:
    if G.is_multigraph():
        return "the graph is a multigraph"
    return weight_is_name(weight)


def _can_average_neighbors(G: Any, source: Any = None, target: Any = None, nodes: Any = None, weight: Any = None) -> bool | str:
    if nodes is not None and nodes in G:
        return "NetworkX does not accept a single node"
    return _can_average(G, weight=weight)


def _can_correlate(G: Any, x: Any = "out", y: Any = "in", weight: Any = None, nodes: Any = None, normalized: Any = None,
                   mapping: Any = None) -> bool | str:
    if G.is_directed() and not {x, y} <= {"in", "out"}:
        return "x or y is neither 'in' nor 'out'"
    return weight_is_name(weight)


def _directed(G: Any) -> bool | str:
    return (G.is_directed() and not G.is_multigraph()) or "the graph is undirected or a multigraph"


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "average_neighbor_degree": _can_average_neighbors,
    "average_degree_connectivity": _can_average,
    "degree_assortativity_coefficient": _can_correlate,
    "degree_pearson_correlation_coefficient": _can_correlate,
    "degree_mixing_dict": _can_correlate,
    "degree_mixing_matrix": _can_correlate,
    "overall_reciprocity": lambda G: _directed(G),
    "reciprocity": lambda G, nodes=None: _directed(G),
    "rich_club_coefficient": lambda G, normalized=True, Q=100, seed=None: not normalized or "a random graph is needed to normalize",
}
FUNCTIONS: list[Any] = [degree_centrality, in_degree_centrality, out_degree_centrality, isolates, number_of_isolates, s_metric,
                        average_neighbor_degree, average_degree_connectivity, degree_assortativity_coefficient,
                        degree_pearson_correlation_coefficient, degree_mixing_dict, degree_mixing_matrix, rich_club_coefficient,
                        overall_reciprocity, reciprocity]
