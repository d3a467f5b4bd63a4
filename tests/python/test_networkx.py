"""The NetworkX backend against NetworkX itself. NetworkX's own tests are run with the backend by scripts/test-python."""

from __future__ import annotations

import copy
import itertools
import json
import logging
import math
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest

import fathom

from _fathom_networkx import get_info
from fathom.networkx import backend


def graphs():
    yield "karate", nx.karate_club_graph()
    yield "grid", nx.grid_2d_graph(5, 4)
    yield "directed", nx.gnp_random_graph(60, 0.05, seed=3, directed=True)
    yield "parts", nx.gnp_random_graph(60, 0.03, seed=4)
    yield "loops", nx.Graph([(0, 1), (1, 1), (1, 2), ("a", 0)])
    many = nx.MultiDiGraph([(0, 1), (0, 1), (1, 2), (2, 0), (3, 3)])
    yield "multi", many
    shuffled = nx.Graph()
    shuffled.add_nodes_from([5, 2, 9, 1])
    shuffled.add_edges_from([(9, 2), (5, 9), (1, 9), (2, 5), (7, 1)])
    yield "shuffled", shuffled
    yield "both ways", nx.krackhardt_kite_graph().to_directed()


CASES = dict(graphs())


@pytest.fixture(params=list(CASES))
def G(request: pytest.FixtureRequest) -> nx.Graph:
    return CASES[request.param].copy()


def outcome(call):
    try:
        result = call()
        return list(result) if hasattr(result, "__next__") else result
    except nx.NetworkXException as error:
        return type(error), str(error)


# Functions with arguments after G; {v} stands for a node.
IN_ORDER = ["bfs_edges", "bfs_successors", "bfs_predecessors", "bfs_layers", "single_source_shortest_path", "descendants", "ancestors",
            "single_source_shortest_path_length", "single_target_shortest_path_length", "single_target_shortest_path"]
WHOLE = ["connected_components", "weakly_connected_components", "is_connected", "is_weakly_connected", "is_strongly_connected",
         "number_connected_components", "number_weakly_connected_components", "number_strongly_connected_components", "eccentricity",
         "diameter", "radius", "center", "periphery", "core_number"]
NEAR = ["closeness_centrality", "harmonic_centrality", "betweenness_centrality", "edge_betweenness_centrality", "pagerank"]


@pytest.mark.parametrize("name", IN_ORDER)
def test_searches_are_networkxs_to_the_order(G: nx.Graph, name: str) -> None:
    function = getattr(nx, name)
    for v in list(G)[:4]:
        mine, theirs = outcome(lambda: function(G, v, backend="fathom")), outcome(lambda: function(G, v))
        if name.endswith("_length") and isinstance(theirs, list):  # before NetworkX 3.5, pairs in unspecified order
            mine, theirs = dict(mine), dict(theirs)
        assert mine == theirs


@pytest.mark.parametrize("name", WHOLE)
def test_whole_graphs(G: nx.Graph, name: str) -> None:
    function = getattr(nx, name)
    mine = outcome(lambda: function(G, backend="fathom"))
    assert mine == outcome(lambda: function(G))


@pytest.mark.parametrize("name", ["triangles", "clustering", "average_clustering", "transitivity"])
def test_triangles(G: nx.Graph, name: str) -> None:
    function = getattr(nx, name)
    if G.is_multigraph() or (G.is_directed() and name in ("triangles", "transitivity")):
        assert isinstance(backend.can_run(name, (G,), {}), str)
        return
    G.add_edge(next(iter(G)), next(iter(G)))
    assert backend.can_run(name, (G,), {}) is True
    mine, theirs = function(G, backend="fathom"), function(G)
    assert mine == pytest.approx(theirs) and (not isinstance(mine, dict) or list(mine) == list(theirs))
    if name == "transitivity":
        return
    some = [*list(G)[2::3], "nobody"]
    for nodes in (some, set(some), []) if name == "average_clustering" else (some, set(some), [], next(iter(G))):
        assert outcome_or_error(lambda: function(G, nodes, backend="fathom")) == outcome_or_error(lambda: function(G, nodes))
    if name != "triangles":
        assert backend.can_run(name, (G,), {"weight": "weight"}) == "weights are not supported"
    if name == "average_clustering" and any(nx.clustering(G).values()):
        assert function(G, count_zeros=False, backend="fathom") == pytest.approx(function(G, count_zeros=False))


