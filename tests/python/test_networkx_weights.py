"""The NetworkX backend against NetworkX itself: weights of edges."""

from __future__ import annotations

import random

import networkx as nx
import pytest

import fathom

from fathom.networkx import backend
from test_networkx import outcome


def test_weights_that_are_refused_are_so_at_once() -> None:
    G = nx.path_graph(110)
    nx.set_edge_attributes(G, float("inf"), "weight")
    for name in ("all_pairs_dijkstra", "all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length"):
        with pytest.raises(NotImplementedError):
            getattr(nx, name)(G, backend="fathom")
        with nx.config(backend_priority=["fathom"]):
            mine, theirs = dict(getattr(nx, name)(G)), dict(getattr(nx, name)(G, backend="networkx"))
            assert mine == theirs


@pytest.mark.parametrize("weight, reason", [(float("nan"), "not finite"), (-1, "negative"), ("x", "not a number"), (1 << 54, "double precision")])
def test_weights_that_are_not_for_it(weight, reason: str) -> None:
    G = nx.Graph([(0, 1, {"weight": weight})])
    with pytest.raises(NotImplementedError) as refused:
        nx.single_source_dijkstra_path_length(G, 0, backend="fathom")
    assert reason in str(refused.value.__cause__)
    with nx.config.backend_priority(algos=["fathom"]):
        assert nx.shortest_path_length(G, 0, 1) == 1


@pytest.mark.parametrize("weight", [1e300, 1e-40])
def test_weights_that_pagerank_leaves_to_networkx(weight: float) -> None:
    G = nx.Graph([(0, 1, {"weight": weight}), (1, 2, {"weight": weight})])
    with pytest.raises(NotImplementedError) as refused:
        nx.pagerank(G, backend="fathom")
    assert "range of single precision" in str(refused.value.__cause__)
    assert nx.dijkstra_path_length(G, 0, 2, backend="fathom") == 2 * weight


# Calls with a weight argument, or that ignore weights. For weights that the backend leaves to NetworkX, the reason.
WEIGHTED = {
    "single_source_dijkstra_path_length": lambda G, **how: nx.single_source_dijkstra_path_length(G, 0, **how),
    "single_source_dijkstra_path": lambda G, **how: nx.single_source_dijkstra_path(G, 0, **how),
    "single_source_dijkstra": lambda G, **how: nx.single_source_dijkstra(G, 0, **how),
    "single_source_dijkstra to a target": lambda G, **how: nx.single_source_dijkstra(G, 0, 6, **how),
    "dijkstra_path": lambda G, **how: nx.dijkstra_path(G, 0, 6, **how),
    "dijkstra_path_length": lambda G, **how: nx.dijkstra_path_length(G, 0, 6, **how),
    "all_pairs_dijkstra_path_length": lambda G, **how: dict(nx.all_pairs_dijkstra_path_length(G, **how)),
    "all_pairs_dijkstra_path": lambda G, **how: dict(nx.all_pairs_dijkstra_path(G, **how)),
    "all_pairs_dijkstra": lambda G, **how: dict(nx.all_pairs_dijkstra(G, **how)),
    "shortest_path of all": lambda G, **how: dict(nx.shortest_path(G, **how)),
    "shortest_path from one": lambda G, **how: nx.shortest_path(G, 0, **how),
    "shortest_path_length": lambda G, **how: nx.shortest_path_length(G, 0, 4, **how),
    "shortest_path_length of all": lambda G, **how: {v: dict(row) for v, row in nx.shortest_path_length(G, **how)},
    "shortest_path_length from one": lambda G, **how: dict(nx.shortest_path_length(G, 0, **how)),
    "pagerank": lambda G, **how: nx.pagerank(G, tol=1e-10, max_iter=1000, **how),
    "betweenness_centrality": lambda G, **how: nx.betweenness_centrality(G, **how),
    "edge_betweenness_centrality": lambda G, **how: nx.edge_betweenness_centrality(G, **how),
    "eccentricity": lambda G, **how: nx.eccentricity(G, **how),
    "diameter": lambda G, **how: nx.diameter(G, **how),
    "radius": lambda G, **how: nx.radius(G, **how),
    "center": lambda G, **how: nx.center(G, **how),
    "periphery": lambda G, **how: nx.periphery(G, **how),
    "average_shortest_path_length": lambda G, **how: nx.average_shortest_path_length(G, **how),
    "wiener_index": lambda G, **how: nx.wiener_index(G, **how),
    "barycenter": lambda G, **how: nx.barycenter(G, **how),
    "clustering": lambda G, **how: nx.clustering(G, **how),
    "average_clustering": lambda G, **how: nx.average_clustering(G, **how),
    "closeness_centrality": lambda G, weight=None, **how: nx.closeness_centrality(G, distance=weight, **how),
    "harmonic_centrality": lambda G, weight=None, **how: nx.harmonic_centrality(G, distance=weight, **how),
}
LEFT_TO_NETWORKX = {"clustering", "average_clustering"}
ROUNDED = LEFT_TO_NETWORKX | {"betweenness_centrality", "edge_betweenness_centrality", "pagerank", "closeness_centrality", "harmonic_centrality", "average_shortest_path_length"}


