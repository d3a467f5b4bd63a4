"""Graphs of edges, rows, files and generators: arrays, weights, refusals, memory."""

from __future__ import annotations

import gc
import pickle

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph

import fathom
from fathom import Graph


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, ">i4"])
def test_ids_of_every_whole_type(dtype: str) -> None:
    g = Graph.from_edges(np.array([0, 1, 2], dtype), np.array([1, 2, 0], dtype))
    assert g.indptr.tolist() == [0, 1, 2, 3] and g.indices.tolist() == [1, 2, 0]


def test_lists_and_strided_arrays() -> None:
    pairs = np.array([[0, 1], [1, 2], [2, 3]])
    g = Graph.from_edges(pairs[:, 0], pairs[:, 1], directed=False)
    assert g.num_edges == 6 and not g.directed
    assert Graph.from_edges([0, 1], [1, 0]).num_vertices == 2


def test_a_graph_without_edges_or_vertices() -> None:
    assert Graph.from_edges([], []).num_vertices == 0
    g = Graph.from_edges([], [], num_vertices=7)
    assert (g.num_vertices, g.num_edges, g.receipt.isolated) == (7, 0, 7)
    assert fathom.bfs(g, 3).distances.tolist() == [-1, -1, -1, 0, -1, -1, -1]
    with pytest.raises(IndexError, match="which has no vertices"):
        fathom.bfs(Graph.from_edges([], []), 0)


def test_the_receipt_accounts_for_every_edge() -> None:
    g = Graph.from_edges([0, 0, 1, 2], [1, 1, 1, 0], directed=False)
    r = g.receipt
    assert (r.edges_read, r.self_loops_removed, r.duplicates_removed, r.edges_stored) == (4, 1, 2, 4)
    assert r["vertices"] == 3 and "edges_read" in dict(r)
    kept = Graph.from_edges([0, 0, 1], [1, 1, 1], duplicates="keep", self_loops="keep")
    assert kept.num_edges == 3 and kept.properties.self_loops == 1 and kept.properties.duplicates == 1


