"""Checks of the package's public functions on a sample graph, against NetworkX, SciPy or a plain Python oracle.

A check is a function check_NAME(sample, rng, folder). Names of vertices go in, and positions or names come out, as documented.
"""

from __future__ import annotations

import heapq
import json
import math
import pathlib
import random
from collections import deque
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from fuzz_samples import Sample

import fathom

# -- oracles ----------------------------------------------------------------------------------------------------------------------------


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


# -- arguments --------------------------------------------------------------------------------------------------------------------------


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


# -- graphs -----------------------------------------------------------------------------------------------------------------------------


def check_graph(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    g = sample.graph
    assert (len(g), g.num_vertices, g.num_edges) == (sample.n, sample.n, len(sample.edges))
    assert (g.weighted, g.directed) == (sample.weighted, sample.directed)
    assert list(g.nodes) == sample.names and g.indptr.dtype == np.int64 and g.indices.dtype == np.int32
    sources = np.repeat(np.arange(sample.n), g.degrees).tolist()
    weights = [1.0] * len(sources) if g.weights is None else g.weights.tolist()
    found, expected = sorted(zip(sources, g.indices.tolist(), weights)), sorted(sample.edges)
    assert [e[:2] for e in found] == [e[:2] for e in expected]
    assert [e[2] for e in found] == pytest.approx([e[2] for e in expected], rel=1e-6 if "'sum'" in sample.story else 0, abs=0)
    sample.edges = found  # sums of single precision differ in the last bit
    sample.__post_init__()
    assert g.indptr.tolist() == np.searchsorted(sources, np.arange(sample.n + 1)).tolist()
    assert g.receipt.edges_stored == len(sample.edges) and g.receipt.vertices == sample.n
    isolated = set(range(sample.n)) - {end for u, v, _ in sample.edges if u != v for end in (u, v)}
    facts = g.properties
    assert (facts.self_loops, facts.isolated) == (sum(u == v for u, v, _ in sample.edges), len(isolated))
    assert facts.duplicates == len(sample.edges) - len({e[:2] for e in sample.edges})
    assert g.nbytes > 0 and repr(g).startswith("<fathom.Graph: ") and "<table>" in g._repr_html_()
    for i, name in enumerate(sample.names):
        assert g.vertex(name) == i
    with pytest.raises(KeyError):
        g.vertex("nobody")
    assert g.prepare("cpu", joined=rng.random() < 0.5, threads=threads(rng)).bytes >= 0
    with pytest.raises(TypeError):
        fathom.Graph(sample.edges)


def check_conversions(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    g = sample.graph
    matrix = g.to_scipy()
    expected = np.zeros((sample.n, sample.n))
    for u, v, w in sample.edges:
        expected[u, v] += w
    close(matrix.toarray(), expected, 1e-6)
    assert matrix.nnz == len(sample.edges)
    G = g.to_networkx()
    last = {(sample.names[u], sample.names[v]): w for u, v, w in sample.edges}
    assert list(G) == sample.names and G.is_directed() == sample.directed
    assert {frozenset(e) if not sample.directed else e for e in G.edges} == {frozenset(e) if not sample.directed else e for e in last}
    if sample.weighted and g.properties.duplicates == 0:
        assert all(last[u, v] == w for u, v, w in G.edges(data="weight"))
    frame = g.to_pandas("from", "to", "length")
    rows = sorted((sample.graph.vertex(u), sample.graph.vertex(v)) for u, v in zip(frame["from"], frame["to"]))
    assert rows == sorted((u, v) for u, v, _ in sample.edges if sample.directed or u <= v)
    if sample.weighted:
        assert sorted(frame["length"]) == sorted(w for u, v, w in sample.edges if sample.directed or u <= v)
    options: dict[str, Any] = {"duplicates": "keep", "self_loops": "keep", "exact_weights": True}
    again = fathom.Graph.from_pandas(frame, "from", "to", "length" if sample.weighted else None, sample.directed, **options)
    assert again.num_edges == g.num_edges and set(again.nodes) <= set(sample.names)
    assert fathom.Graph.from_scipy(matrix, weight=sample.weighted, exact_weights=True).num_edges == g.num_edges
    form = rng.choice(["mtx", "csv", "txt", "fathom", "npz"])
    lost = g.save(folder / f"saved.{form}", threads=threads(rng))
    back = fathom.read(folder / f"saved.{form}", directed=True if form == "csv" else None, duplicates="keep", self_loops="keep",
                       num_vertices=None, exact_weights=True)
    assert back.num_edges == g.num_edges
    if not lost and form == "fathom":
        assert back == g and hash(back) == hash(g)


def check_parts(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    g = sample.graph
    kept = sorted(rng.sample(range(sample.n), rng.randint(0, sample.n)))
    _same_part(sample, g.subgraph(listed(sample, kept[::-1], rng), threads=threads(rng)), kept)
    if sample.n:
        source, hops = rng.randrange(sample.n), rng.randint(0, 3)
        near = [v for v, d in enumerate(hops_from(sample.out, source, hops)) if d >= 0]
        _same_part(sample, g.ego_graph(vertex(sample, source, rng), hops, threads=threads(rng)), near)
    strong = rng.random() < 0.5
    _, sets = _parts_of(sample, strong)
    largest = max(sets, key=lambda part: (len(part), -min(part)), default=[])
    _same_part(sample, g.largest_component(strong=strong, threads=threads(rng)), sorted(largest))
    k = rng.choice([None, 0, 1, 2, 3])
    numbers = core_oracle(sample)
    wanted = max(numbers, default=0) if k is None else k
    _same_part(sample, fathom.k_core(g, k, threads=threads(rng)), [v for v, c in enumerate(numbers) if c >= wanted])
    turned = g.reverse(threads=threads(rng))
    assert sorted(edges_of(turned)) == sorted((v, u, w) for u, v, w in sample.edges) and list(turned.nodes) == sample.names
    assert (turned == g) == (not sample.directed)


def edges_of(g: fathom.Graph) -> list[tuple[int, int, float]]:
    sources = np.repeat(np.arange(g.num_vertices), g.degrees).tolist()
    return list(zip(sources, g.indices.tolist(), [1.0] * len(sources) if g.weights is None else g.weights.tolist()))


def _same_part(sample: Sample, part: fathom.Graph, kept: list[int]) -> None:
    assert list(part.nodes) == [sample.names[v] for v in kept]
    place = {v: i for i, v in enumerate(kept)}
    assert sorted(edges_of(part)) == sorted((place[u], place[v], w) for u, v, w in sample.edges if u in place and v in place)


# -- searches ---------------------------------------------------------------------------------------------------------------------------


def check_bfs(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if not sample.n:
        with pytest.raises((IndexError, KeyError)):
            fathom.bfs(sample.graph, 0)
        return
    source = rng.randrange(sample.n)
    limit, target = rng.choice([None, None, 0, 1, 3]), rng.choice([None, None, rng.randrange(sample.n)])
    options: dict[str, Any] = {"depth_limit": limit, "target": None if target is None else vertex(sample, target, rng),
                               "deterministic": rng.random() < 0.5, "strategy": rng.choice(["direction_optimizing", "top_down", "bottom_up"]),
                               "report_levels": rng.random() < 0.3, "return_distances": rng.random() < 0.9, "threads": threads(rng)}
    try:
        found = fathom.bfs(sample.graph, vertex(sample, source, rng), return_predecessors=rng.random() < 0.8, **options)
    except ValueError as error:
        assert "in-edges" in str(error) and options["strategy"] == "bottom_up", (error, options)
        return
    expected = hops_from(sample.out, source, math.inf if limit is None else limit)
    if target is not None and expected[target] >= 0:
        expected = [d if d <= expected[target] else -1 for d in expected]
    if found.distances is not None:
        equal(found.distances, expected)
    if options["report_levels"] and found.report.levels:  # a source without edges has none
        assert "level" in found.report.table() and sum(level["found"] for level in found.report.levels) + 1 == sum(d >= 0 for d in expected)
    into = backward(sample)
    if found.predecessors is None:
        return
    for v, before in enumerate(found.predecessors.tolist()):
        valid = sorted({u for u, _ in into[v] if expected[u] == expected[v] - 1 and expected[u] >= 0}) if expected[v] > 0 else [-1]
        assert before in valid and (before == valid[0] or not options["deterministic"]), (v, before, valid, options)
    end = rng.randrange(sample.n)
    path = found.path_to(vertex(sample, end, rng))
    assert (len(path) - 1 == expected[end] and plain(path)[0] == sample.names[source] and plain(path)[-1] == sample.names[end]) if expected[end] >= 0 else path == []
    if target is None and found.distances is not None:
        verdict = fathom.validate_bfs(sample.graph, sample.names[source], found.distances, found.predecessors, depth_limit=limit, threads=threads(rng))
        assert verdict.valid, (verdict, options)


def check_many(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    everyone = rng.random() < 0.2
    positions = list(range(sample.n)) if everyone or not sample.n else some_positions(sample, rng)
    sources = rng.choice([None, "all"]) if everyone else listed(sample, positions, rng)
    limit = rng.choice([None, None, 0, 2])
    expected = np.array([hops_from(sample.out, s, math.inf if limit is None else limit) for s in positions], int).reshape(len(positions), sample.n)
    dtype = rng.choice([np.int8, np.int16, np.int32])
    shared: dict[str, Any] = {"depth_limit": limit, "dtype": dtype, "threads": threads(rng)}
    rows = fathom.distances(sample.graph, sources, **shared)
    assert rows.dtype == dtype
    equal(rows, expected)
    # The distances of an array of no rows have no shape in a list, so that shapes are compared, too.
    assert rows.shape == expected.shape
    method = rng.choice(["auto", "sequential", "separate", "joint", "bitwise", "ms-bfs"])
    options: dict[str, Any] = {**shared, "return_predecessors": rng.random() < 0.5, "return_distances": rng.random() < 0.8,
                               "deterministic": rng.random() < 0.4, "width": rng.choice([0, 0, 64, 128]), "report_levels": rng.random() < 0.2}
    try:
        found = fathom.multi_bfs(sample.graph, sources, method=method, **options)
    except ValueError as error:
        assert any(word in str(error) for word in ("predecessors", "distances", "method", "width", "deterministic", "levels")), error
    else:
        assert plain(found.sources) == [sample.names[s] for s in positions]
        if found.distances is not None:
            equal(found.distances, expected)
        into = backward(sample)
        if found.predecessors is not None:
            assert found.predecessors.shape == expected.shape
            for row, hops in zip(found.predecessors.tolist(), expected.tolist()):
                for v, before in enumerate(row):
                    valid = {u for u, _ in into[v] if hops[u] == hops[v] - 1 and hops[u] >= 0} if hops[v] > 0 else {-1}
                    assert before in valid and (before == min(valid) or not options["deterministic"]), (v, before, valid, options, method)
    file = folder / "rows.npy"
    if positions:
        fathom.distances_to_file(sample.graph, file, sources, dtype=dtype, depth_limit=limit, threads=threads(rng))
        equal(np.load(file), expected)
        fathom.distances_to_file(sample.graph, file, sources, dtype=dtype, depth_limit=limit, resume=True)
        equal(np.load(file), expected)
        file.unlink()


def check_sssp(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if not sample.n:
        return
    source, cutoff = rng.randrange(sample.n), rng.choice([None, None, 0.0, 1.5, 10])
    call = {"cutoff": cutoff, "delta": rng.choice([0.0, 0.5, 100]), "return_predecessors": rng.random() < 0.8, "threads": threads(rng)}
    if negative(sample):
        with pytest.raises(fathom.FormatError, match="of 0 or more"):
            fathom.sssp(sample.graph, sample.names[source], **call)
        return
    target = rng.choice([None, None, rng.randrange(sample.n)])
    found = fathom.sssp(sample.graph, vertex(sample, source, rng), target=None if target is None else sample.names[target], **call)
    expected = lengths_from(sample.out, source, math.inf if cutoff is None else cutoff)
    if target is None:
        equal(found.distances, expected)
        verdict = fathom.validate_sssp(sample.graph, sample.names[source], found.distances, found.predecessors, cutoff=cutoff, threads=threads(rng))
        assert verdict.valid, verdict
    else:
        assert found.distances[target] == expected[target]
        assert all(a == b or a == math.inf or b > expected[target] for a, b in zip(found.distances.tolist(), expected))
    end = rng.randrange(sample.n) if target is None else target
    if call["return_predecessors"]:
        path = [sample.graph.vertex(name) for name in found.path_to(vertex(sample, end, rng))]
        assert bool(path) == (expected[end] < math.inf)
        total = sum(min(w for v, w in sample.out[a] if v == b) for a, b in zip(path, path[1:]))
        assert not path or (path[0], path[-1], total) == (source, end, pytest.approx(expected[end]))
    else:
        assert found.predecessors is None
        with pytest.raises(ValueError, match="predecessors"):
            found.path_to(sample.names[end])


def check_validators(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    """Wrong results are found: one distance changed, one predecessor replaced."""
    if not sample.n or negative(sample):
        return
    source = rng.randrange(sample.n)
    name, v = sample.names[source], rng.randrange(sample.n)
    hops = np.array(hops_from(sample.out, source), np.int64)
    assert fathom.validate_bfs(sample.graph, name, hops).valid
    wrong = hops.copy()
    wrong[v] += rng.choice([1, 2, -1]) if wrong[v] > 0 else 1
    assert not fathom.validate_bfs(sample.graph, name, wrong, depth_limit=None).valid
    lengths = np.array(lengths_from(sample.out, source))
    assert fathom.validate_sssp(sample.graph, name, lengths).valid
    wrong_lengths = lengths.copy()
    wrong_lengths[v] = 7.0 if math.isinf(lengths[v]) else max(2 * lengths[v], 1.0)
    assert not fathom.validate_sssp(sample.graph, name, wrong_lengths).valid
    parents = fathom.bfs(sample.graph, name).predecessors.copy()
    far = [u for u, d in enumerate(hops.tolist()) if d > 1]
    if far:
        parents[rng.choice(far)] = source  # not adjacent
        assert not fathom.validate_bfs(sample.graph, name, hops, parents).valid
        assert not fathom.validate_bfs(sample.graph, name, predecessors=parents).valid
        assert not fathom.validate_sssp(sample.graph, name, lengths, parents).valid or sample.weighted


def check_pairs(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if not sample.n:
        return
    for _ in range(4):
        source, target = rng.randrange(sample.n), rng.randrange(sample.n)
        for length in ("hops", "weights"):
            if length == "weights" and negative(sample):
                with pytest.raises(fathom.FormatError, match="of 0 or more"):
                    fathom.shortest_path(sample.graph, sample.names[source], sample.names[target], length="weights")
                continue
            found = fathom.shortest_path(sample.graph, vertex(sample, source, rng), vertex(sample, target, rng), length=length)
            expected = float(hops_from(sample.out, source)[target]) if length == "hops" else lengths_from(sample.out, source)[target]
            expected = math.inf if expected < 0 else expected
            assert found.length == pytest.approx(expected)
            path = [sample.graph.vertex(v) for v in found.vertices]
            assert (path == []) if math.isinf(expected) else (path[0], path[-1]) == (source, target)
            weights = [min(w if length == "weights" else 1 for v, w in sample.out[a] if v == b) for a, b in zip(path, path[1:])]
            assert not path or sum(weights) == pytest.approx(expected)


def check_sources(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    starts = {u for u, v, _ in sample.edges if u != v}
    count, seed = rng.randint(1, 8), rng.randrange(100)
    if not starts:
        with pytest.raises(ValueError):
            fathom.random_sources(sample.graph, count)
        return
    found = [sample.graph.vertex(v) for v in plain(fathom.random_sources(sample.graph, count, seed))]
    assert len(found) == count and set(found) <= {u for u, *_ in sample.edges}
    assert len(set(found)) == min(count, len(starts)), (found, starts)
    assert found == [sample.graph.vertex(v) for v in plain(fathom.random_sources(sample.graph, count, seed=seed))]


def check_neighbors(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    positions = some_positions(sample, rng) if sample.n else []
    hops = rng.randint(0, 3)
    sources = listed(sample, positions, rng)
    found = fathom.neighbors(sample.graph, sources, hops, threads=threads(rng))
    counts = fathom.neighbor_counts(sample.graph, sources, hops, threads=threads(rng))
    rows = [hops_from(sample.out, s, hops) for s in positions]
    assert plain(found.sources) == [sample.names[s] for s in positions] and counts.shape[0] == len(positions)
    for i, row in enumerate(rows):
        vertices, distances = found.of(i)
        near = [v for v, d in enumerate(row) if d > 0]
        assert plain(vertices) == [sample.names[v] for v in near] and distances.tolist() == [row[v] for v in near]
        assert [int(c) for c in counts[i] if c] == [row.count(d) for d in range(max(row) + 1)]


def check_walks(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if not sample.n:
        return
    positions, length, many, weighted = some_positions(sample, rng), rng.randint(1, 6), rng.randint(1, 3), rng.random() < 0.5
    call: dict[str, Any] = {"walks_per_source": many, "p": rng.choice([0.5, 1.0, 2.0]), "q": rng.choice([0.5, 1.0, 3.0]), "weighted": weighted,
                            "seed": rng.randrange(99)}
    if weighted and negative(sample):
        with pytest.raises(fathom.FormatError, match="weight"):
            fathom.random_walks(sample.graph, listed(sample, positions, rng), length, **call)
        return
    found = fathom.random_walks(sample.graph, listed(sample, positions, rng), length, **call, threads=threads(rng))
    again = fathom.random_walks(sample.graph, listed(sample, positions, rng), length, **call, threads=1)
    equal(found.walks, again.walks)
    assert found.walks.shape == (len(positions) * many, length + 1)
    for i, row in enumerate(found.walks.tolist()):
        walk = [v for v in row if v >= 0]
        assert row == walk + [-1] * (length + 1 - len(walk)) and walk[0] == positions[i // many]
        steps = [{v for v, w in sample.out[u] if not weighted or not sample.weighted or w > 0} for u in walk]
        assert all(b in near for near, b in zip(steps, walk[1:])) and (len(walk) == length + 1 or not steps[-1])
        assert plain(found.walk(i)) == [sample.names[v] for v in walk]


def check_samples(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if not sample.n:
        return
    sources = rng.sample(range(sample.n), rng.randint(1, min(5, sample.n)))
    fanouts, replace = [rng.choice([-1, 1, 2, 5]) for _ in range(rng.randint(1, 3))], rng.random() < 0.4
    found = fathom.sample_neighbors(sample.graph, listed(sample, sources, rng), fanouts, replace=replace, seed=rng.randrange(99), threads=threads(rng))
    nodes, indices, indptr = found.nodes.tolist(), sample.graph.indices, sample.graph.indptr
    assert nodes[:len(sources)] == sources and len(set(nodes)) == len(nodes) == sum(found.num_sampled_nodes)
    assert plain(found.node_names) == [sample.names[v] for v in nodes] and sum(found.num_sampled_edges) == found.edges.size
    owners = [nodes[i] for i in found.rows.tolist()]
    for u, column, e in zip(owners, found.columns.tolist(), found.edges.tolist()):
        assert indptr[u] <= e < indptr[u + 1] and indices[e] == nodes[column]
    first = 0
    for hop, fanout in enumerate(fanouts):
        for u in nodes[first:first + found.num_sampled_nodes[hop]]:
            degree, taken = len(sample.out[u]), owners.count(u)
            assert taken == (degree if fanout < 0 else min(fanout, degree) if not replace else fanout if degree else 0), (u, fanout, degree, taken)
        first += found.num_sampled_nodes[hop]
    assert replace or len(set(found.edges.tolist())) == found.edges.size


def check_reach(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if not sample.n:
        return
    k, positions = rng.randint(0, 4), sorted(set(some_positions(sample, rng)))
    everyone = rng.random() < 0.3
    if everyone:
        positions = list(range(sample.n))
    index = fathom.ReachIndex.build(sample.graph, "all" if everyone else listed(sample, positions, rng), k, threads=threads(rng))
    if rng.random() < 0.5:
        index.save(folder / "index.reach")
        index = fathom.ReachIndex.load(folder / "index.reach", sample.graph, trust=rng.random() < 0.5)
    assert (index.k, plain(index.selected)) == (k, [sample.names[v] for v in positions]) and index.nbytes > 0 and "ReachIndex" in repr(index)
    source = rng.choice(positions)
    row = hops_from(sample.out, source, k)
    for target in range(min(sample.n, 20)):
        u, v = sample.names[source], vertex(sample, target, rng)
        assert index.hops(u, v) == row[target] and index.reaches(u, v) == (row[target] >= 0)
    if all(type(name) is int for name in sample.names):
        targets = np.array(sample.names, np.uint64)
        equal(index.hops(sample.names[source], targets), row)
        equal(index.reaches(sample.names[source], targets), [d >= 0 for d in row])


# -- structure --------------------------------------------------------------------------------------------------------------------------


def _parts_of(sample: Sample, strong: bool) -> tuple[int, list[list[int]]]:
    G = sample.networkx() if sample.directed else sample.networkx().to_directed()
    sets = [sorted(part) for part in (nx.strongly_connected_components(G) if strong else nx.weakly_connected_components(G))]
    return len(sets), sets


def check_components(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    find = rng.choice([fathom.weakly_connected_components, fathom.strongly_connected_components, fathom.connected_components])
    if find is fathom.connected_components and sample.directed:
        with pytest.raises(ValueError, match="directed"):
            find(sample.graph)
        return
    found = find(sample.graph, threads=threads(rng))
    count, sets = _parts_of(sample, find is fathom.strongly_connected_components)
    assert found.count == count
    expected = {v: min(part) for part in sets for v in part}
    equal(found.labels, [expected[v] for v in range(sample.n)])
    equal(found.roots, sorted(min(part) for part in sets))
    equal(found.sizes, [len(part) for part in sorted(sets)])
    largest = sorted(max(sets, key=lambda part: (len(part), -min(part)), default=[]))
    equal(found.largest_positions, largest)
    assert plain(found.largest) == [sample.names[v] for v in largest]


def check_eccentricity(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    rows = [hops_from(sample.out, s) for s in range(sample.n)]
    positions = None if rng.random() < 0.4 or not sample.n else some_positions(sample, rng)
    values = fathom.eccentricity(sample.graph, None if positions is None else listed(sample, positions, rng), threads=threads(rng)).values
    equal(values, [max(rows[v]) for v in (range(sample.n) if positions is None else positions)])
    found = fathom.diameter(sample.graph, threads=threads(rng))
    assert found.diameter == max((max(row) for row in rows), default=0)
    assert found.connected == (_parts_of(sample, True)[0] <= 1)
    if sample.n:
        a, b = (sample.graph.vertex(v) for v in found.ends)
        assert rows[a][b] == found.diameter
        # Ties between largest components leave the choice open.
        sizes = [part for part in _parts_of(sample, True)[1]]
        most = max(map(len, sizes))
        radii = {min(max(rows[v][u] for u in part) if sample.directed else max(rows[v]) for v in part) for part in sizes if len(part) == most}
        whole = {min(max(rows[v]) for v in part) for part in sizes if len(part) == most}
        assert found.radius in radii | whole, (found.radius, radii, whole)
        assert found.centre and all(found.radius == max(rows[sample.graph.vertex(v)]) for v in found.centre)


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


def check_cores(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    equal(fathom.core_numbers(sample.graph, threads=threads(rng)), core_oracle(sample))


def check_triangles(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    directions = rng.choice(["ignored", "counted", None])
    if directions is None and sample.directed:
        with pytest.raises(ValueError, match="direct"):
            fathom.triangles(sample.graph)
        return
    found = fathom.triangles(sample.graph, directions=directions, threads=threads(rng))
    G = sample.networkx(loops=False)
    plain_graph = G.to_undirected() if sample.directed else G
    if directions == "counted":
        close(found.clustering, [nx.clustering(G.to_directed())[v] for v in range(sample.n)])
    else:
        equal(found.triangles, [nx.triangles(plain_graph)[v] for v in range(sample.n)])
        close(found.clustering, [nx.clustering(plain_graph)[v] for v in range(sample.n)])
        close(found.transitivity, nx.transitivity(plain_graph) if sample.n else 0)
        close(found.average_clustering, nx.average_clustering(plain_graph) if sample.n else 0)
        equal(found.degrees, [plain_graph.degree[v] for v in range(sample.n)])


def check_biconnected(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.directed:
        for find in (fathom.biconnected_components, fathom.bridges, fathom.articulation_points):
            with pytest.raises(ValueError, match="directed"):
                find(sample.graph)
        return
    found, G = fathom.biconnected_components(sample.graph, edges=rng.random() < 0.7), sample.networkx(loops=False)
    place = sample.graph.vertex
    assert sorted(sorted(place(v) for v in plain(found.component(i))) for i in range(found.count)) == sorted(map(sorted, nx.biconnected_components(G)))
    several = {e for e in G.edges if sum(edge[:2] == e for edge in sample.edges) > 1}
    bridges = sorted(tuple(sorted(e)) for e in nx.bridges(G) if tuple(sorted(e)) not in {tuple(sorted(s)) for s in several})
    for pairs in (found.bridges, fathom.bridges(sample.graph)):
        assert sorted(tuple(sorted((place(_key(u)), place(_key(v))))) for u, v in pairs.tolist()) == bridges
    cuts = sorted(nx.articulation_points(G))
    assert [place(v) for v in plain(found.articulation_points)] == cuts == [place(v) for v in plain(fathom.articulation_points(sample.graph))]
    if found.edges is None:
        with pytest.raises(ValueError, match="edges=True"):
            found.component_edges(0)
        return
    mine = sorted(sorted(tuple(sorted((place(_key(u)), place(_key(v))))) for u, v in found.component_edges(i).tolist()) for i in range(found.count))
    count = {tuple(sorted(e)): sum(edge[:2] == tuple(sorted(e)) for edge in sample.edges) for e in G.edges}
    theirs = sorted(sorted(tuple(sorted(e)) for e in part for _ in range(count[tuple(sorted(e))])) for part in nx.biconnected_component_edges(G))
    assert mine == theirs


def _key(name: Any) -> Any:
    return tuple(name) if isinstance(name, list) else name


def check_forests(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.directed:
        with pytest.raises(ValueError, match="directed"):
            fathom.spanning_forest(sample.graph)
        return
    maximum = rng.random() < 0.5
    found, G = fathom.spanning_forest(sample.graph, maximum=maximum), sample.networkx(simple=False)
    expected = [data["weight"] for *_, data in (nx.maximum_spanning_edges if maximum else nx.minimum_spanning_edges)(G, keys=False, data=True)]
    assert found.weights.tolist() == sorted((w for w in expected), reverse=maximum)
    assert found.total == pytest.approx(math.fsum(expected)) and found.trees == sample.n - len(expected)
    place, forest = sample.graph.vertex, nx.Graph()
    for (u, v), w in zip(found.edges.tolist(), found.weights.tolist()):
        a, b = place(_key(u)), place(_key(v))
        forest.add_edge(a, b)
        assert (b, w) in sample.out[a]
    assert len(forest.edges) == len(expected) and (not forest or nx.is_forest(forest))


def check_orders(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    G, place = nx.MultiDiGraph(), sample.graph.vertex
    G.add_nodes_from(range(sample.n))
    G.add_weighted_edges_from(sample.edges)
    found = fathom.topological_order(sample.graph)
    assert found.acyclic == nx.is_directed_acyclic_graph(G)
    if not found.acyclic:
        cycle = [place(v) for v in found.cycle]
        assert all(any(v == b for v, _ in sample.out[a]) for a, b in zip(cycle, [*cycle[1:], cycle[0]])) and len(set(cycle)) == len(cycle)
        with pytest.raises(ValueError, match="cycle"):
            fathom.longest_path(sample.graph)
        return
    generations = [sorted(part) for part in nx.topological_generations(G)]
    assert [sorted(place(v) for v in plain(found.generation(i))) for i in range(found.generations)] == generations
    for length in ("hops", "weights"):
        longest = fathom.longest_path(sample.graph, length=length)
        expected = _longest(sample, [v for part in generations for v in part], length)
        assert longest.length == pytest.approx(expected)
        path = [place(v) for v in longest.vertices]
        total = sum(max(w if length == "weights" else 1 for v, w in sample.out[a] if v == b) for a, b in zip(path, path[1:]))
        assert total == pytest.approx(expected) and (bool(path) == (sample.n > 0))


def _longest(sample: Sample, order: list[int], length: str) -> float:
    best = [0.0] * sample.n
    for u in order:
        for v, w in sample.out[u]:
            best[v] = max(best[v], best[u] + (w if length == "weights" else 1))
    return max(best, default=0.0)


# -- centrality -------------------------------------------------------------------------------------------------------------------------


def check_nearness(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    G = sample.networkx()
    positions = None if rng.random() < 0.4 or not sample.n else some_positions(sample, rng)
    wanted = range(sample.n) if positions is None else positions
    chosen = None if positions is None else listed(sample, positions, rng)
    improved, normalized = rng.random() < 0.5, rng.random() < 0.5
    near = nx.closeness_centrality(G, wf_improved=improved)
    close(fathom.closeness(sample.graph, chosen, improved=improved, threads=threads(rng)).values, [near[v] for v in wanted])
    scale = max(sample.n - 1, 1) if normalized else 1
    sums = nx.harmonic_centrality(G)
    close(fathom.harmonic(sample.graph, chosen, normalized=normalized, threads=threads(rng)).values, [sums[v] / scale for v in wanted])
    if sample.n > 1:
        samples, seed = rng.randint(1, sample.n), rng.randrange(9)
        for find in (fathom.closeness, fathom.harmonic):
            estimate = find(sample.graph, chosen, samples=samples, seed=seed)
            assert estimate.values.shape == (len(wanted),) and (estimate.values >= 0).all()
            picked = [sample.graph.vertex(v) for v in plain(estimate.samples)]
            assert len(picked) == samples == len(set(picked))
        estimate = fathom.harmonic(sample.graph, samples=sample.n, seed=seed)
        close(estimate.values, [sums[v] for v in range(sample.n)])


def check_betweenness(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.graph.properties.duplicates:
        sample = Sample(fathom.Graph.from_csr(sample.graph.indptr, sample.graph.indices, duplicates="remove"), list(range(sample.n)),
                        sorted({(u, v, 1.0) for u, v, _ in sample.edges}), False, sample.story)
    normalized, endpoints = rng.random() < 0.5, rng.random() < 0.5
    G = sample.networkx()
    found = fathom.betweenness(sample.graph, normalized=normalized, endpoints=endpoints, edges=True, vertices=rng.random() < 0.9, threads=threads(rng))
    if found.vertices is not None:
        theirs = nx.betweenness_centrality(G, normalized=normalized, endpoints=endpoints) if sample.n else {}
        close(found.vertices, [theirs[v] for v in range(sample.n)])
    of_edges = nx.edge_betweenness_centrality(G, normalized=normalized) if sample.n else {}
    expected = [of_edges[u, v] if (u, v) in of_edges else of_edges[v, u] for u, v, _ in edges_of(sample.graph)]
    if not endpoints:
        close(found.edges, expected)
    if sample.n:
        positions = sorted(set(some_positions(sample, rng)))
        some = fathom.betweenness(sample.graph, sources=listed(sample, positions, rng), normalized=False)
        rest = fathom.betweenness(sample.graph, samples=sample.n, seed=rng.randrange(9), normalized=False)
        assert plain(some.samples) in ([sample.names[v] for v in positions], []) and len(rest.samples) in (0, sample.n)
        whole = nx.betweenness_centrality(G, normalized=False)
        close(rest.vertices, [whole[v] for v in range(sample.n)])


def check_pagerank(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    n = sample.n
    if negative(sample):
        with pytest.raises(ValueError):
            fathom.pagerank(sample.graph)
        return
    if any(0 < w < 1e-30 or w > 1e30 for *_, w in sample.edges):
        return  # a sum of such weights leaves the range in which scores are compared
    alpha, weighted = rng.choice([0.5, 0.85]), rng.random() < 0.7
    even = np.full(n, 1 / max(n, 1))
    draw = lambda: np.array([rng.choice([0, 0.5, 1.0]) for _ in range(n)]) + (np.arange(n) == 0)
    personal, away = (draw() if n and rng.random() < 0.5 else None for _ in range(2))
    restart = even if personal is None else personal / personal.sum()
    dangling = restart if away is None else away / away.sum()
    how: dict[str, Any] = {"alpha": alpha, "weighted": weighted, "tol": 1e-13, "max_iter": 1000, "threads": threads(rng)}
    dtype = rng.choice([np.float32, np.float64])
    # Edges are followed in proportion to their weights in single precision.
    tolerance = 1e-6 if dtype is np.float32 or (sample.graph.weights is not None and sample.graph.weights.dtype == np.float64) else 1e-9
    found = fathom.pagerank(sample.graph, personalization=personal, dangling=away, start=draw() if n and rng.random() < 0.3 else None, dtype=dtype,
                            method=rng.choice(["auto", "power", "gauss_seidel"]), full_precision=rng.random() < 0.5, **how)
    assert found.scores.dtype == dtype
    close(found.scores, scores_of(sample, alpha, weighted, restart, dangling) if n else [], tolerance)
    if n:
        positions = some_positions(sample, rng)
        rows = fathom.personalized_pagerank(sample.graph, listed(sample, positions, rng), full_precision=rng.random() < 0.5, dtype=dtype, **how).scores
        for row, v in zip(rows, positions):
            one = (np.arange(n) == v).astype(float)
            close(row, scores_of(sample, alpha, weighted, one, one), tolerance)
        with pytest.warns(DeprecationWarning):
            assert found.ranks is found.scores


# -- the rest ---------------------------------------------------------------------------------------------------------------------------


def check_generators(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    make, n, seed = fathom.generate, rng.randint(1, 20), rng.randrange(100)

    def same(g: fathom.Graph, G: Any) -> None:
        assert g.num_vertices == len(G) and {frozenset(e[:2]) for e in edges_of(g)} == {frozenset(e) for e in G.edges} and not g.directed

    same(make.path(n), nx.path_graph(n))
    same(make.star(n), nx.star_graph(n - 1))
    same(make.complete(n), nx.complete_graph(n))
    same(make.binary_tree(n), nx.Graph([((v - 1) // 2, v) for v in range(1, n)]) if n > 1 else nx.empty_graph(1))
    width = rng.randint(1, 6)
    lattice = nx.grid_2d_graph(n, width)
    same(make.grid(width, n), nx.relabel_nodes(lattice, {(r, c): r * width + c for r, c in lattice}))
    ring = make.small_world(n + 4, 4, 0.0)
    same(ring, nx.watts_strogatz_graph(n + 4, 4, 0))
    scale = rng.randint(1, 6)
    for build, vertices in ((make.kron, 2**scale), (make.rmat, 2**scale), (make.uniform, 2**scale)):
        g = build(scale, 3, seed=seed)
        assert g.num_vertices == vertices and g.num_edges <= 6 * vertices and not g.directed and g == build(scale, 3, seed=seed, threads=1)
    for build in (make.geometric, make.delaunay):
        g = build(scale + 1, seed=seed)
        assert g.num_vertices == 2 ** (scale + 1) and not g.directed and g.properties.self_loops == 0 and g == build(scale + 1, seed=seed, threads=1)
    g = make.random(n, 3, seed=seed)
    assert g.num_vertices == n and g.num_edges <= 3 * n and g == make.random(n, 3, seed=seed)
    g = make.from_spec(f"grid:{width}x{n}", seed=seed, weights=(2, 5), threads=threads(rng))
    again = make.with_random_weights(make.grid(width, n), 2, 5, seed)
    for weighted in (g, again):
        assert weighted.num_edges == 0 or (set(weighted.weights.tolist()) <= {2, 3, 4, 5} and not weighted.directed)
    assert all(isinstance(name, str) for name in make.names()) and "kron" in make.names()
    with pytest.raises(ValueError):
        make.from_spec("unheard:3")


def check_reports(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot

    report = fathom.pagerank(fathom.generate.path(3)).report
    assert json.loads(report.to_json(indent=rng.choice([None, 2])))["algorithm"] == report["algorithm"] == "pagerank"
    if sample.n and rng.random() < 0.2:
        searched = fathom.bfs(sample.graph, sample.names[0], report_levels=True).report
        axes = matplotlib.pyplot.subplots(2)[1]
        if searched.levels:
            assert searched.plot(axes).axes[0] is axes[0] and "level" in searched.table()
        matplotlib.pyplot.close("all")
    assert fathom.devices()[0].device == "cpu" and (len(fathom.devices()) == 1) == bool(fathom.why_no_cuda())
    vertices, samples, failure = rng.randint(2, 10**6), rng.randint(2, 1000), rng.choice([0.01, 0.2])
    bound = 0 if samples >= vertices else math.sqrt(math.log(2 * vertices / failure) / (2 * (samples - 1)))
    assert fathom.sampling_error(samples, vertices, failure) == pytest.approx(bound)
    try:
        with fathom.measure_energy("cpu") as energy:
            fathom.bfs(fathom.generate.path(9), 0)
    except fathom.DeviceError as error:
        assert len(str(error)) > 10
    else:
        assert energy.reading is not None and energy.reading.joules >= 0


def check_other_graphs(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    """Functions take matrices and NetworkX graphs in place of a Graph."""
    if sample.n and type(sample.names[0]) is int and sample.names == list(range(sample.n)):
        matrix = scipy.sparse.csr_array((np.ones(len(sample.edges)), ([e[0] for e in sample.edges], [e[1] for e in sample.edges])), shape=(sample.n,) * 2)
        equal(fathom.bfs(matrix, 0).distances, hops_from(sample.out, 0))
    if sample.n:
        equal(fathom.bfs(sample.networkx(), 0).distances, hops_from(sample.out, 0))
    for wrong in (None, 3, "path", [[0, 1]]):
        with pytest.raises(TypeError, match="is not a graph"):
            fathom.bfs(wrong, 0)


CHECKS = {name: check for name, check in list(globals().items()) if name.startswith("check_")}
