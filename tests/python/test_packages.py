"""Conversion of graphs from and to objects of SciPy, NetworkX, pandas, Arrow and DuckDB."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse

import fathom
from fathom import Graph


def test_to_scipy_and_back(case) -> None:
    matrix = case.graph.to_scipy()
    assert (abs(matrix - case.matrix)).sum() == 0
    again = Graph.from_scipy(matrix)
    assert np.array_equal(again.indices, case.graph.indices) and again.directed == case.graph.directed


@pytest.mark.parametrize("kind", ["coo", "csc", "lil", "dok", "csr"])
def test_every_sparse_format(kind: str) -> None:
    matrix = scipy.sparse.random(50, 50, 0.1, format=kind, random_state=3)
    g = Graph.from_scipy(matrix)
    assert abs(g.to_scipy() - matrix.astype(np.float32)).max() < 1e-6


def test_other_matrices_are_refused() -> None:
    with pytest.raises(ValueError, match="square"):
        Graph.from_scipy(scipy.sparse.csr_array((2, 3)))
    with pytest.raises(TypeError, match="csr_array"):
        Graph.from_scipy(np.eye(3))
    with pytest.raises(TypeError, match="complex"):
        Graph.from_scipy(scipy.sparse.csr_array(np.eye(2) * 1j))


def test_networkx_there_and_back() -> None:
    nx = pytest.importorskip("networkx")
    source = nx.DiGraph()
    source.add_weighted_edges_from([("a", "b", 2), ("b", "c", 3), ("c", "a", 4)])
    g = Graph.from_networkx(source, weight="weight")
    assert g.nodes == ["a", "b", "c"] and g.vertex("c") == 2 and g.weighted
    assert fathom.sssp(g, "a").distances.tolist() == [0, 2, 5]
    assert nx.utils.graphs_equal(g.to_networkx(), source)
    with pytest.raises(KeyError, match="'z'"):
        fathom.bfs(g, "z")
    assert fathom.bfs(nx.path_graph(4), 0).distances.tolist() == [0, 1, 2, 3]


@pytest.mark.filterwarnings("error")
def test_self_loops_of_networkx_graphs_count() -> None:
    nx = pytest.importorskip("networkx")
    for kind in (nx.Graph, nx.DiGraph):
        source = kind([(0, 0), (0, 1), (1, 2), (2, 0), (2, 2)])
        scores = fathom.pagerank(source, tol=1e-10).scores
        assert dict(enumerate(scores)) == pytest.approx(nx.pagerank(source, tol=1e-12), abs=1e-8)
        assert nx.utils.graphs_equal(Graph.from_networkx(source).to_networkx(), source)
        assert Graph.from_networkx(source, self_loops="remove").properties.self_loops == 0
    graph = nx.Graph([(0, 0), (0, 1), (1, 2), (2, 0), (2, 2)])
    assert fathom.modularity(graph, [0, 0, 1]) == pytest.approx(nx.community.modularity(graph, [{0, 1}, {2}]))
    assert fathom.local_efficiency(graph).mean == pytest.approx(nx.local_efficiency(graph))


@pytest.mark.parametrize("directed", [False, True])
def test_parallel_edges_there_and_back(directed: bool) -> None:
    nx = pytest.importorskip("networkx")
    source = nx.MultiDiGraph() if directed else nx.MultiGraph()
    source.add_weighted_edges_from([("a", "b", 1), ("a", "b", 5), ("b", "b", 2), ("b", "b", 2), ("c", "a", 4)])
    source.add_node("d")
    for weight in ("weight", None):
        g = Graph.from_networkx(source, weight=weight, duplicates="keep", self_loops="keep")
        back = g.to_networkx()
        assert type(back) is type(source) and list(back) == list(source)
        assert sorted(map(sorted, back.edges())) == sorted(map(sorted, source.edges()))
        assert back.size(weight) == source.size(weight)
        assert Graph.from_networkx(back, weight=weight, duplicates="keep", self_loops="keep") == g
    assert type(Graph.from_networkx(source).to_networkx()) is (nx.DiGraph if directed else nx.Graph)


def test_pandas_and_arrow() -> None:
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    frame = pandas.DataFrame({"from": ["x", "y", "z"], "to": ["y", "z", "x"], "w": [1.5, 2.5, 3.5]})
    table = pyarrow.Table.from_pandas(frame)
    for g in (Graph.from_pandas(frame, "from", "to", "w"), Graph.from_arrow(table, "from", "to", "w")):
        assert g.nodes == ["x", "y", "z"] and g.directed
        assert fathom.sssp(g, "x").distances.tolist() == [0, 1.5, 4]
    numbers = pyarrow.table({"source": pyarrow.array([0, 1], pyarrow.int32()), "target": pyarrow.array([1, 2], pyarrow.int32())})
    assert Graph.from_arrow(numbers, directed=False).num_edges == 4
    with pytest.raises(KeyError):
        Graph.from_pandas(frame, "nobody", "to")
    with pytest.raises(ValueError, match="row 1"):
        Graph.from_pandas(pandas.DataFrame({"source": ["a", None], "target": ["b", "c"]}))
    with pytest.raises(ValueError, match="missing"):
        Graph.from_arrow(pyarrow.table({"source": [0, None], "target": [1, 2]}))


def test_duckdb_results_are_accepted() -> None:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql("SELECT i AS source, i + 1 AS target FROM range(5) t(i)")
    assert Graph.from_arrow(relation).num_edges == 5
    decimals = duckdb.sql("SELECT i AS source, i + 1 AS target, 1.5 AS weight FROM range(2) t(i)")
    assert Graph.from_arrow(decimals, weight="weight").weights.tolist() == [1.5, 1.5]


def test_other_objects_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Graph cannot be constructed directly; use Graph.from_edges"):
        Graph()
    for thing, words in ((fathom.ReachIndex, "use ReachIndex.build"), (fathom.PartitionedGraph, "use fathom.partition")):
        for arguments in ((), (fathom.generate.path(3),)):
            with pytest.raises(TypeError, match=f"{thing.__name__} cannot be constructed directly; {words}"):
                thing(*arguments)
    with pytest.raises(TypeError, match="list is not a NetworkX graph; use Graph.from_edges"):
        Graph.from_networkx([(0, 1)])
    nx = pytest.importorskip("networkx")
    for weight in ("heavy", None):
        G = nx.Graph([(0, 1, {"w": 2}), (1, 2, {"w": weight})])
        for H in (G, nx.MultiGraph(G)):
            with pytest.raises(TypeError, match="the attribute 'w' of some edge is .*; weights must be numbers"):
                Graph.from_networkx(H, weight="w")
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(TypeError, match="int is not an Arrow table"):
        Graph.from_arrow(5)
    with pytest.raises(KeyError, match="no column is called 'source'; the columns are 'from', 'to'"):
        Graph.from_arrow(pyarrow.table({"from": [1], "to": [2]}))
    with pytest.raises(TypeError, match="Table is not a DataFrame; use Graph.from_edges for columns, Graph.from_arrow for other tables"):
        Graph.from_pandas(_columns_without_rows())


def _columns_without_rows() -> object:
    """Something with columns, such as a relation of DuckDB, that is not a data frame."""
    return type("Table", (), {"columns": ["source", "target"], "__getitem__": lambda self, name: self})()
