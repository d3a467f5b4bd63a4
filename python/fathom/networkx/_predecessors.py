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
        self._lists: dict[Hashable, list[Hashable]] = {}  # those requested; paths pass through a node many times

    def of(self, node: Hashable) -> list[Hashable]:
        if (found := self._lists.get(node)) is None:
            i = self.rank[self.graph.vertex(node)]
            found = self._lists[node] = self.graph.named(self.before[self.bounds[i]:self.bounds[i + 1]])
        return found

    def by_node(self) -> dict[Hashable, list[Hashable]]:
        names, bounds = self.graph.named(self.before), self.bounds.tolist()
        return {node: names[bounds[i]:bounds[i + 1]] for node, i in zip(self.graph.named(self.seen), self.rank[self.seen].tolist())}

    def paths_to(self, target: Hashable) -> Iterator[list[Hashable]]:
        """Yield the paths from the source, in NetworkX's order: by a depth-first search from the target, in a graph without cycles."""
        if target not in self.graph or self.rank[self.graph.vertex(target)] < 0:
            raise nx.NetworkXNoPath(f"Target {target} cannot be reached from given sources")
        source = self.graph.nodes[self.order[0]]
        if target == source:
            yield [source]
            return
        path, left = [target], [iter(self.of(target))]
        while left:
            for node in left[-1]:
                if node == source:
                    yield [source, *reversed(path)]
                    continue
                path.append(node)
                left.append(iter(self.of(node)))
                break
            else:
                left.pop()
                path.pop()


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


def _levels(cutoff: Any) -> int:
    """Return the number of levels to search, or -1 for all. NetworkX compares after a level, and ignores 0 and NaN."""
    if not cutoff or cutoff != cutoff:
        return -1
    limit = depth(cutoff)
    return max(1, limit) if limit >= 0 else -1


def predecessor(G: BackendGraph, source: Hashable, target: Any = None, cutoff: Any = None, return_seen: Any = None) -> Any:
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} not in G")
    found, depths = _search(G, G.vertex(source), _levels(cutoff))
    if target is None:
        lists = found.by_node()
        return (lists, dict(zip(lists, depths.tolist()))) if return_seen else lists
    rank = int(found.rank[G.vertex(target)]) if target in G else -1
    before = found.of(target) if rank >= 0 else []
    return (before, int(depths[rank]) if rank >= 0 else -1) if return_seen else before


def dijkstra_predecessor_and_distance(G: BackendGraph, source: Hashable, cutoff: Any = None,
                                      weight: Any = "weight") -> tuple[dict[Hashable, list[Hashable]], dict[Hashable, Any]]:
    if source not in G:
        raise nx.NodeNotFound(f"Node {source} is not found in the graph")
    found, row, whole = _weighted_search(G, G.vertex(source), weight, cutoff)
    return found.by_node(), _length_dict(G, row, whole)


def all_shortest_paths(G: BackendGraph, source: Hashable, target: Hashable, weight: Any = None,
                       method: str = "dijkstra") -> Iterator[list[Hashable]]:
    if method == "unweighted":
        weight = None
    if weight is not None and method != "dijkstra":
        raise ValueError(f"method not supported: {method}")
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} not in G" if weight is None else f"Node {source} is not found in the graph")
    if weight is not None and G.indices.size and not G.lengths(weight).min():
        raise NotImplementedError("edges of length 0 may form cycles of shortest paths")
    found = _search(G, G.vertex(source), -1)[0] if weight is None else _weighted_search(G, G.vertex(source), weight)[0]
    return found.paths_to(target)


def _can_list(G: Any, source: Any, target: Any, weight: Any = None, method: str = "dijkstra") -> bool | str:
    if weight is not None and method == "bellman-ford":
        return "the predecessors of the Bellman-Ford algorithm are in an order of its own"
    return weight_is_name(weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "all_shortest_paths": _can_list,
    "dijkstra_predecessor_and_distance": lambda G, source, cutoff=None, weight="weight": weight_is_name(weight),
}
FUNCTIONS: list[Any] = [predecessor, dijkstra_predecessor_and_distance, all_shortest_paths]
