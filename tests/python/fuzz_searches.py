"""Checks of searches and reachability; see fuzz_checks.py."""

from __future__ import annotations

import math
import pathlib
import random
from typing import Any

import numpy as np
import pytest
from fuzz_oracles import backward, equal, hops_from, lengths_from, listed, negative, plain, some_positions, threads, vertex
from fuzz_samples import Sample

import fathom


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
