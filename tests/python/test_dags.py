"""Topological order and longest paths against NetworkX, in Python and in the NetworkX backend."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import pytest

import fathom
import fathom.networkx


def random_graphs(kind: type, acyclic: bool, weight: Callable[[random.Random], Any] = lambda draw: draw.randint(1, 5)) -> Iterator[nx.DiGraph]:
    draw = random.Random(11)
    for _ in range(60):
        nodes = [f"n{i}" for i in range(draw.randint(1, 30))]
        rank = dict(zip(nodes, draw.sample(range(len(nodes)), len(nodes))))
        G = kind()
        G.add_nodes_from(nodes)
        for _ in range(draw.randint(0, 3 * len(nodes))):
            u, v = draw.choice(nodes), draw.choice(nodes)
            if not acyclic or rank[u] < rank[v]:
                G.add_edge(u, v, **({"weight": weight(draw)} if draw.random() < 0.8 else {}))
        yield G


def outcome(call: Callable[[], Any]) -> Any:
    found = []
    try:
        result = call()
        for item in result if hasattr(result, "__next__") else [result]:
            found.append(item)
    except nx.NetworkXException as error:
        found.append((type(error), str(error)))
    return found


def test_orders_of_the_library(case) -> None:
    found, G = fathom.topological_order(case.graph), nx.from_scipy_sparse_array(case.matrix, create_using=nx.DiGraph)
    assert found.acyclic == nx.is_directed_acyclic_graph(G) and found.report.algorithm == "topological order"
    assert [found.generation(i).tolist() for i in range(found.generations)] == [g for g in outcome(lambda: nx.topological_generations(G))
                                                                                 if isinstance(g, list)]
    if found.acyclic:
        path = fathom.longest_path(case.graph)
        assert path.length == nx.dag_longest_path_length(G) and nx.path_weight(G, path.vertices, "weight") == path.length
    else:
        assert all(G.has_edge(u, v) for u, v in zip(found.cycle, [*found.cycle[1:], found.cycle[0]]))
        with pytest.raises(ValueError, match="the graph has a cycle"):
            fathom.longest_path(case.graph)


def test_longest_paths_along_weights_have_names() -> None:
    g = fathom.Graph.from_edges(["a", "b", "a"], ["b", "c", "c"], [1.0, 1.0, 5.0])
    assert fathom.longest_path(g).vertices == ["a", "b", "c"]
    found = fathom.longest_path(g, length="weights")
    assert found.length == 5 and found.vertices == ["a", "c"]
    with pytest.raises(ValueError, match="hops"):
        fathom.longest_path(g, length="miles")
    cycle = fathom.topological_order(fathom.Graph.from_edges(["a", "b"], ["b", "a"])).cycle
    assert sorted(cycle) == ["a", "b"]


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph, nx.Graph])
@pytest.mark.parametrize("acyclic", [True, False])
def test_the_backend_has_networkxs_order(kind: type, acyclic: bool) -> None:
    for G in random_graphs(kind, acyclic):
        for name in ("topological_sort", "topological_generations", "is_directed_acyclic_graph"):
            function = getattr(nx, name)
            assert outcome(lambda: function(G, backend="fathom")) == outcome(lambda: function(G)), name


@pytest.mark.parametrize("weight", [lambda draw: draw.randint(-2, 3), lambda draw: draw.random() - 0.3, lambda draw: -1])
@pytest.mark.parametrize("acyclic", [True, False])
def test_the_backend_has_networkxs_longest_paths(weight: Callable[[random.Random], Any], acyclic: bool) -> None:
    for G in random_graphs(nx.DiGraph, acyclic, weight):
        for name in ("dag_longest_path", "dag_longest_path_length"):
            function = getattr(nx, name)
            for options in ({}, {"weight": None}):
                assert outcome(lambda: function(G, backend="fathom", **options)) == outcome(lambda: function(G, **options)), (name, options)


@pytest.mark.parametrize("acyclic", [True, False])
def test_transitive_closures_have_networkxs_edges(acyclic: bool) -> None:
    for G in random_graphs(nx.DiGraph, acyclic):
        for reflexive in (False, None, True):
            ours, theirs = (nx.transitive_closure(G, reflexive, **backend) for backend in ({"backend": "fathom"}, {}))
            assert ours._adj == theirs._adj and list(ours) == list(theirs)
            if reflexive is False:
                assert list(ours.edges(data=True)) == list(theirs.edges(data=True))


def test_graphs_that_change_between_generations() -> None:
    """As NetworkX: a new child is an error, and a removed node ends in a cycle's error or is one."""
    for change in (lambda G, x: G.add_edge(5 - x, 5), lambda G, x: G.remove_node(4), lambda G, x: G.remove_node(2),
                   lambda G, x: G.add_edge(4, 1), lambda G, x: G.add_edge(2, 4), lambda G, x: G.remove_edge(2, 3)):
        results = []
        for backend in ({"backend": "fathom"}, {}):
            G, found = nx.DiGraph([(1, 2), (2, 3), (3, 4)]), []
            try:
                for x in nx.topological_sort(G, **backend):
                    if not found:
                        change(G, x)
                    found.append(x)
            except (RuntimeError, nx.NetworkXUnfeasible) as error:
                found.append((type(error), str(error)))
            results.append(found)
        assert results[0] == results[1]


def test_refusals_state_their_reason() -> None:
    can_run, G = fathom.networkx.backend.can_run, nx.DiGraph([(0, 1)])
    assert can_run("dag_longest_path", (G,), {}) is True
    assert "multigraph" in can_run("dag_longest_path", (nx.MultiDiGraph(G),), {})
    assert "default" in can_run("dag_longest_path_length", (G,), {"default_weight": 2})
    assert can_run("transitive_closure", (G,), {"reflexive": None}) is True
    assert "multigraph" in can_run("transitive_closure", (nx.MultiDiGraph(G),), {})
    assert "undirected" in can_run("transitive_closure", (nx.Graph(G),), {})
    assert "reflexive" in can_run("transitive_closure", (G,), {"reflexive": "yes"})
    assert "given" in can_run("dag_longest_path", (G,), {"topo_order": [0, 1]})
    for weight in ("heavy", float("nan"), 2**53):
        G[0][1]["weight"] = weight
        G.__networkx_cache__.clear()
        with pytest.raises(NotImplementedError):
            nx.dag_longest_path(G, backend="fathom")
