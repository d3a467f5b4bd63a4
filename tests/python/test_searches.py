"""Searches against SciPy and NetworkX."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
import scipy.sparse.csgraph as csgraph

import fathom


def hops(matrix, sources) -> np.ndarray:
    found = csgraph.shortest_path(matrix, unweighted=True, indices=sources, method="D")
    return np.where(np.isinf(found), -1, found).astype(np.int32)


def test_bfs(case) -> None:
    for source in case.sources():
        r = fathom.bfs(case.graph, source)
        assert r.distances.dtype == np.int32 and r.predecessors.dtype == np.int32
        assert np.array_equal(r.distances, hops(case.matrix, source))
        verdict = fathom.validate_bfs(case.graph, source, r.distances, r.predecessors)
        assert verdict.valid, verdict.message
        assert r.report.reached == (r.distances >= 0).sum()


@pytest.mark.parametrize("options", [{"strategy": "top_down"}, {"strategy": "bottom_up"}, {"deterministic": True}, {"threads": 1}])
def test_options_change_no_distance(case, options: dict) -> None:
    r = fathom.bfs(case.graph, 0, **options)
    assert np.array_equal(r.distances, hops(case.matrix, 0))


def test_several_devices_change_no_distance(case) -> None:
    for source in case.sources():
        r = fathom.bfs(case.graph, source, devices=["cpu", "cpu"])
        assert np.array_equal(r.distances, hops(case.matrix, source))
        verdict = fathom.validate_bfs(case.graph, source, r.distances, r.predecessors)
        assert verdict.valid, verdict.message
    one = fathom.bfs(case.graph, 0, devices=["cpu"])
    assert np.array_equal(one.distances, hops(case.matrix, 0))


def test_several_devices_get_parts_if_copies_do_not_fit(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    def too_large(*arguments: object) -> None:
        raise fathom._core.CopiesDoNotFit("searches need 9 TiB of device memory; use the cpu or a larger device")

    g, listed, two = fathom.generate.kron(9), [1, 5, 1], ["cpu", "cpu"]
    expected = fathom.distances(g, listed)
    for function in ("multi_bfs", "distances_to_file"):
        monkeypatch.setattr(fathom._core, function, too_large)
    found = fathom.multi_bfs(g, listed, dtype=np.int8, method="bitwise", devices=two)
    assert np.array_equal(found.distances, expected) and found.distances.dtype == np.int8 and found.predecessors is None
    assert found.report.engine.endswith(", partitioned: a copy does not fit each device (searches need 9 TiB of device memory)")
    assert np.array_equal(fathom.distances(g, listed, depth_limit=1, devices=two), np.where(expected > 1, -1, expected))
    report = fathom.distances_to_file(g, tmp_path / "rows.npy", listed, devices=two)
    assert np.array_equal(np.load(tmp_path / "rows.npy"), expected) and "partitioned" in report.engine
    for options, words in (({"return_predecessors": True}, "have no predecessors"), ({"method": "joint"}, "method='joint'"),
                           ({"width": 1024}, "at most 512")):
        with pytest.raises(MemoryError, match=f"larger device; parts of the graph would need less memory on each device, but .*{words}"):
            fathom.multi_bfs(g, listed, devices=two, **options)
    with pytest.raises(MemoryError, match="but resume=True requires the whole graph"):
        fathom.distances_to_file(g, tmp_path / "rows.npy", listed, devices=two, resume=True)

    def refuse(stage: str, done: int, total: int) -> None:
        if stage == "searching":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fathom.multi_bfs(g, listed, devices=two, progress=refuse)


def test_depth_limit_and_target() -> None:
    g = fathom.generate.path(100)
    assert (fathom.bfs(g, 50, depth_limit=3).distances >= 0).sum() == 7
    assert (fathom.bfs(g, 50, depth_limit=0).distances >= 0).sum() == 1
    r = fathom.bfs(g, 0, target=5)
    assert r.path_to(5) == [0, 1, 2, 3, 4, 5] and r.distances[99] == -1
    assert fathom.bfs(fathom.Graph.from_edges([0], [1]), 1).path_to(0) == []
    assert fathom.bfs(g, 0, return_predecessors=False).predecessors is None
    assert fathom.bfs(g, 0, return_distances=False).distances is None
    assert np.array_equal(fathom.bfs(g, np.int64(3)).distances, fathom.bfs(g, 3).distances)


@pytest.mark.parametrize("call, error, words", [
    (lambda g: fathom.bfs(g, -1), IndexError, "source is -1"),
    (lambda g: fathom.bfs(g, 10), IndexError, "0 to 9"),
    (lambda g: fathom.bfs(g, 0, target=-5), IndexError, "target"),
    (lambda g: fathom.bfs(g, 0, depth_limit=-1), ValueError, "depth_limit"),
    (lambda g: fathom.bfs(g, 0, strategy="sideways"), ValueError, "top_down"),
    (lambda g: fathom.bfs(g, 0, device="tpu"), ValueError, "tpu"),
    (lambda g: fathom.bfs(g, 0, devices=["cpu", "cpu"], target=3), ValueError, "target"),
    (lambda g: fathom.bfs(g, 0, devices=["cpu", "cpu"], device="cpu"), ValueError, "exclude each other"),
    (lambda g: fathom.bfs(g, 0, devices=["cpu", "cpu"], keep_on_device=True), ValueError, "keep_on_device"),
    (lambda g: fathom.bfs(g, 0, devices=[]), ValueError, "empty"),
    (lambda g: fathom.bfs(g, 0, devices="cpu"), TypeError, "use a list"),
    (lambda g: fathom.bfs(g, 0, threads=-1), ValueError, "threads"),
    (lambda g: fathom.bfs(g, 1.5), KeyError, "1.5"),
    (lambda g: fathom.bfs("g", 0), TypeError, "str"),
    (lambda g: fathom.multi_bfs(g, [0, 99]), IndexError, r"sources\[1\] is 99"),
    (lambda g: fathom.multi_bfs(g, 3), TypeError, r"\[3\]"),
    (lambda g: g.subgraph([True, False] * 5), TypeError, r"vertices holds truth values; .* numpy.flatnonzero"),
    (lambda g: fathom.multi_bfs(g, np.ones(10, bool)), TypeError, "sources holds truth values"),
    (lambda g: fathom.multi_bfs(g, [0], dtype=float), ValueError, "int16"),
    (lambda g: fathom.multi_bfs(g, [0], width=7), ValueError, "7"),
    (lambda g: fathom.sssp(g, 0, cutoff=-1), ValueError, "cutoff"),
    (lambda g: fathom.sssp(g, 0, cutoff=float("nan")), ValueError, "cutoff"),
    (lambda g: fathom.neighbors(g, [0], -1), ValueError, "hops"),
    (lambda g: fathom.validate_bfs(g, 0), ValueError, "distances"),
    (lambda g: fathom.validate_bfs(g, 0, np.zeros(3, np.int32)), ValueError, "3"),
    (lambda g: fathom.closeness(g, [77]), IndexError, "77"),
    (lambda g: fathom.betweenness(g, sources=[]), ValueError, "empty"),
    (lambda g: fathom.betweenness(g, samples=0), ValueError, "samples"),
    (lambda g: fathom.bfs(g, 0, depth_limit=1.5), TypeError, "depth_limit is 1.5 of type float; use an integer"),
    (lambda g: fathom.pagerank(g, tol=-1), ValueError, "tol is -1; give a positive number"),
    (lambda g: fathom.pagerank(g, max_iter=-1), ValueError, "max_iter is -1; give 0 or more"),
    (lambda g: fathom.pagerank(g, alpha=2), ValueError, "alpha is 2; give a probability"),
    (lambda g: fathom.pagerank(g, personalization=np.ones(3)), ValueError, "10 vertices"),
    (lambda g: fathom.pagerank(g, dtype=np.int32), ValueError, "int32; use float64 or float32"),
    (lambda g: fathom.personalized_pagerank(g, [0, 10]), IndexError, r"seeds\[1\] is 10"),
    (lambda g: fathom.personalized_pagerank(g, 3), TypeError, r"\[3\]"),
    (lambda g: fathom.personalized_pagerank(g, [3], alpha=2), ValueError, "alpha is 2; give a probability"),
    (lambda g: fathom.triangles(g, directions="both"), ValueError, "'ignored', 'counted'"),
    (lambda g: fathom.core_numbers(g, device="tpu"), ValueError, "tpu"),
    (lambda g: fathom.core_numbers(g, threads=-1), ValueError, "threads"),
    (lambda g: fathom.core_numbers("g"), TypeError, "str"),
    (lambda g: fathom.k_core(g, -1), ValueError, "k is -1"),
    (lambda g: fathom.k_core(g, 1.5), TypeError, "float"),
])
def test_bad_arguments_are_refused_with_a_reason(call, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        call(fathom.generate.path(10))


@pytest.mark.parametrize("value", [np.bool_(False), 0])
def test_flags_of_any_type(value) -> None:
    g = fathom.generate.path(6)
    assert fathom.bfs(g, 0, return_predecessors=value).predecessors is None
    assert fathom.betweenness(g, normalized=value).vertices.max() == 6
    with pytest.raises(TypeError, match="normalized is 2 of type int; use True or False"):
        fathom.betweenness(g, normalized=2)


def test_distances_before_and_after_the_order_changes() -> None:
    g = fathom.generate.kron(9, 8)
    source = fathom.random_sources(g, 1)[0]
    expected = hops(g.to_scipy(), source)
    for _ in range(10):  # the ninth search is in degree order
        assert np.array_equal(fathom.bfs(g, source, device="cpu").distances, expected)
        lengths = fathom.sssp(g, source, device="cpu").distances
        assert np.array_equal(np.where(np.isinf(lengths), -1, lengths), expected)


def test_a_device_that_is_not_there() -> None:
    if not fathom.why_no_cuda():
        pytest.skip("there is a CUDA device")
    with pytest.raises(fathom.DeviceError, match="available: cpu"):
        fathom.bfs(fathom.generate.path(3), 0, device="cuda")


def test_multi_bfs(case) -> None:
    sources = [*case.sources(), 0]
    expected = hops(case.matrix, sources)
    r = fathom.multi_bfs(case.graph, sources, return_predecessors=True)
    assert np.array_equal(r.distances, expected) and r.distances.shape == (len(sources), case.n)
    for i, source in enumerate(sources):
        assert fathom.validate_bfs(case.graph, source, r.distances[i], r.predecessors[i]).valid
    assert np.array_equal(fathom.distances(case.graph, np.array(sources), dtype=np.int16), expected)
    assert fathom.multi_bfs(case.graph, []).distances.shape == (0, case.n)


def test_all_sources(case) -> None:
    assert np.array_equal(fathom.distances(case.graph, "all", depth_limit=4)[:100], np.where(hops(case.matrix, None) > 4, -1, hops(case.matrix, None))[:100])


def test_distances_to_file(tmp_path) -> None:
    g = fathom.generate.grid(9, 9)
    fathom.distances_to_file(g, tmp_path / "d.npy", [0, 80], dtype=np.int8)
    stored = np.load(tmp_path / "d.npy")
    assert stored.dtype == np.int8 and np.array_equal(stored, fathom.distances(g, [0, 80]))


def test_a_distance_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="127"):
        fathom.distances(fathom.generate.path(300), [0], dtype=np.int8)


def test_sssp(case) -> None:
    matrix = case.weighted()
    g = fathom.Graph.from_scipy(matrix)
    for source in case.sources():
        r = fathom.sssp(g, source)
        expected = csgraph.dijkstra(matrix, indices=source)
        assert np.array_equal(r.distances, expected)
        assert fathom.validate_sssp(g, source, r.distances, r.predecessors).valid
        limited = fathom.sssp(g, source, cutoff=25, return_predecessors=False)
        assert np.array_equal(limited.distances, csgraph.dijkstra(matrix, indices=source, limit=25)) and limited.predecessors is None


def test_negative_weights_are_refused_by_sssp() -> None:
    g = fathom.Graph.from_edges([0, 1], [1, 2], [1, -2])
    with pytest.raises(ValueError, match="-2"):
        fathom.sssp(g, 0)
    assert fathom.bfs(g, 0).distances.tolist() == [0, 1, 2]


def test_levels_and_their_table() -> None:
    r = fathom.bfs(fathom.generate.kron(10), fathom.random_sources(fathom.generate.kron(10), 1)[0], report_levels=True)
    assert sum(level["found"] for level in r.report.levels) + 1 == r.report.reached
    assert r.report.table().splitlines()[0].startswith("level")
    assert '"algorithm": "bfs"' in r.report.to_json()
    with pytest.raises(AttributeError, match="seconds_search"):
        r.report.no_such_field


def test_graphs_from_files_agree_with_scipy(graph_files) -> None:
    for name in ("chesapeake.mtx.xz", "facebook_combined.txt.xz", "wiki-Vote.txt.xz", "p2p-Gnutella31.wel.xz", "rgg_n_2_15_s0.graph.xz"):
        g = fathom.read(graph_files / name)
        matrix = g.to_scipy()
        for source in fathom.random_sources(g, 2):
            assert np.array_equal(fathom.bfs(g, source).distances, hops(matrix, g.vertex(source)))
            if g.weighted:
                assert np.array_equal(fathom.sssp(g, source).distances, csgraph.dijkstra(matrix, indices=g.vertex(source)))