def weighted_graph(kind: type) -> nx.Graph:
    G = kind()
    for i in range(7):
        for j in (i + 1, i + 3, i * 2 % 7):
            if i != j % 7:
                G.add_edge(i, j % 7, weight=(i * j * 5) % 9 + 0.25, cost=10 - i)
                G.add_edge(j % 7, i, weight=(i + j) % 4 + 1.5, cost=i + 1)
    if G.is_multigraph():
        G.add_edges_from([(0, 3, {"weight": 7.5, "cost": 2}), (0, 3, {"weight": 0.5, "cost": 1}), (5, 6, {"weight": 8, "cost": 3})])
    return G


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("name", WEIGHTED)
def test_results_do_not_depend_on_earlier_calls(name: str, kind: type) -> None:
    """A cached conversion is used by every call that needs no other data."""
    call, plain = WEIGHTED[name], name.partition(" ")[0]
    fresh = weighted_graph(kind)
    if plain in {"clustering", "average_clustering"} and (fresh.is_multigraph() or fresh.is_directed()):
        pytest.skip("NetworkX does this")
    if plain == "edge_betweenness_centrality" and fresh.is_multigraph():
        pytest.skip("NetworkX does this")
    choices = [None] if plain in LEFT_TO_NETWORKX else [None, "weight", "cost", "absent"]
    right = {weight: call(fresh, weight=weight) for weight in choices}

    def agrees(G: nx.Graph, weight: str | None) -> bool:
        with nx.config(warnings_to_ignore={"cache"}):
            mine = call(G, weight=weight, backend="fathom")
        return mine == pytest.approx(right[weight], abs=1e-7) if plain in ROUNDED else mine == right[weight]

    for weight in choices:
        assert agrees(weighted_graph(kind), weight)
    warm = weighted_graph(kind)
    with nx.config(warnings_to_ignore={"cache"}):
        nx.dijkstra_path_length(warm, 0, 6, backend="fathom")  # the cached conversion now has weights
        nx.pagerank(warm, backend="fathom")
    for weight in (*choices, *reversed(choices)):
        assert agrees(warm, weight), weight
    if plain in LEFT_TO_NETWORKX:
        for G in (warm, backend.convert_from_nx(weighted_graph(kind), {"weight": 1})):
            with pytest.raises(NotImplementedError):
                call(G, weight="weight", backend="fathom")


def test_a_graph_that_was_converted_by_hand_has_its_weights() -> None:
    G = weighted_graph(nx.DiGraph)
    converted = backend.convert_from_nx(G)
    assert nx.dijkstra_path_length(converted, 0, 6, weight="cost") == nx.dijkstra_path_length(G, 0, 6, weight="cost")
    assert nx.dijkstra_path_length(converted, 0, 6, weight=None) == nx.dijkstra_path_length(G, 0, 6, weight=None)
    G.add_edge(0, 99)
    with pytest.raises(nx.NetworkXError, match="convert it again"):
        nx.dijkstra_path_length(converted, 0, 6, weight="weight")


@pytest.mark.parametrize("seed", range(6))
def test_weighted_searches_are_networkxs_to_the_order(seed: int) -> None:
    """Sums in double precision, order of nodes, and choice among paths of equal length."""
    directed = seed % 2 == 1
    G = nx.gnm_random_graph(40, 110, seed=seed, directed=directed)
    values = [0.1, 0.2, 0.3, 0.6, 0.0, 1e-12, 3.7] if seed < 4 else [0, 1, 2, 3, 1 << 30]
    for i, (_, _, data) in enumerate(G.edges(data=True)):
        data["weight"] = values[(i * 7 + seed) % len(values)]
    G = nx.relabel_nodes(G, {v: f"n{(v * 17) % 40}" for v in G})
    source = next(iter(G))
    for cutoff in (None, -1, -0.5, 0, 0.3, 1, 1.5, float("inf"), float("-inf"), float("nan")):
        for name in ("single_source_dijkstra_path_length", "single_source_dijkstra_path"):
            mine, theirs = getattr(nx, name)(G, source, cutoff, backend="fathom"), getattr(nx, name)(G, source, cutoff)
            assert mine == theirs and list(mine) == list(theirs), (name, cutoff)
            assert [type(v) for v in mine.values()] == [type(v) for v in theirs.values()] or cutoff is not None
        mine, theirs = (dict(nx.all_pairs_dijkstra(G, cutoff, **how)) for how in ({"backend": "fathom"}, {}))
        assert mine == theirs and [list(d) for d, _ in mine.values()] == [list(d) for d, _ in theirs.values()]
    for target in list(G)[:12]:
        assert outcome(lambda: nx.single_source_dijkstra(G, source, target, backend="fathom")) == outcome(
            lambda: nx.single_source_dijkstra(G, source, target))
        assert outcome(lambda: nx.dijkstra_path_length(G, source, target, backend="fathom")) == outcome(
            lambda: nx.dijkstra_path_length(G, source, target))


