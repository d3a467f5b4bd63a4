"""Plain Python oracles and random arguments, for the checks of fuzz_checks.py."""

from __future__ import annotations

import heapq
import math
import random
from collections import deque
from typing import Any

import networkx as nx
import numpy as np
from fuzz_samples import Sample

import fathom


def hops_from(out: list[list[tuple[int, float]]], source: int, limit: float = math.inf) -> list[int]:
    found = [-1] * len(out)
    found[source], queue = 0, deque([source])
    while queue:
        u = queue.popleft()
        for v, _ in out[u]:
            if found[v] < 0 and found[u] < limit:
                found[v] = found[u] + 1
                queue.append(v)
    return found


def lengths_from(out: list[list[tuple[int, float]]], source: int, cutoff: float = math.inf) -> list[float]:
    found, heap = [math.inf] * len(out), [(0.0, source)]
    while heap:
        length, u = heapq.heappop(heap)
        if length < found[u]:
            found[u] = length
            for v, w in out[u]:
                if length + w < found[v] and length + w <= cutoff:
                    heapq.heappush(heap, (length + w, v))
    return found


def backward(sample: Sample) -> list[list[tuple[int, float]]]:
    into: list[list[tuple[int, float]]] = [[] for _ in range(sample.n)]
    for u, v, w in sample.edges:
        into[v].append((u, w))
    return into


def negative(sample: Sample) -> bool:
    return sample.weighted and any(w < 0 for *_, w in sample.edges)


def scores_of(sample: Sample, alpha: float, weighted: bool, restart: np.ndarray, dangling: np.ndarray) -> np.ndarray:
    """PageRank by solving the linear system."""
    n = sample.n
    move = np.zeros((n, n))
    for u, v, w in sample.edges:
        move[u, v] += w if weighted and sample.weighted else 1
    sums = move.sum(axis=1)
    move[sums > 0] /= sums[sums > 0, None]
    move[sums == 0] = dangling
    solved: np.ndarray = np.linalg.solve(np.eye(n) - alpha * move.T, (1 - alpha) * restart)
    return solved


def parts_of(sample: Sample, strong: bool) -> tuple[int, list[list[int]]]:
    G = sample.networkx() if sample.directed else sample.networkx().to_directed()
    sets = [sorted(part) for part in (nx.strongly_connected_components(G) if strong else nx.weakly_connected_components(G))]
    return len(sets), sets


def core_oracle(sample: Sample) -> list[int]:
    """Core numbers by removing vertices of smallest degree; parallel edges count, self-loops do not."""
    around: list[list[int]] = [[] for _ in range(sample.n)]
    for u, v, _ in sample.edges:
        if u != v and (sample.directed or u < v):
            around[u].append(v)
            around[v].append(u)
    degrees, left, numbers, k = [len(row) for row in around], set(range(sample.n)), [0] * sample.n, 0
    while left:
        v = min(left, key=degrees.__getitem__)
        k = max(k, degrees[v])
        numbers[v] = k
        left.remove(v)
        for u in around[v]:
            degrees[u] -= 1
    return numbers


def edges_of(g: fathom.Graph) -> list[tuple[int, int, float]]:
    sources = np.repeat(np.arange(g.num_vertices), g.degrees).tolist()
    return list(zip(sources, g.indices.tolist(), [1.0] * len(sources) if g.weights is None else g.weights.tolist()))


def vertex(sample: Sample, position: int, rng: random.Random) -> Any:
    return sample.names[position] if rng.random() < 0.7 else sample.graph.vertex(sample.names[position])


def some_positions(sample: Sample, rng: random.Random, most: int = 6) -> list[int]:
    return [rng.randrange(sample.n) for _ in range(rng.randint(1, most))]


def listed(sample: Sample, positions: list[int], rng: random.Random) -> Any:
    """Names as a list, a tuple or an array."""
    names = [sample.names[i] for i in positions]
    if all(type(name) is int for name in names):
        return rng.choice([list, tuple, lambda a: np.array(a, np.uint64), lambda a: np.array(a, np.int64)])(names)
    return rng.choice([list, tuple])(names)


def equal(found: Any, expected: Any) -> None:
    assert np.asarray(found).tolist() == np.asarray(expected).tolist()


def close(found: Any, expected: Any, tolerance: float = 1e-9) -> None:
    assert np.allclose(np.asarray(found), np.asarray(expected), rtol=tolerance, atol=tolerance, equal_nan=True), (found, expected)


def plain(names: Any) -> list[Any]:
    return [tuple(name) if isinstance(name, list) else name for name in (names.tolist() if isinstance(names, np.ndarray) else list(names))]


def threads(rng: random.Random) -> int:
    return rng.choice([0, 1, 2])
