"""Components, distances, neighborhoods and centralities against SciPy and NetworkX."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse.csgraph as csgraph

import fathom


def as_networkx(case):
    return nx.from_scipy_sparse_array(case.matrix, create_using=nx.DiGraph if case.graph.directed else nx.Graph)


@pytest.mark.parametrize("kind", ["weak", "strong"])
def test_components(case, kind: str) -> None:
    find = {"weak": fathom.weakly_connected_components, "strong": fathom.strongly_connected_components}[kind]
    r = find(case.graph)
    count, labels = csgraph.connected_components(case.matrix, directed=True, connection=kind)
    assert r.count == count and r.sizes.sum() == case.n
    for mine, theirs in zip(r.roots, r.sizes):
        assert (r.labels == mine).sum() == theirs and len(set(labels[r.labels == mine])) == 1
    assert r.largest.size == r.sizes.max()


def test_connected_components_are_of_undirected_graphs() -> None:
    with pytest.raises(ValueError, match="directed"):
        fathom.connected_components(fathom.Graph.from_edges([0], [1]))
    assert fathom.connected_components(fathom.generate.path(4)).count == 1


def test_triangles(case) -> None:
    if case.graph.directed:
        with pytest.raises(ValueError, match="symmetrize"):
            fathom.triangles(case.graph)
        G = as_networkx(case)
        counted, ignored = (fathom.triangles(case.graph, directions=role, threads=2) for role in ("counted", "ignored"))
        assert dict(enumerate(counted.clustering.tolist())) == pytest.approx(nx.clustering(G))
        assert dict(enumerate(ignored.triangles.tolist())) == nx.triangles(G.to_undirected()) and ignored.mutual is None
        return
    G = as_networkx(case)
    r = fathom.triangles(case.graph, threads=2)
    counted = fathom.triangles(case.graph, directions="counted")
    assert counted.count == 8 * r.count and counted.clustering == pytest.approx(r.clustering)
    assert dict(enumerate(r.triangles.tolist())) == nx.triangles(G)
    assert dict(enumerate(r.clustering.tolist())) == pytest.approx(nx.clustering(G))
    assert r.count == r.triangles.sum() // 3 and r.triangles.dtype == np.int64
    assert r.transitivity == pytest.approx(nx.transitivity(G)) and r.average_clustering == pytest.approx(nx.average_clustering(G))
    assert r.report.algorithm == "triangles" and r.report.seconds >= r.report.seconds_count


def test_cores(case) -> None:
    G = as_networkx(case)
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    for threads in (1, 2):
        numbers = fathom.core_numbers(case.graph, threads=threads)
        assert dict(enumerate(numbers.tolist())) == nx.core_number(G) and numbers.dtype == np.int32
    for k in (None, 0, 2):
        assert list(fathom.k_core(case.graph, k).nodes) == sorted(nx.k_core(G, k)), k


def test_k_cores_keep_names_and_weights() -> None:
    edges = [("a", "b", 1.0), ("b", "c", 2.0), ("c", "a", 3.0), ("c", "d", 4.0)]
    named = fathom.Graph.from_edges(*zip(*edges), directed=False)
    core = fathom.k_core(named)
    assert list(core.nodes) == ["a", "b", "c"] and core.weights.tolist() == [1, 3, 1, 2, 3, 2]
    assert fathom.bfs(core, "a").distances.tolist() == [0, 1, 1]
    G = nx.Graph([((0, "x"), (1, "y")), ((1, "y"), (2, "z")), ((2, "z"), (0, "x")), ((0, "x"), "tail")])
    assert set(fathom.k_core(fathom.Graph.from_networkx(G)).nodes) == set(nx.k_core(G))
    numbers = fathom.Graph.from_edges([10, 20, 30, 30], [20, 30, 10, 40], directed=False)
    assert list(fathom.k_core(numbers, 2).nodes) == [10, 20, 30] and list(fathom.k_core(numbers, 1).nodes) == [10, 20, 30, 40]
    assert fathom.k_core(numbers, 9).num_vertices == 0
    with pytest.raises(ValueError, match="k"):
        fathom.k_core(numbers, -1)


def test_trusses(case) -> None:
    G = as_networkx(case)
    if case.graph.directed:
        with pytest.raises(ValueError, match="directed"):
            fathom.truss_numbers(case.graph)
        return
    small(case)
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    numbers = fathom.truss_numbers(case.graph, threads=2)
    assert numbers.dtype == np.int32 and numbers.size == case.graph.num_edges
    rows = np.repeat(np.arange(case.n), case.graph.degrees)
    for k in range(2, int(numbers.max(initial=0)) + 2):
        theirs = nx.k_truss(G, k)
        assert {(u, v) for u, v in zip(rows[numbers >= k].tolist(), case.graph.indices[numbers >= k].tolist()) if u < v} == {
            (min(u, v), max(u, v)) for u, v in theirs.edges()}
        assert list(fathom.k_truss(case.graph, k).nodes) == sorted(theirs)


def test_onion_layers(case) -> None:
    if case.graph.directed:
        with pytest.raises(ValueError, match="directed"):
            fathom.onion_layers(case.graph)
        return
    G = as_networkx(case)
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    assert dict(enumerate(fathom.onion_layers(case.graph).tolist())) == nx.onion_layers(G)


def test_k_trusses_keep_names_and_weights() -> None:
    edges = [("a", "b", 1.0), ("b", "c", 2.0), ("c", "a", 3.0), ("c", "d", 4.0)]
    named = fathom.Graph.from_edges(*zip(*edges), directed=False)
    truss = fathom.k_truss(named)
    assert list(truss.nodes) == ["a", "b", "c"] and truss.weights.tolist() == [1, 3, 1, 2, 3, 2]
    assert list(fathom.k_truss(named, 2).nodes) == ["a", "b", "c", "d"] and fathom.k_truss(named, 2**40).num_vertices == 0
    with pytest.raises(ValueError, match="k is -1"):
        fathom.k_truss(named, -1)


def test_cores_count_both_directions() -> None:
    g = fathom.Graph.from_edges([0, 1, 1, 2], [1, 0, 2, 3])
    G = nx.DiGraph([(0, 1), (1, 0), (1, 2), (2, 3)])
    assert fathom.core_numbers(g).tolist() == list(nx.core_number(G).values()) == [2, 2, 1, 1]


def test_loops_and_parallel_edges() -> None:
    g = fathom.Graph.from_edges([0, 0, 1, 2, 2], [1, 1, 2, 0, 2], directed=False, duplicates="keep", self_loops="keep")
    assert fathom.triangles(g).triangles.tolist() == [1, 1, 1] and fathom.triangles(g).degrees.tolist() == [2, 2, 2]
    assert fathom.core_numbers(g).tolist() == [2, 2, 2]
    empty = fathom.Graph.from_edges([], [], num_vertices=0)
    assert fathom.triangles(empty).count == 0 and fathom.triangles(empty).average_clustering == 0
    assert fathom.core_numbers(empty).size == 0


def test_eccentricity_and_diameter(case) -> None:
    rows = csgraph.shortest_path(case.matrix, unweighted=True)
    rows[np.isinf(rows)] = 0
    expected = rows.max(axis=1).astype(int)
    assert np.array_equal(fathom.eccentricity(case.graph).values, expected)
    assert np.array_equal(fathom.eccentricity(case.graph, [0, 0]).values, expected[[0, 0]])
    assert np.array_equal(fathom.eccentricity(case.graph, devices=["cpu", "cpu"]).values, expected)
    r = fathom.diameter(case.graph)
    assert r.diameter == expected.max() and rows[r.ends] == r.diameter
    assert r.radius == expected[r.centre[0]]
    assert r.connected == (csgraph.connected_components(case.matrix, connection="strong")[0] == 1)


def test_devices_share_searches_and_parts() -> None:
    g = fathom.generate.kron(7)
    one, two = fathom.betweenness(g, edges=True), fathom.betweenness(g, edges=True, devices=["cpu", "cpu"])
    assert np.allclose(two.vertices, one.vertices, rtol=1e-12) and np.allclose(two.edges, one.edges, rtol=1e-12)
    assert len(two.report.by_rank) == 2 and len(one.report.by_rank) == 0
    assert fathom.diameter(g, devices=["cpu", "cpu"]).centre == fathom.diameter(g).centre
    assert fathom.closeness(g, devices=["cpu"]).values.size == g.num_vertices
    assert np.array_equal(fathom.distances(g, [0, 5], devices=["cpu"]), fathom.distances(g, [0, 5]))
    for several in (fathom.closeness, fathom.multi_bfs, lambda g, devices: fathom.neighbors(g, [0], devices=devices)):
        with pytest.raises(ValueError, match="cpu is among the devices"):
            several(g, devices=["cpu", "cpu"])
    parts = fathom.connected_components(g, devices=["cpu", "cpu"])
    assert np.array_equal(parts.labels, fathom.connected_components(g).labels)
    assert np.array_equal(parts.sizes, fathom.connected_components(g).sizes)
    assert np.array_equal(fathom.core_numbers(g, devices=["cpu", "cpu"]), fathom.core_numbers(g))
    directed = fathom.Graph.from_edges([0, 1, 2, 2, 4, 5], [1, 2, 0, 3, 5, 4])
    strong = fathom.strongly_connected_components(directed, devices=["cpu", "cpu"])
    assert strong.labels.tolist() == [0, 0, 0, 3, 4, 4]
    assert np.array_equal(fathom.triangles(g, devices=["cpu", "cpu"]).triangles, fathom.triangles(g).triangles)
    with pytest.raises(ValueError, match="single device"):
        fathom.betweenness(g, devices=["cpu", "cpu"], keep_on_device=True)
    with pytest.raises(ValueError, match="two kinds of components"):
        fathom.connected_components(fathom.Graph.from_edges([0], [1]), devices=["cpu", "cpu"])


def test_devices_share_parts_with_weights() -> None:
    g = fathom.generate.kron(7, weights=(1, 9))
    for weighted in (False, True):  # the second needs parts with weights
        scores = fathom.pagerank(g, weighted=weighted, full_precision=True, devices=["cpu", "cpu"]).scores
        assert np.allclose(scores, fathom.pagerank(g, weighted=weighted, full_precision=True).scores, rtol=1e-5)
    for source in (0, 5, 0):
        distances = fathom.sssp(g, source, devices=["cpu", "cpu"]).distances
        assert np.array_equal(distances, fathom.sssp(g, source).distances)
    assert fathom.sssp(g, 5, cutoff=3, devices=["cpu", "cpu"]).distances.tolist() == fathom.sssp(g, 5, cutoff=3).distances.tolist()
    with pytest.raises(ValueError, match="dtype"):
        fathom.pagerank(g, dtype=np.float32, devices=["cpu", "cpu"])
    loops = fathom.Graph.from_edges([0, 0], [0, 1], self_loops="keep")
    with pytest.raises(ValueError, match="self-loops"):
        fathom.pagerank(loops, devices=["cpu", "cpu"])


def test_neighbors(case) -> None:
    sources = case.sources()
    rows = csgraph.shortest_path(case.matrix, unweighted=True, indices=sources)
    r = fathom.neighbors(case.graph, sources, 2)
    counts = fathom.neighbor_counts(case.graph, sources, 2)
    for i, row in enumerate(rows):
        vertices, distances = r.of(i)
        assert vertices.tolist() == np.flatnonzero((row > 0) & (row <= 2)).tolist()
        assert np.array_equal(distances, row[vertices])
        assert counts[i].sum() == (row <= 2).sum()


def test_reach_index(case, tmp_path) -> None:
    sources = case.sources()
    index = fathom.ReachIndex.build(case.graph, sources, 3)
    rows = csgraph.shortest_path(case.matrix, unweighted=True, indices=sources)
    expected = np.where(rows <= 3, rows, -1)
    found = index.hops(np.array(sources)[:, None], np.arange(case.n)[None, :])
    assert np.array_equal(found, expected)
    assert index.reaches(sources[0], sources[0]) and index.k == 3 and "k = 3" in repr(index)
    index.save(tmp_path / "g.reach")
    again = fathom.ReachIndex.load(tmp_path / "g.reach", case.graph)
    assert np.array_equal(again.selected, sources)
    with pytest.raises(IndexError):
        index.hops(sources[0], case.n)


def test_reach_index_of_another_graph(tmp_path) -> None:
    index = fathom.ReachIndex.build(fathom.generate.path(5), [0], 2)
    with pytest.raises(ValueError, match="3"):
        index.hops(3, 0)
    index.save(tmp_path / "g.reach")
    with pytest.raises(fathom.FormatError):
        fathom.ReachIndex.load(tmp_path / "g.reach", fathom.generate.path(6))
    with pytest.raises(FileNotFoundError):
        fathom.ReachIndex.load(tmp_path / "none")


def small(case) -> None:
    if case.n > 700:
        pytest.skip("NetworkX takes too long for all pairs")


def test_closeness_and_harmonic(case) -> None:
    small(case)
    graph = as_networkx(case)
    assert np.allclose(fathom.closeness(case.graph).values, list(nx.closeness_centrality(graph).values()), rtol=1e-12)
    assert np.allclose(fathom.harmonic(case.graph).values, list(nx.harmonic_centrality(graph).values()), rtol=1e-12)
    some = case.sources()
    assert np.array_equal(fathom.closeness(case.graph, some).values, fathom.closeness(case.graph).values[some])
    estimate = fathom.harmonic(case.graph, samples=max(1, case.n // 2), normalized=True)
    assert estimate.values.shape == (case.n,) and estimate.samples.size == max(1, case.n // 2)


def test_betweenness(case) -> None:
    small(case)
    graph = as_networkx(case)
    r = fathom.betweenness(case.graph, edges=True)
    assert np.allclose(r.vertices, list(nx.betweenness_centrality(graph).values()), rtol=1e-9, atol=1e-12)
    rows = np.repeat(np.arange(case.n), case.graph.degrees)
    theirs = nx.edge_betweenness_centrality(graph)
    for u, v, value in zip(rows.tolist(), case.graph.indices.tolist(), r.edges.tolist()):
        assert value == pytest.approx(theirs[(u, v)] if (u, v) in theirs else theirs[(v, u)], rel=1e-9)


def test_betweenness_along_weights() -> None:
    g = fathom.Graph.from_edges([0, 0, 1, 2, 3], [1, 2, 3, 3, 4], [0.1, 0.1, 0.3, 0.3, 2.5], directed=False, exact_weights=True)
    G = nx.Graph()
    G.add_weighted_edges_from([(0, 1, 0.1), (0, 2, 0.1), (1, 3, 0.3), (2, 3, 0.3), (3, 4, 2.5)])
    for how in ({}, {"normalized": False}, {"endpoints": True}):
        found = fathom.betweenness(g, weighted=True, **how)
        theirs = nx.betweenness_centrality(G, weight="weight", **how)
        assert found.vertices == pytest.approx([theirs[v] for v in range(5)])
    assert "weighted search" in found.report.engine
    plain = fathom.Graph.from_edges([0, 1], [1, 2], directed=False)
    assert fathom.betweenness(plain, weighted=True).vertices.tolist() == [0, 1, 0]
    with pytest.raises(fathom.FormatError, match="edge 0 -> 1 has the weight 0"):
        fathom.betweenness(fathom.Graph.from_edges([0, 1], [1, 2], [0, 1], directed=False), weighted=True)


def test_pagerank(case) -> None:
    graph = as_networkx(case)
    r = fathom.pagerank(case.graph, tol=1e-10, max_iter=1000, full_precision=True)
    assert r.report.converged and r.scores.sum() == pytest.approx(1)
    with pytest.deprecated_call():
        assert r.ranks is r.scores
    assert np.allclose(r.scores, list(nx.pagerank(graph, tol=1e-12, max_iter=1000).values()), rtol=1e-6)


def test_pagerank_along_weights() -> None:
    g = fathom.Graph.from_edges([0, 0, 1, 2], [1, 2, 0, 0], [3, 1, 1, 1])
    theirs = nx.pagerank(g.to_networkx(), tol=1e-12, max_iter=1000)
    assert np.allclose(fathom.pagerank(g, tol=1e-12, max_iter=1000).scores, list(theirs.values()))
    assert not np.allclose(fathom.pagerank(g, weighted=False).scores, list(theirs.values()))


def test_scores_in_single_precision(case) -> None:
    double, single = (fathom.pagerank(case.graph, tol=1e-6, max_iter=1000, dtype=dtype).scores for dtype in (np.float64, "float32"))
    assert double.dtype == np.float64 and single.dtype == np.float32
    assert np.allclose(single, double, rtol=1e-4)


def test_personalized_pagerank(case) -> None:
    graph, seeds = as_networkx(case), [*case.sources(), 0]
    r = fathom.personalized_pagerank(case.graph, seeds, tol=1e-10, max_iter=1000, full_precision=True)
    assert r.report.converged and r.scores.shape == (len(seeds), case.n)
    for seed, scores in zip(seeds, r.scores):
        assert np.allclose(scores, list(nx.pagerank(graph, personalization={seed: 1}, tol=1e-12, max_iter=1000).values()), atol=1e-9)
    single = fathom.personalized_pagerank(case.graph, seeds, dtype=np.float32, tol=1e-6, max_iter=1000).scores
    assert single.dtype == np.float32 and np.allclose(single, r.scores, atol=1e-5)
    assert fathom.personalized_pagerank(case.graph, []).scores.shape == (0, case.n)


def test_personalized_pagerank_along_weights() -> None:
    g = fathom.Graph.from_edges([0, 0, 1, 2], [1, 2, 0, 0], [3, 1, 1, 1])
    theirs = nx.pagerank(g.to_networkx(), personalization={1: 1}, tol=1e-12, max_iter=1000)
    assert np.allclose(fathom.personalized_pagerank(g, [1], tol=1e-12, max_iter=1000).scores[0], list(theirs.values()))
    assert not np.allclose(fathom.personalized_pagerank(g, [1], weighted=False).scores[0], list(theirs.values()))


@pytest.mark.parametrize("find", [fathom.connected_components, fathom.weakly_connected_components, fathom.strongly_connected_components])
def test_labels_can_stay_on_the_device(find: Any) -> None:
    g = fathom.generate.kron(9)
    expected, kept = find(g), find(g, keep_on_device=True)
    assert np.array_equal(kept.sizes, expected.sizes) and np.array_equal(kept.largest, expected.largest)
    if kept.report.device == "cpu":
        assert np.array_equal(kept.labels, expected.labels)
    else:
        assert not isinstance(kept.labels, np.ndarray) and kept.labels.__dlpack_device__()[0] == 2


def _expect_kept(device: str, kept: Any, expected: np.ndarray) -> None:
    if device == "cpu":
        assert np.allclose(kept, expected, rtol=1e-12, atol=0)
    else:
        assert not isinstance(kept, np.ndarray) and kept.__dlpack_device__()[0] == 2


def test_counts_and_values_can_stay_on_the_device() -> None:
    g = fathom.generate.kron(9)
    expected, kept = fathom.triangles(g), fathom.triangles(g, keep_on_device=True)
    device = kept.report.device
    _expect_kept(device, kept.triangles, expected.triangles)
    _expect_kept(device, kept.degrees, expected.degrees)
    assert kept.count == expected.count and kept.average_clustering == expected.average_clustering
    _expect_kept(device, fathom.core_numbers(g, keep_on_device=True), fathom.core_numbers(g))
    values = fathom.betweenness(g, samples=8, keep_on_device=True).vertices
    _expect_kept(device, values, fathom.betweenness(g, samples=8).vertices)


def test_shortest_paths_can_stay_on_the_device() -> None:
    g = fathom.generate.kron(9)
    source = fathom.random_sources(g, 1)[0]
    expected, kept = fathom.sssp(g, source), fathom.sssp(g, source, keep_on_device=True)
    if kept.report.device == "cpu":
        assert np.array_equal(kept.distances, expected.distances) and np.array_equal(kept.predecessors, expected.predecessors)
    else:
        assert kept.distances.__dlpack_device__()[0] == kept.predecessors.__dlpack_device__()[0] == 2


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_scores_can_stay_on_the_device(dtype: type) -> None:
    g = fathom.generate.kron(9)
    for call in (fathom.pagerank, lambda g, **how: fathom.personalized_pagerank(g, [1, 2], **how)):
        expected, kept = call(g, dtype=dtype).scores, call(g, dtype=dtype, keep_on_device=True)
        if kept.report.device == "cpu":
            assert isinstance(kept.scores, np.ndarray) and np.array_equal(kept.scores, expected)
        else:
            assert not isinstance(kept.scores, np.ndarray) and kept.scores.__dlpack_device__()[0] == 2


def test_a_reach_index_is_pickled_with_its_names() -> None:
    g = fathom.Graph.from_edges(["a", "b", "c"], ["b", "c", "d"])
    index = fathom.ReachIndex.build(g, ["a", "c"], 2)
    same = pickle.loads(pickle.dumps(index))
    assert same.hops("a", "c") == 2 and same.hops("a", "d") == -1 and same.selected.tolist() == ["a", "c"] and same.k == 2
    assert repr(same) == repr(index) and np.array_equal(same.hops("c", np.array(["d", "a"])), [1, -1])


def test_pagerank_that_has_not_converged_warns() -> None:
    g = fathom.generate.kron(8)
    with pytest.warns(RuntimeWarning, match="has not converged after 2 iterations"):
        assert not fathom.pagerank(g, max_iter=2).report.converged
    with pytest.warns(RuntimeWarning, match="has not converged"):
        fathom.personalized_pagerank(g, [0], max_iter=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fathom.pagerank(g, max_iter=3, tol=0)
        fathom.pagerank(g)
