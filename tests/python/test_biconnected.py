"""Biconnected components, bridges and articulation points against NetworkX, in Python and in the NetworkX backend."""

from __future__ import annotations

import random
from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest

import fathom


def random_graphs(kind: type) -> Iterator[nx.Graph]:
    """Graphs from forests to dense ones, with nodes in any order; some with self-loops, parallel edges and isolated nodes."""
    draw = random.Random(7)
    for _ in range(60):
        nodes = [f"n{i}" for i in range(draw.randint(1, 30))]
        draw.shuffle(nodes)
        G = kind()
        G.add_nodes_from(nodes)
        loops = draw.random() < 0.3
        for _ in range(draw.randint(0, 2 * len(nodes))):
            u, v = draw.choice(nodes), draw.choice(nodes)
            if u != v or loops:
                G.add_edge(u, v)
        yield G


def test_components_of_the_library(case) -> None:
    if case.directed:
        with pytest.raises(ValueError, match="this graph is directed"):
            fathom.biconnected_components(case.graph)
        return
    G = nx.from_scipy_sparse_array(case.matrix)
    found = fathom.biconnected_components(case.graph, edges=True)
    assert {frozenset(found.component(i).tolist()) for i in range(found.count)} == set(map(frozenset, nx.biconnected_components(G)))
    assert set(found.articulation_points.tolist()) == set(nx.articulation_points(G))
    assert list(map(tuple, found.bridges.tolist())) == sorted(nx.bridges(G))
    assert found.bridges.shape == (len(found.bridges), 2)
    for i in range(found.count):
        assert set(found.component_edges(i).reshape(-1).tolist()) == set(found.component(i).tolist())
    assert sorted(tuple(sorted(e)) for e in found.edges.tolist()) == sorted(G.edges)
    assert np.array_equal(fathom.bridges(case.graph), found.bridges)
    assert np.array_equal(fathom.articulation_points(case.graph), found.articulation_points)
    assert found.report.algorithm == "biconnected components" and found.report.edges_inspected == case.graph.num_edges


def test_results_have_names() -> None:
    g = fathom.Graph.from_edges(["a", "b", "c", "c"], ["b", "c", "a", "d"], directed=False)
    found = fathom.biconnected_components(g)
    assert found.bridges.tolist() == [["c", "d"]] and found.articulation_points.tolist() == ["c"]
    assert [set(found.component(i)) for i in range(found.count)] == [{"c", "d"}, {"a", "b", "c"}]
    with pytest.raises(ValueError, match="edges=True"):
        found.component_edges(0)


def test_parallel_edges_are_not_bridges() -> None:
    g = fathom.Graph.from_edges([0, 0, 1], [1, 1, 2], directed=False, duplicates="keep")
    assert fathom.bridges(g).tolist() == [[1, 2]]


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
def test_the_backend_has_networkxs_results_in_its_order(kind: type) -> None:
    for G in random_graphs(kind):
        for name in ("bridges", "articulation_points", "biconnected_components"):
            function = getattr(nx, name)
            assert list(function(G, backend="fathom")) == list(function(G)), name
        for name in ("has_bridges", "is_biconnected"):
            function = getattr(nx, name)
            assert function(G, backend="fathom") == function(G), name
        if nx.number_of_selfloops(G):
            with pytest.raises(NotImplementedError):
                nx.biconnected_component_edges(G, backend="fathom")
        else:
            assert list(nx.biconnected_component_edges(G, backend="fathom")) == list(nx.biconnected_component_edges(G))


def test_bridges_of_one_component() -> None:
    G = nx.Graph([(0, 1), (1, 2), (3, 4)])
    for root in G:
        found = {frozenset(e) for e in nx.bridges(G, root=root, backend="fathom")}
        assert found == {frozenset(e) for e in nx.bridges(G, root=root)}
        assert nx.has_bridges(G, root=root, backend="fathom")
    for function in (lambda **backend: list(nx.bridges(G, root=9, **backend)), lambda **backend: nx.has_bridges(G, root=9, **backend)):
        with pytest.raises(nx.NodeNotFound) as theirs:
            function()
        with pytest.raises(nx.NodeNotFound) as ours:
            function(backend="fathom")
        assert str(ours.value) == str(theirs.value)


@pytest.mark.parametrize("name", ["bridges", "has_bridges", "articulation_points", "biconnected_components", "is_biconnected"])
def test_directed_graphs_are_refused_as_by_networkx(name: str) -> None:
    with pytest.raises(nx.NetworkXNotImplemented):
        getattr(nx, name)(nx.DiGraph([(0, 1)]), backend="fathom")
    empty = nx.Graph()
    found, expected = (getattr(nx, name)(empty, **which) for which in ({"backend": "fathom"}, {}))
    assert (list(found) == list(expected)) if hasattr(found, "__next__") else found == expected