def test_pagerank_with_real_weights() -> None:
    G = nx.gnm_random_graph(80, 300, seed=2)
    for i, (_, _, data) in enumerate(G.edges(data=True)):
        data["weight"] = 1 / (i + 3)
    mine, theirs = (nx.pagerank(G, tol=1e-10, max_iter=1000, **how) for how in ({"backend": "fathom"}, {}))
    assert mine == pytest.approx(theirs, abs=1e-7)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_betweenness_along_weights(kind: type) -> None:
    G = kind(nx.gnp_random_graph(60, 0.08, seed=4, directed=kind().is_directed()))
    rng = random.Random(2)
    for *_, data in G.edges(data=True):
        data.update(whole=rng.randint(1, 4), decimal=rng.choice([0.1, 0.2, 0.3, 0.7]), same=0.1)
    if G.is_multigraph():
        G.add_edges_from([(u, v, {"whole": 2}) for u, v in list(G.edges())[:30]])
    for weight in ("whole", "decimal", "same"):
        for how in ({}, {"normalized": False}, {"endpoints": True}, {"k": 20, "seed": 3}):
            if backend.can_run("betweenness_centrality", (G,), how) is True:
                mine, theirs = (nx.betweenness_centrality(G, weight=weight, backend=by, **how) for by in ("fathom", "networkx"))
                assert mine == pytest.approx(theirs, rel=1e-9, abs=1e-12), (weight, how)
            if "endpoints" not in how and backend.can_run("edge_betweenness_centrality", (G,), how) is True:
                mine, theirs = (nx.edge_betweenness_centrality(G, weight=weight, backend=by, **how) for by in ("fathom", "networkx"))
                assert mine == pytest.approx(theirs, rel=1e-9, abs=1e-12) and list(mine) == list(theirs), (weight, how)


def test_betweenness_along_edges_of_length_zero_is_left_to_networkx() -> None:
    G = nx.path_graph(5)
    G[1][2]["weight"] = 0
    with pytest.raises(NotImplementedError, match="edge 1 -> 2 has the weight 0"):
        backend.betweenness_centrality(backend.convert_from_nx(G), weight="weight")
    nx.set_edge_attributes(G, 0, "weight")
    with pytest.raises(NotImplementedError, match="has the weight 0"):
        backend.edge_betweenness_centrality(backend.convert_from_nx(G), weight="weight")


def test_conversion_in_both_directions() -> None:
    for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph):
        for weight in (None, "weight"):
            G = weighted_graph(kind)
            G.add_nodes_from(["alone", (1, 2)])
            G.add_edge("alone", 0, weight=3.5)  # in one direction only, so that the graph is not symmetric
            G.remove_edge(0, 1)
            G.add_edge(0, 1)  # no weight, last in the rows
            g = fathom.Graph.from_networkx(G, weight=weight)
            back = g.to_networkx()
            plain = (nx.DiGraph if G.is_directed() else nx.Graph)()
            plain.add_nodes_from(G)
            for u, v, w in G.edges(data="weight", default=1):
                if u != v:
                    smallest = min(w, plain[u][v]["weight"]) if weight and plain.has_edge(u, v) else w
                    plain.add_edge(u, v, **({"weight": smallest} if weight else {}))
            assert type(back) is type(plain) and list(back) == list(G) and back._adj == plain._adj
            for u, v in back.edges:
                assert (back._pred if back.is_directed() else back._adj)[v][u] is back._adj[u][v]  # attributes are shared, as in NetworkX
            back.add_edge("new", 0)
            assert back.number_of_edges() == plain.number_of_edges() + 1


@pytest.mark.parametrize("scale", [1e300, 1e-310])
def test_correlation_of_extreme_weights(scale: float) -> None:
    G = nx.gnm_random_graph(12, 30, seed=2)
    for i, (_, _, data) in enumerate(G.edges(data=True)):
        data["weight"] = scale * (i % 5 + 0.5)
    mine, theirs = (nx.degree_pearson_correlation_coefficient(G, weight="weight", **how) for how in ({"backend": "fathom"}, {}))
    assert mine == pytest.approx(theirs, abs=1e-9)