def outcome_or_error(call):
    try:
        return call()
    except ZeroDivisionError as error:
        return type(error)


@pytest.mark.parametrize("name", NEAR)
def test_values(G: nx.Graph, name: str) -> None:
    if name == "edge_betweenness_centrality" and G.is_multigraph():
        pytest.skip("NetworkX does this")
    function = getattr(nx, name)
    mine, theirs = function(G, backend="fathom"), function(G)
    assert mine == pytest.approx(theirs, rel=1e-6, abs=1e-9)
    if name != "harmonic_centrality":  # NetworkX returns it in the order of a set
        assert list(mine) == list(theirs)


def test_strong_components_come_in_networkxs_order(G: nx.Graph) -> None:
    if not G.is_directed():
        G = nx.orient(G) if hasattr(nx, "orient") else nx.DiGraph((u, v) for u, v in G.edges() if hash(u) % 3 or u == v)
    assert list(nx.strongly_connected_components(G, backend="fathom")) == list(nx.strongly_connected_components(G))


@pytest.mark.parametrize("seed", range(20))
def test_strong_components_of_random_graphs(seed: int) -> None:
    G = nx.gnp_random_graph(60, 0.01 + seed / 600, seed=seed, directed=True)
    assert list(nx.strongly_connected_components(G, backend="fathom")) == list(nx.strongly_connected_components(G))


def test_views_show_what_they_show() -> None:
    G = nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 0), (2, 3)])
    for some in itertools.combinations(G.edges, 2):
        view = G.edge_subgraph(some)
        assert outcome(lambda: nx.connected_components(view, backend="fathom")) == outcome(lambda: nx.connected_components(view))
    D = nx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3)])
    for view in (D.subgraph([0, 1, 3]), D.reverse(copy=False), nx.subgraph_view(D, filter_edge=lambda u, v: u != 2)):
        assert nx.single_target_shortest_path(view, 0, backend="fathom") == nx.single_target_shortest_path(view, 0)


def test_undirected_views_of_directed_graphs_are_left_to_networkx() -> None:
    """The two directions of an edge have data of their own; NetworkX's functions use one or both."""
    G = nx.DiGraph([(0, 1, {"weight": 1}), (1, 0, {"weight": 2}), (1, 2, {"weight": 3})])
    view = G.to_undirected(as_view=True)
    for shown in (view, view.subgraph([0, 1]), nx.freeze(G.to_undirected(as_view=True))):
        assert "two directions" in str(backend.can_run("adjacency_matrix", (shown,), {}))
    for shown in (G, G.subgraph([0, 1]), G.reverse(copy=False), nx.path_graph(3).to_directed(as_view=True), nx.path_graph(3).subgraph([0, 1])):
        assert backend.can_run("adjacency_matrix", (shown,), {}) is True


def test_iterators_are_left_to_networkx() -> None:
    """A call that the backend gives up has read them; and NetworkX reads some of them twice."""
    G = nx.karate_club_graph()
    nx.set_edge_attributes(G, -1, "weight")
    assert "iterator" in str(backend.can_run("clustering", (G, iter([0, 1])), {}))
    assert "iterator" in str(backend.can_run("clustering", (G,), {"nodes": (v for v in G)}))
    assert backend.can_run("clustering", (G, [0, 1]), {}) is True
    parts = [set(range(20)), set(range(20, 34))]
    with nx.config.backend_priority(algos=["fathom"]), pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(backend), "should_run", staticmethod(lambda name, args, kwargs: True))
        assert nx.community.modularity(G, iter(parts)) == nx.community.modularity(G, parts)
        assert nx.cut_size(G, iter(parts[0]), weight="weight") == nx.cut_size(G, parts[0], weight="weight")


