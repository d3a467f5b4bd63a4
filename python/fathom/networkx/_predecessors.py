"""All shortest paths and all predecessors on them, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import _core
from ._graph import BackendGraph
from ._paths import _dijkstra, _length_dict, weight_is_name
from ._traversal import depth
from ._values import entries_of


class _Predecessors:
    """For each vertex that a search reached, its predecessors on all shortest paths, in NetworkX's order."""

    def __init__(self, G: BackendGraph, order: npt.NDArray[Any], start: npt.NDArray[Any], end: npt.NDArray[Any],
                 seen: npt.NDArray[Any]) -> None:
        """Take the edges of shortest paths from the vertices `order`, first the source, in this order; `seen` is that of keys."""
        self.graph, self.order, self.seen = G, order, seen
        rank = np.full(len(G), -1, np.int64)
        rank[order] = np.arange(order.size)
        ranks = rank[end]
        self.rank = rank
        self.bounds = np.concatenate([[0], np.cumsum(np.bincount(ranks, minlength=order.size))])
        self.before = start[np.argsort(ranks, kind="stable")]

    def of(self, v: int) -> list[int]:
        i = self.rank[v]
        return self.before[self.bounds[i]:self.bounds[i + 1]].tolist()

    def by_node(self) -> dict[Hashable, list[Hashable]]:
        names, bounds = self.graph.named(self.before), self.bounds.tolist()
        return {node: names[bounds[i]:bounds[i + 1]] for node, i in zip(self.graph.named(self.seen), self.rank[self.seen].tolist())}

    def paths_to(self, target: int) -> Iterator[list[Hashable]]:
        """Yield the paths from the source, in NetworkX's order: by a depth-first search from the target."""
        name, source = self.graph.nodes, int(self.order[0])
        path, left = [target], [iter(self.of(target))]
        on_path = {target}
        while path:
            if path[-1] == source:
                yield [name[u] for u in reversed(path)]  # once more after each predecessor by edges of length 0, as in NetworkX
            v = next(left[-1], None)
            if v is None:
                left.pop()
                on_path.discard(path.pop())
            elif v not in on_path:
                path.append(v)
                on_path.add(v)
                left.append(iter(self.of(v)))


def _search(G: BackendGraph, v: int, limit: int) -> tuple[_Predecessors, npt.NDArray[np.int32]]:
    """Return the predecessors by number of edges, and the depths of the vertices in order of discovery."""
    order, _, depths = _core.ordered_bfs(G.indptr, G.indices, np.array([v], np.int64), limit)
    level = np.full(len(G), -1, np.int32)
    level[order] = depths
    entries = entries_of(G.indptr, order)
    start, end = G.rows[entries], G.indices[entries]
    kept = level[end] == level[start] + 1
    return _Predecessors(G, order, start[kept], end[kept], order), depths


def _weighted_search(G: BackendGraph, v: int, weight: str | None,
                     cutoff: Any = None) -> tuple[_Predecessors, tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]], bool]:
    rows, whole = _dijkstra(G, [v], weight, cutoff=cutoff)
    order, distances, _ = rows[0]
    length = np.full(len(G), np.nan)
    length[order] = distances
    entries = entries_of(G.indptr, order)
    start, end = G.rows[entries], G.indices[entries]
    longer = length[start] + G.lengths(weight)[entries]
    within = longer <= (np.inf if cutoff is None or cutoff != cutoff else cutoff)
    seen, first = np.unique(np.concatenate([order[:1], end[within]]), return_index=True)
    kept = within & (longer == length[end])
    return _Predecessors(G, order, start[kept], end[kept], seen[np.argsort(first)]), rows[0], whole


def predecessor(G: BackendGraph, source: Hashable, target: Any = None, cutoff: Any = None, return_seen: Any = None) -> Any:
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} not in G")
    found, depths = _search(G, G.vertex(source), max(1, depth(cutoff)) if cutoff and depth(cutoff) >= 0 else -1)
    if target is None:
        before = found.by_node()
        return (before, dict(zip(before, depths.tolist()))) if return_seen else before
    rank = found.rank[G.vertex(target)] if target in G else -1
    before = G.named(np.array(found.of(G.vertex(target)))) if rank >= 0 else []
    return (before, int(depths[rank]) if rank >= 0 else -1) if return_seen else before


def dijkstra_predecessor_and_distance(G: BackendGraph, source: Hashable, cutoff: Any = None,
                                      weight: Any = "weight") -> tuple[dict[Hashable, list[Hashable]], dict[Hashable, Any]]:
    if source not in G:
        raise nx.NodeNotFound(f"Node {source} is not found in the graph")
    found, row, whole = _weighted_search(G, G.vertex(source), weight, cutoff)
    return found.by_node(), _length_dict(G, row, whole)


def _any_search(G: BackendGraph, source: Hashable, weight: Any, method: str) -> _Predecessors:
    if weight is None:
        if source not in G:
            raise nx.NodeNotFound(f"Source {source} not in G")
        return _search(G, G.vertex(source), -1)[0]
    if method != "dijkstra":
        raise ValueError(f"method not supported: {method}")
    if source not in G:
        raise nx.NodeNotFound(f"Node {source} is not found in the graph")
    return _weighted_search(G, G.vertex(source), weight)[0]


def all_shortest_paths(G: BackendGraph, source: Hashable, target: Hashable, weight: Any = None,
                       method: str = "dijkstra") -> Iterator[list[Hashable]]:
    found = _any_search(G, source, weight, method)

    def paths() -> Iterator[list[Hashable]]:
        if target not in G or found.rank[G.vertex(target)] < 0:
            raise nx.NetworkXNoPath(f"Target {target} cannot be reached from given sources")
        yield from found.paths_to(G.vertex(target))

    return paths()


def single_source_all_shortest_paths(G: BackendGraph, source: Hashable, weight: Any = None,
                                     method: str = "dijkstra") -> Iterator[tuple[Hashable, list[list[Hashable]]]]:
    found = _any_search(G, source, weight, method)
    for v in found.seen.tolist():
        yield G.nodes[v], list(found.paths_to(v))


def _can_list(G: Any, source: Any, target: Any = None, weight: Any = None, method: str = "dijkstra") -> bool | str:
    if weight is not None and method == "bellman-ford":
        return "the predecessors of the Bellman-Ford algorithm are in an order of its own"
    return weight_is_name(weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "all_shortest_paths": _can_list,
    "single_source_all_shortest_paths": lambda G, source, weight=None, method="dijkstra": _can_list(G, source, None, weight, method),
    "dijkstra_predecessor_and_distance": lambda G, source, cutoff=None, weight="weight": weight_is_name(weight),
}
FUNCTIONS: list[Any] = [predecessor, dijkstra_predecessor_and_distance, all_shortest_paths, single_source_all_shortest_paths]
