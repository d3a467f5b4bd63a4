"""Cuts, volumes and modularity of sets of nodes, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from ._graph import BackendGraph
from ._paths import weight_is_name
from ._values import added_by_row, degrees, entries_of, vertices_of

Mask = npt.NDArray[np.bool_]


def _mask(G: BackendGraph, vertices: npt.NDArray[np.int64]) -> Mask:
    found = np.zeros(len(G), bool)
    found[vertices] = True
    return found


def _sets(G: BackendGraph, S: Any, T: Any) -> tuple[Mask, Mask]:
    first = _mask(G, vertices_of(G, S))
    return first, ~first if T is None else _mask(G, vertices_of(G, T))


def _between(G: BackendGraph, first: Mask, second: Mask, values: npt.NDArray[Any]) -> Any:
    """Return the sum of the values of the edges between two sets; of a directed graph, of those that leave the first."""
    entries = entries_of(G.indptr, np.flatnonzero(first))
    start, end = G.rows[entries], G.indices[entries]
    counted = second[end] | (first[end] & second[start])
    found, start, end = values[entries[counted]], start[counted], end[counted]
    if G.directed:
        return found.sum().item()
    twice = first[end] & (start != end)  # listed from both ends
    both = found[twice].sum().item()
    return found[~twice].sum().item() + (both // 2 if isinstance(both, int) else both / 2)


def _cut(G: BackendGraph, first: Mask, second: Mask, weight: str | None) -> Any:
    values = G.sums(weight)
    return _between(G, first, second, values) + (_between(G, second, first, values) if G.directed else 0)


def cut_size(G: BackendGraph, S: Any, T: Any = None, weight: str | None = None) -> Any:
    return _cut(G, *_sets(G, S, T), weight)


def _volume(G: BackendGraph, vertices: npt.NDArray[Any], weight: str | None) -> Any:
    return degrees(G, "out", weight)[vertices].sum().item()


def volume(G: BackendGraph, S: Any, weight: str | None = None) -> Any:
    return _volume(G, vertices_of(G, G.bunch(S)), weight)


def _volumes(G: BackendGraph, S: Any, T: Any, weight: str | None) -> tuple[Any, Any, Any]:
    first, second = _sets(G, S, T)
    others = np.flatnonzero(second) if T is None else vertices_of(G, T)
    return _cut(G, first, second, weight), volume(G, S, weight), _volume(G, others, weight)


def conductance(G: BackendGraph, S: Any, T: Any = None, weight: str | None = None) -> float:
    cut, volume_s, volume_t = _volumes(G, S, T, weight)
    return cut / min(volume_s, volume_t)


def normalized_cut_size(G: BackendGraph, S: Any, T: Any = None, weight: str | None = None) -> float:
    cut, volume_s, volume_t = _volumes(G, S, T, weight)
    return cut * ((1 / volume_s) + (1 / volume_t))


def edge_expansion(G: BackendGraph, S: Any, T: Any = None, weight: str | None = None) -> float:
    first, second = _sets(G, S, T)
    return _cut(G, first, second, weight) / min(len(S), int(np.count_nonzero(second)) if T is None else len(T))


def mixing_expansion(G: BackendGraph, S: Any, T: Any = None, weight: str | None = None) -> float:
    return cut_size(G, S, T, weight) / (2 * G.number_of_edges())


def modularity(G: BackendGraph, communities: Any, weight: str | None = "weight", resolution: float = 1) -> float:
    listed = communities if isinstance(communities, list) else list(communities)
    labels = np.full(len(G), -1, np.int64)
    for i, community in enumerate(listed):
        labels[vertices_of(G, community)] = i
    if (labels < 0).any() or sum(map(len, listed)) != len(G):
        raise nx.community.quality.NotAPartition(G.to_networkx(), listed)
    values, parts = G.sums(weight), len(listed)
    inside = np.where(labels[G.rows] == labels[G.indices], values, 0)
    of_nodes = added_by_row(G, inside)
    out = into = np.bincount(labels, degrees(G, "out", weight), minlength=parts)
    if G.directed:
        into = np.bincount(labels, degrees(G, "in", weight), minlength=parts)
        size = values.sum().item()
        norm = 1 / size**2
    else:
        of_nodes = of_nodes + np.bincount(G.rows[G.loops], inside[G.loops], minlength=len(G))
        size, norm = out.sum().item(), 1 / out.sum().item() ** 2  # both count each edge twice
    contained = np.bincount(labels, of_nodes, minlength=parts)
    return sum((contained / size - resolution * out * into * norm).tolist())


def _can_cut(G: Any, S: Any, T: Any = None, weight: Any = None) -> bool | str:
    if T is None and G.is_directed():
        return "NetworkX requires the other set of a directed graph"
    return weight_is_name(weight)


def _can_separate(G: Any, S: Any, T: Any = None, weight: Any = None) -> bool | str:
    if S in G or (T is not None and T in G):
        return "a set of nodes is itself a node"
    return weight_is_name(weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "cut_size": _can_cut,
    "mixing_expansion": _can_cut,
    "volume": lambda G, S, weight=None: _can_separate(G, S, None, weight),
    "conductance": _can_separate,
    "normalized_cut_size": _can_separate,
    "edge_expansion": _can_separate,
    "modularity": lambda G, communities, weight="weight", resolution=1: weight_is_name(weight),
}
FUNCTIONS: list[Any] = [cut_size, volume, conductance, normalized_cut_size, edge_expansion, mixing_expansion, modularity]