def test_classes_with_their_own_neighbors_are_not_converted() -> None:
    class Complement(nx.Graph):
        def neighbors(self, n):
            return iter(set(self._adj) - set(self._adj[n]) - {n})

    class Named(nx.Graph):
        pass

    edges = [(0, 1), (1, 2)]
    assert "Complement" in backend.can_run("core_number", (Complement(edges),), {})
    assert backend.can_run("core_number", (Named(edges),), {}) is True


def test_all_pairs(G: nx.Graph) -> None:
    for cutoff in (None, 2):
        mine = dict(nx.all_pairs_shortest_path_length(G, cutoff=cutoff, backend="fathom"))
        theirs = dict(nx.all_pairs_shortest_path_length(G, cutoff=cutoff))
        assert {u: dict(d) for u, d in mine.items()} == theirs and mine == theirs
        assert dict(nx.all_pairs_shortest_path(G, cutoff, backend="fathom")) == dict(nx.all_pairs_shortest_path(G, cutoff))
    some = mine[next(iter(G))]
    assert len(some) == len(dict(some)) and "nobody" not in some and repr(some).startswith("{")
    for u, v in itertools.product(list(G)[:5], repeat=2):
        assert nx.has_path(G, u, v, backend="fathom") == nx.has_path(G, u, v)


def outcome_of(call: Callable[..., Any], *args: Any, **how: Any) -> Any:
    try:
        return call(*args, **how)
    except nx.NetworkXException as e:
        return type(e), str(e)


def test_one_node_to_another(G: nx.Graph) -> None:
    """Lengths and errors are NetworkX's. There may be several paths of that length."""
    for i, (_, _, data) in enumerate(G.edges(data=True)):
        data["cost"], data["real"] = i * 7 % 5 + 1, (i * 11 % 13 + 1) / 10
    nodes = [*list(G)[:6], *list(G)[-3:], "nobody"]
    for u, v in itertools.product(nodes, repeat=2):
        for weight in (None, "cost", "real"):
            theirs = outcome_of(nx.shortest_path_length, G, u, v, weight)
            assert outcome_of(nx.shortest_path_length, G, u, v, weight, backend="fathom") == theirs
        path, theirs = (outcome_of(nx.shortest_path, G, u, v, **how) for how in ({"backend": "fathom"}, {}))
        if isinstance(theirs, tuple):
            assert path == theirs
        else:
            assert len(path) == len(theirs) and path[0] == u and path[-1] == v and nx.is_path(G, path)
        with pytest.raises(NotImplementedError):
            nx.shortest_path(G, u, v, "cost", backend="fathom")
        assert outcome_of(nx.has_path, G, u, v, backend="fathom") == outcome_of(nx.has_path, G, u, v)
    with pytest.raises(ValueError, match="method not supported"):
        nx.shortest_path(G, method="guess", backend="fathom")


def test_trees_and_distances(G: nx.Graph) -> None:
    v = next(iter(G))
    for reverse in (False, True):
        mine, theirs = (nx.bfs_tree(G, v, reverse=reverse, **how) for how in ({"backend": "fathom"}, {}))
        assert list(mine.edges) == list(theirs.edges) and list(mine) == list(theirs)
    for distance in (0, 1, 2, 9):
        assert nx.descendants_at_distance(G, v, distance, backend="fathom") == nx.descendants_at_distance(G, v, distance)


def test_weights(G: nx.Graph) -> None:
    for i, (_, _, data) in enumerate(G.edges(data=True)):
        data["weight"] = i * 7 % 5 + 1
    assert {u: dict(d) for u, d in nx.all_pairs_dijkstra_path_length(G, backend="fathom")} == dict(nx.all_pairs_dijkstra_path_length(G))
    for u, (lengths, paths) in nx.all_pairs_dijkstra(G, backend="fathom"):
        for v, path in paths.items():
            cost = sum(min(d["weight"] for d in G[a][b].values()) if G.is_multigraph() else G[a][b]["weight"] for a, b in nx.utils.pairwise(path))
            assert cost == lengths[v] and type(lengths[v]) is int and path[0] == u and path[-1] == v


