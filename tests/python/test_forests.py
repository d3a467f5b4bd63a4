"""Spanning forests against NetworkX, in Python and in the NetworkX backend."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest

import fathom
import fathom.networkx


def weighted_graph(draw: random.Random, weight: Callable[[], Any]) -> nx.Graph:
    nodes = [f"n{i}" for i in range(draw.randint(1, 40))]
    draw.shuffle(nodes)
    G = nx.Graph(kind="random")
    G.add_nodes_from(nodes, color="red")
    for _ in range(draw.randint(0, 4 * len(nodes))):
        G.add_edge(draw.choice(nodes), draw.choice(nodes), **({"weight": weight(), "x": 1} if draw.random() < 0.9 else {}))
    return G


def test_forests_of_the_library(case) -> None:
    if case.directed:
        with pytest.raises(ValueError, match="this graph is directed"):
            fathom.spanning_forest(case.graph)
        return
    matrix = case.weighted()
    g, G = fathom.Graph.from_scipy(matrix, directed=False), nx.from_scipy_sparse_array(matrix)
    for maximum, function in ((False, nx.minimum_spanning_edges), (True, nx.maximum_spanning_edges)):
        found = fathom.spanning_forest(g, maximum=maximum)
        weights = [data["weight"] for _, _, data in function(G)]
        assert found.weights.tolist() == weights and found.total == sum(weights)
        assert all(G[u][v]["weight"] == w for (u, v), w in zip(found.edges.tolist(), found.weights.tolist()))
        assert not found.edges.size or nx.is_forest(nx.Graph(found.edges.tolist()))
        assert found.trees == nx.number_connected_components(G) and found.edges.shape == (g.num_vertices - found.trees, 2)
    assert fathom.spanning_forest(case.graph).weights.tolist() == [1] * (case.n - found.trees)
    assert found.report.algorithm == "spanning forest"


def test_weights_in_double_precision_and_names() -> None:
    g = fathom.Graph.from_edges(["a", "b", "c"], ["b", "c", "a"], [0.1, 0.1 + 1e-12, 0.1 + 2e-12], directed=False, exact_weights=True)
    found = fathom.spanning_forest(g)
    assert found.edges.tolist() == [["a", "b"], ["b", "c"]] and found.weights.tolist() == [0.1, 0.1 + 1e-12]


@pytest.mark.parametrize("kind", ["few integers", "decimals", "negative", "large"])
def test_the_backend_has_networkxs_edges_in_its_order(kind: str) -> None:
    draw = random.Random(3)
    weight = {"few integers": lambda: draw.randint(1, 3), "decimals": draw.random, "negative": lambda: draw.choice([-1.5, -0.0, 0, 2]),
              "large": lambda: draw.randint(-2**53, 2**53)}[kind]
    for _ in range(40):
        G = weighted_graph(draw, weight)
        for name in ("minimum_spanning_edges", "maximum_spanning_edges"):
            function = getattr(nx, name)
            for options in ({}, {"data": False}, {"weight": None}, {"weight": "x", "data": False}):
                assert list(function(G, backend="fathom", **options)) == list(function(G, **options)), (name, options)
        for name in ("minimum_spanning_tree", "maximum_spanning_tree"):
            ours, theirs = getattr(nx, name)(G, backend="fathom"), getattr(nx, name)(G)
            assert type(ours) is type(theirs) and ours.graph == theirs.graph
            assert list(ours.nodes.items()) == list(theirs.nodes.items()) and list(ours.edges(data=True)) == list(theirs.edges(data=True))


def test_weights_that_are_left_to_networkx() -> None:
    for weight in ("heavy", 2**53 + 1, float("nan"), np.longdouble(1) / 3):
        G = nx.Graph()
        G.add_edge(0, 1, weight=weight)
        with pytest.raises(NotImplementedError):
            nx.minimum_spanning_edges(G, backend="fathom")
    infinite = nx.Graph([(0, 1, {"weight": float("inf")}), (1, 2, {"weight": 1}), (0, 2, {"weight": 2})])
    assert list(nx.minimum_spanning_edges(infinite, backend="fathom")) == list(nx.minimum_spanning_edges(infinite))


def test_refusals_state_their_reason() -> None:
    can_run, G = fathom.networkx.backend.can_run, nx.path_graph(3)
    assert can_run("minimum_spanning_edges", (G,), {}) is True
    assert "multigraph" in can_run("minimum_spanning_tree", (nx.MultiGraph(G),), {})
    assert "'prim'" in can_run("minimum_spanning_edges", (G,), {"algorithm": "prim"})
    for function in (nx.minimum_spanning_edges, nx.minimum_spanning_tree):
        with pytest.raises(nx.NetworkXNotImplemented, match="not implemented for directed type"):
            function(nx.DiGraph([(0, 1)]), backend="fathom")
