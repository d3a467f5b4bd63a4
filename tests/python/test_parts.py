"""Subgraphs, reversed graphs, comparison, copies and tables of graphs."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import networkx as nx
import numpy as np
import pytest

import fathom
from conftest import Case
from fathom import Graph


def named_graphs() -> list[Graph]:
    """A graph with each kind of names, directed and undirected, with and without weights."""
    generator = np.random.default_rng(3)
    made = []
    for directed in (False, True):
        src, dst = generator.integers(0, 40, (2, 130))
        weight = generator.integers(1, 30, 130) / 4
        named = [f"v{i}" for i in range(40)]
        frozen = nx.gnp_random_graph(30, 0.1, seed=2, directed=directed)
        made += [Graph.from_edges(src, dst, num_vertices=40, directed=directed), Graph.from_edges(src * 7 + 3, dst * 7 + 3, weight, directed=directed),
                 Graph.from_edges([named[v] for v in src], [named[v] for v in dst], weight + 16777217, directed=directed, self_loops="keep"),
                 Graph.from_networkx(nx.relabel_nodes(frozen, lambda v: (v, -v))), Graph.from_networkx(nx.relabel_nodes(frozen, lambda v: 99 - v))]
    return made


GRAPHS = named_graphs()


@pytest.fixture(params=range(len(GRAPHS)))
def graph(request: pytest.FixtureRequest) -> Graph:
    return GRAPHS[request.param]


def content(G: Any) -> dict[Any, Any]:
    return {u: dict(row) for u, row in G.adjacency()}


def names(graph: Graph) -> list[Any]:
    return graph.nodes.tolist() if isinstance(graph.nodes, np.ndarray) else list(graph.nodes)


def as_directed(graph: Graph) -> nx.DiGraph:
    """The stored edges. A subgraph of a directed graph may be undirected."""
    return nx.DiGraph(graph.to_networkx())


def test_subgraphs(graph: Graph) -> None:
    whole = as_directed(graph)
    generator = np.random.default_rng(8)
    for size in (0, 1, 5, 20, graph.num_vertices):
        some = [names(graph)[i] for i in generator.choice(graph.num_vertices, size, replace=False)]
        part = graph.subgraph(some + some[:2])
        assert content(as_directed(part)) == content(whole.subgraph(some).copy())
        assert part.weighted == graph.weighted or part.num_edges == 0
        assert names(part) == [node for node in names(graph) if node in set(some)]  # in the order of the graph
        if size:
            assert fathom.bfs(part, some[0]).source == some[0]
    with pytest.raises((KeyError, IndexError)):
        graph.subgraph([10**6])


def test_neighborhoods(graph: Graph) -> None:
    whole = as_directed(graph)
    for hops in (0, 1, 2, 50):
        center = names(graph)[3]
        assert content(as_directed(graph.ego_graph(center, hops))) == content(nx.ego_graph(whole, center, hops))


def test_largest_components(graph: Graph) -> None:
    whole = as_directed(graph)
    for strong, find in ((False, nx.weakly_connected_components), (True, nx.strongly_connected_components)):
        largest = graph.largest_component(strong=strong)
        assert largest.num_vertices == max(map(len, find(whole)))
        assert set(names(largest)) in [set(part) for part in find(whole)]
        assert content(as_directed(largest)) == content(whole.subgraph(names(largest)).copy())


def test_reversed_graphs(graph: Graph) -> None:
    back = graph.reverse()
    assert names(back) == names(graph) and content(as_directed(back)) == content(as_directed(graph).reverse())
    assert back.reverse() == graph and back.directed == graph.directed
    source = names(graph)[0]
    distances = nx.single_source_shortest_path_length(as_directed(graph).reverse(), source)
    assert fathom.bfs(back, source).distances.tolist() == [distances.get(node, -1) for node in names(graph)]


def test_reversed_rows_are_those_of_the_transposed_matrix(case: Case) -> None:
    matrix = case.weighted()
    for in_edges in (True, False):
        back = Graph.from_scipy(matrix, in_edges=in_edges).reverse()
        assert (back.to_scipy() != matrix.T.tocsr()).nnz == 0


def test_comparison_and_copies(graph: Graph) -> None:
    same = pickle.loads(pickle.dumps(graph))
    assert same == graph and hash(same) == hash(graph) and not same != graph
    assert copy.copy(graph) is graph and copy.deepcopy([graph])[0] is graph
    assert graph != graph.subgraph(names(graph)[1:]) and graph != "graph"
    assert [other for other in GRAPHS if other == graph] == [graph]
    changed = np.array(graph.indices)
    changed[:1] = (changed[:1] + 1) % graph.num_vertices
    assert Graph.from_csr(graph.indptr, changed) != Graph.from_csr(graph.indptr, graph.indices)
    ones = np.ones(graph.num_edges, np.float32)
    assert Graph.from_csr(graph.indptr, graph.indices, ones) not in (Graph.from_csr(graph.indptr, graph.indices),
                                                                     Graph.from_csr(graph.indptr, graph.indices, ones * 2))
    assert graph._repr_html_().startswith("<table>") and f"<td>{graph.num_vertices}</td>" in graph._repr_html_()


def test_frames(graph: Graph) -> None:
    pytest.importorskip("pandas")
    frame = graph.to_pandas("from", "to", "cost")
    assert list(frame.columns) == ["from", "to"] + ["cost"] * graph.weighted
    G = graph.to_networkx()
    assert {(u, v) for u, v in frame[["from", "to"]].itertuples(index=False)} == {(u, v) for u, v in G.edges} and len(frame) == len(G.edges)
    if graph.weighted:
        assert all(G[row[0]][row[1]]["weight"] == row[2] for row in frame.itertuples(index=False))
    again = Graph.from_pandas(frame, "from", "to", "cost" if graph.weighted else None, directed=graph.directed, self_loops="keep")
    connected = graph.subgraph([node for node in G if G.degree(node)])
    assert content(nx.DiGraph(again.to_networkx()).subgraph(names(connected))) == content(as_directed(connected))