@pytest.mark.parametrize("cutoff", [None, -1, 0, 0.5, 1, 1.5, 2, float("inf"), float("-inf"), float("nan")])
def test_lengths_come_in_networkxs_order(G: nx.Graph, cutoff: float | None) -> None:
    for name in ("single_source_shortest_path_length", "single_target_shortest_path_length", "single_source_shortest_path",
                 "single_target_shortest_path"):
        for v in list(G)[:3]:
            mine, theirs = dict(getattr(nx, name)(G, v, cutoff, backend="fathom")), dict(getattr(nx, name)(G, v, cutoff))
            assert mine == theirs and list(mine) == list(theirs), (name, v)
    mine, theirs = (dict(nx.all_pairs_shortest_path_length(G, cutoff, **how)) for how in ({"backend": "fathom"}, {}))
    assert [list(d) for d in mine.values()] == [list(d) for d in theirs.values()]


def test_a_negative_cutoff_leaves_the_sources_alone() -> None:
    G = nx.Graph([(0, 1, {"weight": 0}), (1, 2, {"weight": 0}), (3, 4, {"weight": 1})])
    for name in ("multi_source_dijkstra_path_length", "multi_source_dijkstra_path", "multi_source_dijkstra"):
        assert getattr(nx, name)(G, [0, 3], cutoff=-1, backend="fathom") == getattr(nx, name)(G, [0, 3], cutoff=-1)
    with pytest.raises(nx.NetworkXNoPath):
        nx.multi_source_dijkstra(G, [0, 3], 1, cutoff=-1, backend="fathom")


@pytest.mark.parametrize("argument", ["nstart", "dangling", "personalization"])
def test_pagerank_from_nowhere_fails_as_networkxs(argument: str) -> None:
    G = nx.DiGraph([(0, 1), (1, 2)])
    for values in ({}, {"nobody": 1}, {0: 0}):
        kinds = []
        for how in ({"backend": "fathom"}, {}):
            with pytest.raises((ZeroDivisionError, nx.PowerIterationFailedConvergence)) as failed, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                nx.pagerank(G, **{argument: values}, **how)
            kinds.append(failed.type)
        assert kinds[0] is kinds[1]


def test_pagerank_checks_the_personalization_first() -> None:
    with pytest.raises(ZeroDivisionError):
        nx.pagerank(nx.path_graph(3), personalization={0: 0}, nstart={}, backend="fathom")


def test_refusals_state_their_reason() -> None:
    G = nx.path_graph(3)
    assert backend.can_run("bfs_edges", (G, 0), {"sort_neighbors": sorted}) == "sort_neighbors is a Python function"
    assert backend.can_run("dijkstra_path", (G, 0, 1), {"weight": lambda *a: 1}) == "weight is a Python function"
    assert backend.can_run("diameter", (G,), {"weight": "weight", "usebounds": True}) == "bounds by weights are not supported"
    assert backend.can_run("bfs_edges", (G, 0), {}) is True
    assert backend.can_run("has_path", (G, 0, None), {}) == "without one end, NetworkX returns True"
    assert backend.can_run("has_path", (G, 0), {"target": 1}) is True
    for value in (-1, math.nan, math.inf):
        reason = "personalization has numbers that are negative or not finite"
        assert backend.can_run("pagerank", (G,), {"personalization": {0: value, 1: 2}}) == reason
    assert backend.can_run("pagerank", (G,), {"personalization": {0: 0, 1: 2}}) is True
    assert backend.can_run("pagerank", (G,), {"tol": math.nan}) == "max_iter is not a positive integer, or tol is not positive"
    assert "max_iter" in str(backend.can_run("pagerank", (G,), {"max_iter": 2.5}))
    assert "does not implement" in backend.can_run("max_flow_min_cost", (G,), {})


