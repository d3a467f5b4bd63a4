"""Numbering of vertices and access by their names."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import fathom
from fathom import Graph

FAR = 1 << 63


def test_ids_with_gaps_are_numbered_in_ascending_order() -> None:
    g = Graph.from_edges([9, 4, 4], [4, 700, 2], directed=False)
    assert g.nodes.tolist() == [2, 4, 9, 700] and g.receipt.renumbered and g.receipt.isolated == 0
    assert fathom.bfs(g, 9).distances.tolist() == [2, 1, 0, 2]
    assert fathom.bfs(g, 9).path_to(700) == [9, 4, 700]


@pytest.mark.parametrize("several", [[0], {0}, np.array([0])])
def test_lists_are_not_one_vertex(several: object) -> None:
    for g in (Graph.from_edges([0], [1]), Graph.from_edges(["a"], ["b"])):
        for search in (fathom.bfs, fathom.sssp):
            with pytest.raises(TypeError, match="one vertex is expected"):
                search(g, several)


@pytest.mark.parametrize("ids", [[0, 1, 2], [1, 0, 2]])
def test_ids_without_gaps_are_positions(ids: list[int]) -> None:
    g = Graph.from_edges(ids, ids[::-1], self_loops="keep")
    assert g.nodes == range(3) and not g.receipt.renumbered


@pytest.mark.parametrize("a, b", [(5, 200_000_000), (5, 2**31), (1, 2**32 - 1), (0, 2**62), (3, FAR), (FAR, 2**64 - 1)])
def test_far_ids_cost_two_vertices(a: int, b: int) -> None:
    column = np.array([a, b], np.uint64)
    for g in (Graph.from_edges(column[:1], column[1:]), Graph.from_edges([a], [b])):
        assert g.num_vertices == 2 and g.nodes.tolist() == [a, b] and g.nbytes < 1000
        assert fathom.bfs(g, a).distances.tolist() == [0, 1] and fathom.bfs(g, a, target=b).path_to(b) == [a, b]
        assert fathom.distances(g, np.array([b, a], np.uint64)).tolist() == [[-1, 0], [0, 1]]
        for wrong in {0, 1, -1, 2**64, 2**70} - {a, b}:
            with pytest.raises(KeyError, match="no vertex is called"):
                fathom.bfs(g, wrong)


@pytest.mark.parametrize("seed, largest", [(1, 300), (2, 70_000), (3, 1 << 40), (4, FAR - 1)])
@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.uint32])
def test_numbering_agrees_with_numpys(seed: int, largest: int, dtype: type) -> None:
    generator = np.random.default_rng(seed)
    src, dst = generator.integers(0, min(largest, np.iinfo(dtype).max), (2, 60_000), dtype=dtype)
    src[:30_000] = src[0]
    unique, positions = np.unique(np.concatenate([src, dst]), return_inverse=True)
    g = Graph.from_edges(src, dst, duplicates="keep", self_loops="keep")
    assert np.array_equal(g.nodes, unique) if g.receipt.renumbered else unique.size == unique[-1] + 1
    expected = Graph.from_edges(positions[:60_000], positions[60_000:], duplicates="keep", self_loops="keep")
    assert np.array_equal(g.indices, expected.indices) and np.array_equal(g.indptr, expected.indptr)


@pytest.mark.parametrize("src, dst, n, nodes", [
    ([3], [7], 9, range(9)),
    ([1], [2], 2, [1, 2]),
    ([1], [4], 4, [1, 2, 3, 4]),
    ([1], [5], 4, [0, 1, 2, 5]),
    ([0], [5], 3, [0, 1, 5]),
    ([7], [FAR], 4, [0, 1, 7, FAR]),
    ([], [], 3, range(3)),
])
def test_a_number_of_vertices_adds_isolated_ones(src: list, dst: list, n: int, nodes: object) -> None:
    g = Graph.from_edges(src, dst, num_vertices=n)
    assert g.num_vertices == n and list(g.nodes) == list(nodes)
    assert fathom.weakly_connected_components(g).count == n - len(src)


def test_gaps_can_be_kept() -> None:
    pandas = pytest.importorskip("pandas")
    g = Graph.from_pandas(pandas.DataFrame({"source": [2], "target": [5]}), keep_id_gaps=True)
    assert g.nodes == range(6) and fathom.bfs(g, 2).distances[5] == 1
    assert Graph.from_edges([2], [5], num_vertices=8, keep_id_gaps=True).num_vertices == 8


def test_strings_and_mixed_names() -> None:
    g = Graph.from_edges(["x", 1, "1"], [1, "1", (2, 3)])
    assert g.nodes == ["x", 1, "1", (2, 3)]
    assert fathom.bfs(g, "x").path_to((2, 3)) == ["x", 1, "1", (2, 3)]
    assert fathom.bfs(g, "1").distances.tolist() == [-1, -1, 0, 1]
    assert Graph.from_edges(np.array(["b", "a"]), np.array(["a", "c"])).nodes == ["b", "a", "c"]
    assert Graph.from_edges(np.array([9, 3], object), [3, 5]).nodes.tolist() == [3, 5, 9]


def test_frames() -> None:
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    rows = {"source": [5, 200_000_000], "target": [200_000_000, 7]}
    merged = pandas.DataFrame({"source": [5.0, None, 7.0], "target": [7, 8, 9]}).dropna()
    for g in (Graph.from_pandas(pandas.DataFrame(rows)), Graph.from_arrow(pyarrow.table(rows)),
              Graph.from_pandas(pandas.DataFrame(rows, dtype="Int64")), Graph.from_pandas(pandas.DataFrame(rows, dtype=object))):
        assert g.nodes.tolist() == [5, 7, 200_000_000] and fathom.bfs(g, 5).path_to(7) == [5, 200_000_000, 7]
    assert Graph.from_pandas(merged).nodes.tolist() == [5, 7, 9]
    assert Graph.from_pandas(pandas.DataFrame({"source": ["a", 3], "target": [3, "b"]})).nodes == ["a", 3, "b"]
    halves = Graph.from_pandas(pandas.DataFrame({"source": [0.5], "target": [1.0]}))
    assert halves.nodes == [0.5, 1.0] and fathom.bfs(halves, 0.5).distances.tolist() == [0, 1]


# Functions of a graph whose vertices are named 20, 0, 10 (a path in this order) and a vertex. Results use the same names.
CALLS = {
    "bfs": lambda g, v: fathom.bfs(g, v).source,
    "bfs to a target": lambda g, v: fathom.bfs(g, g.nodes[0], target=v).path_to(v)[-1],
    "multi_bfs": lambda g, v: fathom.multi_bfs(g, [v]).sources[0],
    "distances": lambda g, v: g.nodes[int(np.flatnonzero(fathom.distances(g, [v])[0] == 0)[0])],
    "sssp": lambda g, v: fathom.sssp(g, v).source,
    "sssp to a target": lambda g, v: fathom.sssp(g, g.nodes[0], target=v).path_to(v)[-1],
    "validate_bfs": lambda g, v: v if fathom.validate_bfs(g, v, fathom.bfs(g, v).distances).valid else None,
    "validate_sssp": lambda g, v: v if fathom.validate_sssp(g, v, fathom.sssp(g, v).distances).valid else None,
    "closeness": lambda g, v: v if fathom.closeness(g, [v]).values[0] == fathom.closeness(g).values[g.vertex(v)] else None,
    "harmonic": lambda g, v: v if fathom.harmonic(g, [v]).values.size == 1 else None,
    "betweenness": lambda g, v: fathom.betweenness(g, sources=[v]).samples[0],
    "personalized_pagerank": lambda g, v: g.nodes[int(fathom.personalized_pagerank(g, [v], alpha=0.1).scores[0].argmax())],
    "eccentricity": lambda g, v: v if fathom.eccentricity(g, [v]).values[0] > 0 else None,
    "neighbors": lambda g, v: fathom.neighbors(g, [v]).sources[0],
    "neighbor_counts": lambda g, v: v if fathom.neighbor_counts(g, [v], 1)[0, 0] == 1 else None,
    "reach": lambda g, v: fathom.ReachIndex.build(g, [v], 2).selected[0],
    "reach hops": lambda g, v: v if fathom.ReachIndex.build(g, None, 2).hops(v, v) == 0 else None,
    "vertex": lambda g, v: g.nodes[g.vertex(v)],
}


def named_graphs(folder):
    networkx = pytest.importorskip("networkx")
    yield "networkx", Graph.from_networkx(networkx.path_graph([20, 0, 10])), [20, 0, 10]
    yield "ids", Graph.from_edges([20, 0], [0, 10], directed=False), [0, 10, 20]
    yield "names", Graph.from_edges(["20", "0"], ["0", "10"], directed=False), ["20", "0", "10"]
    (folder / "g.csv").write_text("source,target\nann,bob\nbob,cid\n")
    yield "file", fathom.read(folder / "g.csv", directed=False), ["ann", "bob", "cid"]
    yield "pickled", pickle.loads(pickle.dumps(Graph.from_edges([20, 0], [0, 10], directed=False))), [0, 10, 20]


@pytest.mark.parametrize("name", CALLS)
def test_every_call_takes_names_and_nothing_else(name: str, tmp_path) -> None:
    for kind, g, nodes in named_graphs(tmp_path):
        assert list(g.nodes) == nodes
        for v in nodes:
            assert CALLS[name](g, v) == v, (kind, v)
        for wrong in (1, 2, 3, -1, np.int64(1), "nobody", None if name == "vertex" else 1.5):
            with pytest.raises(KeyError, match="no vertex is called"):
                CALLS[name](g, wrong)


def test_results_have_names() -> None:
    g = Graph.from_edges([20, 0, 31], [0, 10, 32], directed=False)
    assert sorted(fathom.diameter(g).ends) == [10, 20] and fathom.diameter(g).centre == [0]
    assert fathom.connected_components(g).largest.tolist() == [0, 10, 20]
    assert set(fathom.random_sources(g, 5).tolist()) == {0, 10, 20, 31, 32}
    assert fathom.neighbors(g, [20], 2).of(0)[0].tolist() == [0, 10]
    assert set(fathom.closeness(g, samples=2).samples.tolist()) <= {0, 10, 20, 31, 32}
    index = fathom.ReachIndex.build(g, [20, 31], 3)
    assert index.hops([20, 31], [10, 10]).tolist() == [2, -1] and index.reaches(20, 0)
    nodes = Graph.from_edges(["a", "b"], ["b", "c"], directed=False)
    assert fathom.random_sources(nodes, 1)[0] in {"a", "b", "c"}
    assert fathom.distances(nodes, fathom.random_sources(nodes, 2)).shape == (2, 3)


def test_pickles_that_name_former_modules_load() -> None:
    index = fathom.ReachIndex.build(Graph.from_edges([20, 0], [0, 10], directed=False), [20], 2)
    path = fathom.generate.path(4)
    for kept, module, former in ((index, b"_reach_index", b"_structure"), (fathom.neighbors(path, [0], 2), b"_neighbors", b"_structure"),
                                 (fathom.multi_bfs(path, [0, 3]), b"_multi_bfs", b"_searches")):
        assert (old := pickle.dumps(kept, protocol=0).replace(b"fathom." + module, b"fathom." + former)) != pickle.dumps(kept, protocol=0)
        assert type(pickle.loads(old)) is type(kept)


def test_a_position_of_vertex_is_known_as_one() -> None:
    g = Graph.from_edges([20, 0], [0, 1], directed=False)  # 1 is the name at position 1, 20 at 2
    assert g.vertex(20) == 2 and fathom.bfs(g, g.vertex(20)).source == 20
    assert fathom.bfs(g, 20).distances[g.vertex(1)] == 2
    assert fathom.distances(g, [g.vertex(20), 20]).tolist() == [[1, 2, 0], [1, 2, 0]]


def test_without_names_numbers_are_positions() -> None:
    g = fathom.generate.path(4)
    assert fathom.bfs(g, np.uint8(3)).source == 3 and fathom.bfs(g, 2.0).path_to(0) == [2, 1, 0]
    for wrong in (4, -1):
        with pytest.raises(IndexError):
            fathom.bfs(g, wrong)
        with pytest.raises(KeyError):
            g.vertex(wrong)
    with pytest.raises(KeyError, match="0 to 3"):
        fathom.bfs(g, "a")
    with pytest.raises(TypeError, match=r"\[2\]"):
        fathom.distances(g, 2)
    with pytest.raises(TypeError, match=r"\['ab'\]"):
        fathom.distances(Graph.from_edges(["ab"], ["c"]), "ab")


def test_errors_name_the_entry_and_the_remedy() -> None:
    g = Graph.from_edges([20, 0], [0, 10])
    with pytest.raises(KeyError, match=r"sources\[1\]: no vertex is called 1; .* position 1 is called 10"):
        fathom.distances(g, np.array([20, 1]))
    with pytest.raises(KeyError, match="use 20"):
        fathom.bfs(g, "20")
    with pytest.raises(KeyError, match="use '20'"):
        fathom.bfs(Graph.from_edges(["20"], ["x"]), 20)


def test_names_go_into_files(tmp_path) -> None:
    networkx = pytest.importorskip("networkx")
    for g in (Graph.from_edges([9, 5], [5, FAR - 1]), Graph.from_edges(["é", "b"], ["b", "c"])):
        assert g.save(tmp_path / "g.fathom") == ""
        assert list(fathom.read(tmp_path / "g.fathom").nodes) == list(g.nodes)
    assert "names" in Graph.from_networkx(networkx.path_graph([2, 0, 1])).save(tmp_path / "h.fathom")


@pytest.mark.parametrize("src, dst, some", [(["a", "b"], ["b", "c"], ["b", "a"]), (["a", 1], [1, "b"], [1, "a"]), ([(0, 1), (1, 1)], [(1, 1), "x"], [(1, 1), "x"]),
                                            ([5, 9], [9, 200], [9, 5]), (np.array([2**64 - 1, 3], np.uint64), [3, 4], [2**64 - 1, 3])])
def test_containers_of_vertices(src: object, dst: object, some: list) -> None:
    g = Graph.from_edges(src, dst)
    expected = fathom.distances(g, some).tolist()
    objects = np.fromiter(some, object, len(some))
    for given in ((v for v in some), iter(some), dict.fromkeys(some).keys(), dict(enumerate(some)).values(), tuple(some), objects):
        assert fathom.distances(g, given).tolist() == expected
    with pytest.raises(TypeError, match="use a list"):
        fathom.distances(g, dict.fromkeys(some))
    index = fathom.ReachIndex.build(g, "all", k=2)
    assert index.hops(some, some).tolist() == [0, 0] and index.hops(some[:1], some).tolist()[0] == 0
    assert index.hops(some[0], some).tolist() == index.hops([some[0]] * 2, objects).tolist() == [index.hops(some[0], v) for v in some]


def test_columns_of_vertices() -> None:
    pyarrow, pandas, polars = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    for src, dst, some in ((["a", "b"], ["b", "c"], ["b", "a"]), ([5, 9], [9, 200], [9, 5]), ([0, 1], [1, 2], [1, 0]), ([0.5, 1.5], [1.5, 2.5], [1.5, 0.5])):
        g = Graph.from_pandas(pandas.DataFrame({"source": src, "target": dst}))
        expected = fathom.distances(g, some).tolist()
        arrow = pyarrow.array(some)
        for column in (np.array(some), pandas.Series(some, index=[3, 4]), pandas.Series(some).astype("category"), polars.Series(some), arrow,
                       arrow.dictionary_encode(), pyarrow.chunked_array([arrow[:1], arrow[1:]])):
            assert fathom.distances(g, column).tolist() == expected, column
        with pytest.raises(ValueError, match=r"sources\[1\] has no value"):
            fathom.distances(g, pyarrow.array([some[0], None]))


@pytest.mark.parametrize("unit", ["ns", "us", "s"])
def test_times_are_names(unit: str) -> None:
    pandas = pytest.importorskip("pandas")
    times = pandas.Series(pandas.to_datetime(["2020-01-01", "2021-01-01", "2022-01-01"])).astype(f"datetime64[{unit}]")
    for column in (times, times.dt.tz_localize("UTC"), times - times[0]):
        g = Graph.from_pandas(pandas.DataFrame({"source": column[:2], "target": list(column[1:])}))
        assert list(g.nodes) == list(column) and fathom.bfs(g, column[0]).path_to(column[2]) == list(column)
    with pytest.raises(TypeError, match="Series is not a DataFrame"):
        Graph.from_pandas(times)


def test_times_that_python_does_not_hold_are_refused() -> None:
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    frame = polars.DataFrame({"source": [1, 2], "target": [2, 3]})
    for kind in (polars.Datetime("ns"), polars.Duration("ns")):
        with pytest.raises(ValueError, match="nanoseconds"):
            Graph.from_pandas(frame.cast(kind))
        assert Graph.from_pandas((frame * 1000).cast(kind)).num_vertices == 3
    for scale in (1, 1000):
        columns = [pyarrow.array([scale * i, scale * (i + 1)], pyarrow.time64("ns")) for i in (1, 2)]
        if scale == 1000:
            assert Graph.from_edges(*columns).num_vertices == 3
        else:
            with pytest.raises(ValueError, match="nanoseconds"):
                Graph.from_edges(*columns)


def test_labels_of_communities_may_be_anything() -> None:
    g = Graph.from_edges([0, 1, 2], [1, 2, 3], directed=False)
    expected = fathom.modularity(g, [0, 0, 1, 1])
    for labels in ([(1, 2), (1, 2), "x", "x"], ["1", "1", 1, 1], [2**70, 2**70, 0, 0], np.array([0.5, 0.5, 1, 1]), np.array(["a", "a", "b", "b"])):
        assert fathom.modularity(g, labels) == expected
    for labels in ([0, 0, None, 1], [0, 0, math.nan, 1], np.array([0, 0, math.nan, 1])):
        with pytest.raises(ValueError, match=r"labels\[2\] has no value"):
            fathom.modularity(g, labels)


@pytest.mark.parametrize("far", [2**63, 2**70, -2**70, 3e30, np.uint64(2**64 - 1)])
def test_positions_outside_a_graph_of_any_size(far: object) -> None:
    g = Graph.from_edges([0, 1], [1, 2])
    index = fathom.ReachIndex.build(g, "all", k=1)
    for call in (fathom.bfs, fathom.sssp, lambda g, v: fathom.bfs(g, 0, target=v), lambda g, v: fathom.shortest_path(g, 0, v), lambda g, v: g.ego_graph(v, 1),
                 lambda g, v: g.subgraph([v]), lambda g, v: fathom.distances(g, [v]), lambda g, v: fathom.distances(g, np.array([v], object)),
                 lambda g, v: fathom.random_walks(g, [v], 1), lambda g, v: index.hops(0, v), lambda g, v: index.hops(0, [v])):
        with pytest.raises(IndexError, match=str(int(far))):
            call(g, far)
    with pytest.raises(IndexError, match=str(2**64 - 1)):
        fathom.distances(g, np.array([0, 2**64 - 1], np.uint64))
    assert far not in g