@pytest.mark.parametrize("src, dst, options, error, words", [
    ([0.5], [1.0], {}, TypeError, "float64"),
    (["a", None], ["b", "c"], {}, ValueError, r"src\[1\] has no value"),
    (["a", "b"], ["x", float("nan")], {}, ValueError, r"dst\[1\] has no value"),
    (np.ma.masked_equal([0, 7], 7), [1, 2], {}, TypeError, "masked"),
    (["a"], ["b"], {"num_vertices": 3}, ValueError, "name 2 vertices"),
    (["a"], ["b"], {"keep_id_gaps": True}, ValueError, "omit it"),
    ([1 << 64], [0], {}, ValueError, "below 2\\^64"),
    ([True], [False], {}, TypeError, "bool"),
    ([0, -1], [1, 1], {}, ValueError, r"src\[1\] is -1"),
    ([0], [1 << 40], {"keep_id_gaps": True}, ValueError, r"dst\[0\] is 1099511627776"),
    ([0, 1], [1], {}, ValueError, "2 entries"),
    ([[0, 1]], [[1, 0]], {}, ValueError, "2 dimensions"),
    ([0, 5], [1, 2], {"num_vertices": 3}, ValueError, "name 4 vertices; use num_vertices=4"),
    ([0, 5], [1, 2], {"num_vertices": 3, "keep_id_gaps": True}, ValueError, "5"),
    ([0], [1], {"num_vertices": -2}, ValueError, "negative"),
    ([0], [1], {"weight": [float("nan")]}, ValueError, "(?i)nan"),
    ([0], [1], {"weight": [float("inf")]}, ValueError, "finite"),
    ([0], [1], {"weight": [1, 2]}, ValueError, "1 edges"),
    ([0], [1], {"weight": ["x"]}, TypeError, "numbers"),
    ([0], [1], {"duplicates": "maybe"}, ValueError, "'remove' or 'keep'"),
    ([0], [1], {"progress": 7}, TypeError, "callable"),
])
def test_bad_edges_are_refused_with_a_reason(src: list, dst: list, options: dict, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        Graph.from_edges(src, dst, **options)


@pytest.mark.parametrize("indptr, indices, words", [
    ([], [], "the one offset 0"),
    ([0, 2], [0], "last offset"),
    ([1, 1], [0], "first offset"),
    ([0, 2, 1, 2], [0, 1], "ascend"),
    ([0, 1], [5], "outside the graph"),
    ([0, 1], [-3], r"indices\[0\] is -3"),
])
def test_bad_rows_are_refused_with_a_reason(indptr: list, indices: list, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Graph.from_csr(np.array(indptr, np.int64), np.array(indices, np.int64))


def rows() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.array([0, 2, 3, 4], np.int64), np.array([1, 2, 0, 0], np.int32), np.array([1, 2, 1, 2], np.float32)


def test_rows_are_used_in_place() -> None:
    indptr, indices, weight = rows()
    g = Graph.from_csr(indptr, indices, weight, copy=False)
    assert np.shares_memory(g.indices, indices) and np.shares_memory(g.indptr, indptr) and np.shares_memory(g.weights, weight)
    assert not g.directed
    matrix = scipy.sparse.csr_array((weight.copy(), indices.copy(), indptr.astype(np.int32)), shape=(3, 3))
    h = Graph.from_scipy(matrix, copy=False)
    assert np.shares_memory(h.indices, matrix.indices) and np.shares_memory(h.weights, matrix.data)
    assert np.shares_memory(h.to_scipy().data, matrix.data) and np.shares_memory(h.to_scipy().indices, matrix.indices)
    for array in (indptr, indices, weight, matrix.indices, matrix.data):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 10**9


def test_rows_that_may_change_are_copied() -> None:
    indptr, indices, weight = rows()
    g = Graph.from_csr(indptr, indices, weight)
    matrix = scipy.sparse.csr_array((weight, indices, indptr), shape=(3, 3))
    h = Graph.from_scipy(matrix)
    before = fathom.sssp(g, 1).distances.tolist()
    for array in (indptr, indices, weight, matrix.indptr, matrix.indices, matrix.data):
        array[:] = 10**6
    assert fathom.sssp(g, 1).distances.tolist() == fathom.sssp(h, 1).distances.tolist() == before
    # A read-only view is not sufficient if its owner is writable.
    indptr, indices, weight = rows()
    view = indices[:]
    view.flags.writeable = False
    assert not np.shares_memory(Graph.from_csr(indptr, view).indices, indices)
    indices.flags.writeable = False
    assert np.shares_memory(Graph.from_csr(indptr, view).indices, indices)
    assert not np.shares_memory(Graph.from_csr(indptr, view, copy=True).indices, indices)


def test_rows_of_a_file_that_is_only_read_are_not_copied(tmp_path) -> None:
    indptr, indices, _ = rows()
    np.save(tmp_path / "indices.npy", indices)
    mapped = np.load(tmp_path / "indices.npy", mmap_mode="r")
    assert np.shares_memory(Graph.from_csr(indptr, mapped).indices, mapped)
    writable = np.load(tmp_path / "indices.npy", mmap_mode="r+")
    assert not np.shares_memory(Graph.from_csr(indptr, writable).indices, writable)


def test_input_is_not_modified() -> None:
    src, dst = np.array([2, 0, 1, 0], np.uint32), np.array([0, 1, 2, 1], np.uint32)
    before = src.copy(), dst.copy()
    Graph.from_edges(src, dst, directed=False)
    assert np.array_equal(src, before[0]) and np.array_equal(dst, before[1])
    indices = np.array([2, 1, 0, 0], np.int32)  # not sorted: rebuilt
    g = Graph.from_csr(np.array([0, 2, 3, 4]), indices)
    assert indices.tolist() == [2, 1, 0, 0] and g.indices.tolist() == [1, 2, 0, 0]


def test_views_outlive_graphs_and_graphs_outlive_arrays() -> None:
    indices = np.arange(1, 1001, dtype=np.int32) % 1000
    g = Graph.from_csr(np.arange(1001), indices.copy())
    view, expected = g.indices, indices
    result = fathom.bfs(g, 0).distances
    del g
    gc.collect()
    assert np.array_equal(view, expected) and result[999] == 999
    assert not view.flags.writeable
    with pytest.raises(ValueError):
        view[0] = 5
    result[0] = 7  # the caller owns the result


def test_dlpack_and_cuda_arrays() -> None:
    class OnlyDlpack:
        def __init__(self, a: np.ndarray) -> None:
            self.a = a

        def __dlpack__(self, **options: object) -> object:
            return self.a.__dlpack__(**options)

        def __dlpack_device__(self) -> tuple[int, int]:
            return self.a.__dlpack_device__()

    indices = np.array([1, 0], np.int32)
    g = Graph.from_csr(OnlyDlpack(np.array([0, 1, 2])), OnlyDlpack(indices), copy=False)
    assert np.shares_memory(g.indices, indices)


class OnGpu:
    """Array-like object that claims to be on a GPU; its address is invalid."""

    def __init__(self, **changes: object) -> None:
        self.__cuda_array_interface__ = {"shape": (2,), "typestr": "<i4", "data": (0x7F00_0000_0000, False), "version": 3, **changes}


class OnDevice:
    dtype, shape = "int32", (2,)

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def __dlpack__(self, **options: object) -> object:
        raise AssertionError("nothing to hand over")

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.kind, 0


@pytest.mark.parametrize("changes, error, words", [
    ({"strides": (16,)}, TypeError, "contiguous"),
    ({"shape": (2, 2), "strides": (4, 8)}, TypeError, "contiguous"),
    ({"mask": object()}, TypeError, "mask"),
    ({"stream": 0}, ValueError, "stream 0"),
])
def test_arrays_on_a_gpu_that_cannot_be_taken(changes: dict, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        Graph.from_edges(OnGpu(**changes), [0, 1])


@pytest.mark.skipif(not fathom.why_no_cuda(), reason="there is a GPU, and these addresses are not in its memory")
def test_arrays_on_a_gpu_without_one_are_refused() -> None:
    whole = {"strides": (4,)}, {"shape": (1, 2), "strides": (400, 4)}, {"stream": 1}, {"stream": None}, {"shape": (0,)}, {}
    for array in (*(OnGpu(**changes) for changes in whole), OnDevice(2), OnDevice(13)):
        for call in (lambda a: Graph.from_edges(a, a), lambda a: Graph.from_csr([0, 1, 1], a),
                     lambda a: Graph.from_edges([0, 1], [1, 0], weight=a), lambda a: fathom.distances(fathom.generate.path(3), a),
                     lambda a: fathom.pagerank(fathom.generate.path(2), start=a)):
            with pytest.raises(fathom.DeviceError, match="CUDA"):
                call(array)
    with pytest.raises(TypeError, match="type 10"):
        Graph.from_edges(OnDevice(10), [0, 1])


@pytest.mark.parametrize("dtype, weights", [("int64", [33554433, 1]), ("uint64", [(1 << 53) - 1, 1]), ("int32", [16777219, 2]),
                                            ("float64", [1e-50, 0.1]), ("float64", [1e39, -0.3])])
def test_weights_keep_their_digits(dtype: str, weights: list) -> None:
    values = np.array(weights, dtype)
    matrix = scipy.sparse.csr_array((values, ([0, 1], [1, 2])), shape=(3, 3))
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"u": [0, 1], "v": [1, 2], "w": values})
    for g in (Graph.from_scipy(matrix), Graph.from_edges([0, 1], [1, 2], values), Graph.from_edges([0, 1], [1, 2], weights),
              Graph.from_pandas(frame, "u", "v", "w")):
        assert g.weights is not None and g.weights.dtype == np.float64
        assert g.weights.tolist() == [float(w) for w in weights]
        assert any("double precision" in note for note in g.receipt.notes)
        assert (pickle.loads(pickle.dumps(g)).weights == g.weights).all()
        if min(weights) >= 0:
            assert fathom.sssp(g, 0).distances.tolist() == scipy.sparse.csgraph.dijkstra(matrix, indices=0).tolist()


@pytest.mark.parametrize("policy, directed, weights", [
    ("min", True, [1, 2]), ("sum", True, [4, 2]), ("first", True, [3, 2]), ("keep", True, [3, 1, 2]),
    ("sum", False, [4, 2, 4, 2]), ("first", False, [3, 2, 3, 2])])
def test_parallel_edges(policy: str, directed: bool, weights: list, tmp_path) -> None:
    log = [0, 0, 0], [1, 1, 2], [3, 1, 2]
    g = Graph.from_edges(*log, directed=directed, parallel_edges=policy)
    assert g.weights.tolist() == weights and g.receipt.parallel_edges == policy
    file = tmp_path / "log.wel"
    file.write_text("".join(f"{u} {v} {w}\n" for u, v, w in zip(*log)))
    assert fathom.read(file, directed=directed, parallel_edges=policy).weights.tolist() == weights
    kept = tmp_path / "kept.fathom"
    Graph.from_edges(*log, directed=directed, duplicates="keep").save(kept)
    assert fathom.read(kept, parallel_edges=policy).weights.tolist() == weights
    assert fathom.read(kept).num_edges == (3 if directed else 6)
    with pytest.raises(ValueError, match="'sum'"):
        Graph.from_edges(*log, parallel_edges="largest")


def test_weights_that_double_precision_changes_are_noted() -> None:
    with pytest.warns(fathom.ReadWarning, match="beyond 2.53"):
        g = Graph.from_edges([0, 1], [1, 2], np.array([(1 << 53) + 1, 2]))
    assert any(note.startswith("1 weights are integers beyond 2^53") for note in g.receipt.notes)


@pytest.mark.parametrize("values", [[2**53 + 1, 1], [2**64 + 1, 1], [2**63 + 1, -1], [2**53 + 1, 0.5], [np.int64(2**60 + 1), 2]])
def test_rounded_integers_are_counted_whatever_stands_beside_them(values: list) -> None:
    nx = pytest.importorskip("networkx")
    named = nx.Graph([(0, 1, {"weight": values[0]}), (1, 2, {"weight": values[1]})])
    for made in (lambda: fathom.Graph.from_edges([0, 1], [1, 2], values), lambda: fathom.Graph.from_edges([0, 1], [1, 2], iter(values)),
                 lambda: fathom.Graph.from_edges([0, 1], [1, 2], np.array(values, object)), lambda: fathom.Graph.from_networkx(named, weight="weight")):
        with pytest.warns(fathom.ReadWarning, match="1 weights are integers beyond 2"):
            assert made().weights.max() == float(values[0])
    for huge in ([10**400, 1], [1.5, 10**400]):
        named = nx.Graph([(0, 1, {"weight": huge[0]}), (1, 2, {"weight": huge[1]})])
        with pytest.raises(ValueError, match="finite in double precision"):
            fathom.Graph.from_networkx(named, weight="weight")
    single = Graph.from_edges([0, 1], [1, 2], [0.1, 16777216])
    assert single.weights.dtype == np.float32 and not single.receipt.notes


def test_directed_is_measured_or_asserted() -> None:
    assert Graph.from_edges([0, 1], [1, 2]).directed
    assert not Graph.from_edges([0, 1], [1, 0]).directed
    with pytest.raises(ValueError, match="undirected"):
        Graph.from_csr([0, 1, 1], [1], directed=False)


def test_graphs_contain_and_list_their_vertices() -> None:
    named, numbered = Graph.from_edges(["a", "b"], ["b", "c"]), Graph.from_edges([0, 1], [1, 2])
    assert list(named) == ["a", "b", "c"] and "a" in named and 0 not in named and ["a"] not in named
    assert list(numbered) == [0, 1, 2] and 2 in numbered and 3 not in numbered and -1 not in numbered and "a" not in numbered
    gaps = Graph.from_edges([5, 7], [7, 9])
    assert list(gaps) == [5, 7, 9] and 7 in gaps and 0 not in gaps and all(type(v) is int for v in gaps)


def test_repr_states_kind_and_size() -> None:
    assert repr(Graph.from_edges([0], [0], self_loops="keep")).startswith("<fathom.Graph: undirected, 1 vertex, 1 edge (1 directed)")
    text = repr(Graph.from_edges([0, 1], [1, 2], [1.0, 2.0]))
    assert "directed, weighted, 3 vertices, 2 directed edges" in text


def test_files(tmp_path) -> None:
    g = fathom.generate.kron(8, weights=(1, 9))
    file = tmp_path / "g.fathom"
    assert g.save(file, prepared=True) == ""
    again = fathom.read(file)
    assert np.array_equal(again.indices, g.indices) and np.array_equal(again.weights, g.weights)
    assert "weights" in g.save(tmp_path / "g.el")
    (tmp_path / "bad.mtx").write_text("%%MatrixMarket matrix coordinate real general\n2 2 1\n9 9 1\n")
    with pytest.raises(fathom.FormatError, match="bad.mtx"):
        fathom.read(tmp_path / "bad.mtx")
    with pytest.raises(FileNotFoundError):
        fathom.read(tmp_path / "none.mtx")
    with pytest.raises(FileNotFoundError, match="from_spec"):
        fathom.read("kron:8")
    with pytest.raises(IsADirectoryError):
        fathom.read(tmp_path)
    with pytest.raises(ValueError):
        g.save(tmp_path / "g.unknown")


def test_labels_of_files(tmp_path) -> None:
    (tmp_path / "g.csv").write_text("source,target\nann,bob\nbob,cid\n")
    g = fathom.read(tmp_path / "g.csv")
    assert sorted(g.nodes) == ["ann", "bob", "cid"]
    assert fathom.bfs(g, "ann").distances[g.vertex("cid")] == 2


def test_pickle() -> None:
    g = pickle.loads(pickle.dumps(fathom.generate.grid(4, 3)))
    assert g.num_vertices == 12 and fathom.bfs(g, 0).distances.max() == 5


def test_generators() -> None:
    assert fathom.generate.star(5).num_edges == 8
    assert fathom.generate.kron(6).receipt.edges_read == 16 << 6
    assert "kron" in fathom.generate.names()
    with pytest.raises(ValueError, match="grid"):
        fathom.generate.from_spec("grid:3")
    a, b = fathom.generate.random(50, 3, seed=1), fathom.generate.random(50, 3, seed=1)
    assert np.array_equal(a.indices, b.indices)
    weighted = fathom.generate.with_random_weights(a, 1, 5)
    assert weighted.weights.min() >= 1 and weighted.weights.max() <= 5


def test_exact_weights_keep_all_digits() -> None:
    rows = np.array([0, 1, 2]), np.array([1, 2, 0]), np.array([0.1, 0.2, 0.5])
    assert fathom.Graph.from_edges(*rows).weights.dtype == np.float32
    for g in (fathom.Graph.from_edges(*rows, exact_weights=True), fathom.Graph.from_csr([0, 1, 2, 3], rows[1], rows[2], exact_weights=True)):
        assert g.weights.tolist() == [0.1, 0.2, 0.5]
        assert fathom.sssp(g, 0).distances.tolist() == [0, 0.1, 0.1 + 0.2]
        assert fathom.shortest_path(g, 0, 2, length="weights").length == 0.1 + 0.2
    assert fathom.Graph.from_edges([0], [1], [0.5], exact_weights=True).weights.dtype == np.float32


@pytest.mark.parametrize("made", [lambda: Graph.from_edges(["a", "b", "é"], ["b", "c", "a"], [0.1, 2, 3], exact_weights=True),
                                  lambda: Graph.from_edges([5, 9], [9, 200]), lambda: Graph.from_edges(np.array([2**64 - 1, 3], np.uint64), [3, 4]),
                                  lambda: Graph.from_edges([7], [3], num_vertices=4), lambda: Graph.from_edges(["a", 1], [1, "b"]),
                                  lambda: Graph.from_edges([0, 1], [1, 2]), lambda: Graph.from_edges(["a", "b"], ["b", "c"]).subgraph(["b", "c"])])
def test_files_of_unpickled_graphs_have_the_names(tmp_path, made) -> None:
    g = made()
    copied = pickle.loads(pickle.dumps(g))
    assert copied == g and repr(copied) == repr(g) and type(copied.nodes) is type(g.nodes)
    left_out = g.save(tmp_path / "made.fathom")
    assert copied.save(tmp_path / "copied.fathom") == left_out
    assert fathom.read(tmp_path / "copied.fathom") == fathom.read(tmp_path / "made.fathom")
    assert left_out or fathom.read(tmp_path / "copied.fathom") == g


def test_unpickled_graphs_warn_of_lost_self_loops() -> None:
    g = pickle.loads(pickle.dumps(Graph.from_edges([0, 0], [0, 1])))
    with pytest.warns(fathom.ReadWarning, match="self-loops count"):
        fathom.pagerank(g)


def test_graphs_with_any_names_can_be_compared() -> None:
    made = [Graph.from_edges([((0, 1), (1, 1)), ((1, 1), "x")]), Graph.from_edges([5, 9], [9, 200]), Graph.from_edges([0, 1], [1, 2]),
            Graph.from_edges(["a", "b"], ["b", "c"])]
    for i, one in enumerate(made):
        assert [one == other for other in made] == [i == j for j in range(len(made))]