def test_functions_that_need_scipy_are_left_to_networkx_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    G = nx.path_graph(3)
    assert backend.can_run("katz_centrality", (G,), {}) is True
    monkeypatch.setattr("fathom.networkx._has_scipy", lambda: False)
    assert backend.can_run("katz_centrality", (G,), {}) == "SciPy is not installed"
    assert backend.can_run("degree_centrality", (G,), {}) is True


def test_should_run_states_its_reason() -> None:
    small, large = nx.path_graph(5), nx.path_graph(500)
    assert "takes longer than the computation" in backend.should_run("betweenness_centrality", (small,), {})
    assert "converting" in backend.should_run("bfs_edges", (large, 0), {})
    assert backend.should_run("betweenness_centrality", (large,), {}) is True
    nx.diameter(large, backend="fathom")
    assert backend.should_run("bfs_edges", (large, 0), {}) is True


def test_conversions_are_kept_until_the_graph_changes(caplog: pytest.LogCaptureFixture) -> None:
    G = nx.path_graph(50)
    with caplog.at_level(logging.DEBUG, "networkx"), nx.config(warnings_to_ignore={"cache"}):
        assert nx.diameter(G, backend="fathom") == 49
        assert nx.radius(G, backend="fathom") == 25
        assert "Using cached converted graph" in caplog.text
        G.add_edge(0, 49)
        assert nx.diameter(G, backend="fathom") == 25


def test_priority_selects_the_backend() -> None:
    G = nx.gnp_random_graph(200, 0.05, seed=1)
    with nx.config.backend_priority(algos=["fathom"]):
        assert nx.closeness_centrality(G) == pytest.approx(nx.closeness_centrality(G, backend="networkx"))


def test_the_list_of_functions_is_that_of_the_backend() -> None:
    listed = set(get_info()["functions"])
    dispatched = {name for name in dir(backend) if name in nx.utils.backends._registered_algorithms}
    assert listed == dispatched


def test_betweenness_without_scaling(G: nx.Graph) -> None:
    for function in (nx.betweenness_centrality, nx.edge_betweenness_centrality)[: 1 if G.is_multigraph() else 2]:
        assert function(G, normalized=False, backend="fathom") == pytest.approx(function(G, normalized=False), abs=1e-9)


def test_lengths_may_be_changed() -> None:
    lengths = dict(nx.all_pairs_shortest_path_length(nx.path_graph(4), backend="fathom"))[0]
    assert len(lengths) == 4 and list(lengths) == [0, 1, 2, 3] and 9 not in lengths
    del lengths[1]
    lengths["new"] = 5
    assert lengths == {0: 0, 2: 2, 3: 3, "new": 5} and lengths[3] == 3


def test_sampled_betweenness_takes_networkxs_samples() -> None:
    G = nx.gnp_random_graph(80, 0.1, seed=2)
    if (reason := backend.can_run("betweenness_centrality", (G,), {"k": 20})) is not True:
        pytest.skip(str(reason))
    for endpoints in (False, True):
        mine, theirs = (nx.betweenness_centrality(G, k=20, seed=5, endpoints=endpoints, **how) for how in ({"backend": "fathom"}, {}))
        assert mine == pytest.approx(theirs)


def test_calls_left_to_networkx_draw_its_samples() -> None:
    G = nx.gnp_random_graph(30, 0.2, seed=2)
    nx.set_edge_attributes(G, 0, "weight")  # lengths of 0 are left to NetworkX
    G[list(G.edges)[0][0]][list(G.edges)[0][1]]["weight"] = 1
    for name in ("betweenness_centrality", "edge_betweenness_centrality"):
        with nx.config.backend_priority(algos=["fathom"]), pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(backend), "should_run", staticmethod(lambda name, args, kwargs: True))
            mine = getattr(nx, name)(G, k=5, weight="weight", seed=3)
        assert mine == getattr(nx, name)(G, k=5, weight="weight", seed=3, backend="networkx")


def test_harmonic_of_some_from_some() -> None:
    G = nx.gnp_random_graph(60, 0.05, seed=3, directed=True)
    for options in ({"nbunch": [3, 4, 5]}, {"sources": [1, 2]}, {"nbunch": [1, 2, 9], "sources": [0, 5, 9, 11]}, {"nbunch": 7}):
        assert nx.harmonic_centrality(G, **options, backend="fathom") == pytest.approx(nx.harmonic_centrality(G, **options))


def test_arguments_of_a_newer_networkx_count_only_where_they_are_set() -> None:
    G = nx.path_graph(3)
    converted = backend.convert_from_nx(G)
    assert backend.can_run("closeness_centrality", (G,), {"not_known_yet": None}) is True
    assert backend.closeness_centrality(converted, not_known_yet=None) == pytest.approx(nx.closeness_centrality(G))
    assert "not_known_yet" in str(backend.can_run("closeness_centrality", (G,), {"not_known_yet": 1}))
    assert "not_known_yet" in str(backend.can_run("descendants", (G, 0), {"not_known_yet": 1}))
    with pytest.raises(TypeError, match="not_known_yet"):
        backend.closeness_centrality(converted, not_known_yet=1)


def test_lengths_are_dictionaries() -> None:
    G = nx.path_graph(5)
    G.add_edge("a", "b")

    def fresh() -> dict:
        return next(d for node, d in nx.all_pairs_shortest_path_length(G, backend="fathom") if node == 1)

    right = nx.single_source_shortest_path_length(G, 1)
    assert isinstance(fresh(), dict) and len(fresh()) == 5 and list(fresh()) == list(right)
    assert json.dumps(fresh()) == json.dumps(right) == json.dumps(fresh(), indent=None) and json.dumps(fresh(), indent=1) == json.dumps(right, indent=1)
    for same in (fresh().copy(), dict(fresh()), {**fresh()}, copy.copy(fresh()), copy.deepcopy(fresh()), pickle.loads(pickle.dumps(fresh())),
                 fresh() | {}, {} | fresh(), fresh() | fresh()):
        assert type(same) is dict and same == right and list(same.items()) == list(right.items())
    assert fresh() | {"x": 9} == right | {"x": 9} and {1: 7, "x": 9} | fresh() == {1: 7, "x": 9} | right
    assert fresh() == fresh() and right == fresh() and fresh() != {1: 0} and repr(fresh()) == repr(right)
    assert list(reversed(fresh())) == list(reversed(right)) and sorted(fresh().values()) == sorted(right.values())
    assert 4 in fresh() and "a" not in fresh() and "nobody" not in fresh() and fresh().get("a", 8) == 8 and fresh().get(4) == 3
    for change in (lambda d: d.update(z=1), lambda d: d.pop(4), lambda d: d.__setitem__(1, 5), lambda d: d.clear(), lambda d: d.setdefault("z", 3),
                   lambda d: d.popitem(), lambda d: d.__delitem__(0), lambda d: d.__ior__({"q": 2})):
        mine, theirs = fresh(), dict(right)
        change(mine)
        change(theirs)
        assert mine == theirs and len(mine) == len(theirs)
    with pytest.raises(KeyError):
        fresh()["a"]
    with pytest.raises(TypeError):
        hash(fresh())


@pytest.mark.parametrize("name", ["average_shortest_path_length", "wiener_index", "barycenter", "global_efficiency"])
def test_sums_of_distances(name: str) -> None:
    function = getattr(nx, name)
    for seed in range(24):
        G = nx.gnp_random_graph(seed + 1, (0.1, 0.3, 0.6)[seed % 3], seed=seed, directed=seed % 2 == 1)
        for H in (G, nx.MultiDiGraph(G) if G.is_directed() else nx.MultiGraph(G), nx.path_graph(seed + 1), G.to_directed()):
            mine, theirs = outcome(lambda: function(H, backend="fathom")), outcome(lambda: function(H))
            assert mine == (pytest.approx(theirs) if isinstance(theirs, float) else theirs)


