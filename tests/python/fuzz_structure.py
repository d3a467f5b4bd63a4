"""Checks of components, triangles, cores, forests, orders and centrality; see fuzz_checks.py."""

from __future__ import annotations

import math
import pathlib
import random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from fuzz_oracles import close, core_oracle, edges_of, equal, hops_from, listed, negative, parts_of, plain, scores_of, some_positions, threads
from fuzz_samples import Sample

import fathom


# -- structure --------------------------------------------------------------------------------------------------------------------------


def check_components(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    find = rng.choice([fathom.weakly_connected_components, fathom.strongly_connected_components, fathom.connected_components])
    if find is fathom.connected_components and sample.directed:
        with pytest.raises(ValueError, match="directed"):
            find(sample.graph)
        return
    found = find(sample.graph, threads=threads(rng))
    count, sets = parts_of(sample, find is fathom.strongly_connected_components)
    assert found.count == count
    expected = {v: min(part) for part in sets for v in part}
    equal(found.labels, [expected[v] for v in range(sample.n)])
    equal(found.roots, sorted(min(part) for part in sets))
    equal(found.sizes, [len(part) for part in sorted(sets)])
    largest = sorted(max(sets, key=lambda part: (len(part), -min(part)), default=[]))
    equal(found.largest_positions, largest)
    assert plain(found.largest) == [sample.names[v] for v in largest]


def check_eccentricity(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    rows = [hops_from(sample.out, s) for s in range(sample.n)]
    positions = None if rng.random() < 0.4 or not sample.n else some_positions(sample, rng)
    values = fathom.eccentricity(sample.graph, None if positions is None else listed(sample, positions, rng), threads=threads(rng)).values
    equal(values, [max(rows[v]) for v in (range(sample.n) if positions is None else positions)])
    found = fathom.diameter(sample.graph, threads=threads(rng))
    assert found.diameter == max((max(row) for row in rows), default=0)
    assert found.connected == (parts_of(sample, True)[0] <= 1)
    if sample.n:
        a, b = (sample.graph.vertex(v) for v in found.ends)
        assert rows[a][b] == found.diameter
        # Ties between largest components leave the choice open.
        sizes = [part for part in parts_of(sample, True)[1]]
        most = max(map(len, sizes))
        radii = {min(max(rows[v][u] for u in part) if sample.directed else max(rows[v]) for v in part) for part in sizes if len(part) == most}
        whole = {min(max(rows[v]) for v in part) for part in sizes if len(part) == most}
        assert found.radius in radii | whole, (found.radius, radii, whole)
        assert found.centre and all(found.radius == max(rows[sample.graph.vertex(v)]) for v in found.centre)


def check_cores(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    equal(fathom.core_numbers(sample.graph, threads=threads(rng)), core_oracle(sample))


def check_onion_layers(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.directed:
        with pytest.raises(ValueError, match="directed"):
            fathom.onion_layers(sample.graph)
        return
    layers = fathom.onion_layers(sample.graph, threads=threads(rng))
    if not sample.graph.properties.duplicates:  # NetworkX refuses multigraphs
        theirs = nx.onion_layers(sample.networkx(loops=False))
        equal(layers, [theirs[v] for v in range(sample.n)])


def check_trusses(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    g = sample.graph
    if sample.directed:
        for find in (fathom.truss_numbers, fathom.k_truss):
            with pytest.raises(ValueError, match="directed"):
                find(g)
        return
    numbers, G = fathom.truss_numbers(g, threads=threads(rng)), sample.networkx(loops=False)
    expected = {(u, v): k for k in range(2, sample.n + 2) for pair in nx.k_truss(G, k).edges for u, v in (pair, pair[::-1])}
    ends = [(u, v) for u, v, _ in edges_of(g)]
    equal(numbers, [expected.get(pair, 0) for pair in ends])
    k = rng.choice([None, 0, 2, 3, 4])
    wanted = max(numbers.tolist(), default=0) if k is None else k
    kept = [edge for edge, number in zip(edges_of(g), numbers.tolist()) if number >= wanted]
    truss = fathom.k_truss(g, k, threads=threads(rng))
    place = [g.vertex(name) for name in truss.nodes]
    assert sorted((place[u], place[v], w) for u, v, w in edges_of(truss)) == sorted(kept)
    assert place == sorted({u for u, *_ in kept})


def check_triangles(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    directions = rng.choice(["ignored", "counted", None])
    if directions is None and sample.directed:
        with pytest.raises(ValueError, match="direct"):
            fathom.triangles(sample.graph)
        return
    found = fathom.triangles(sample.graph, directions=directions, threads=threads(rng))
    G = sample.networkx(loops=False)
    plain_graph = G.to_undirected() if sample.directed else G
    if directions == "counted":
        close(found.clustering, [nx.clustering(G.to_directed())[v] for v in range(sample.n)])
    else:
        equal(found.triangles, [nx.triangles(plain_graph)[v] for v in range(sample.n)])
        close(found.clustering, [nx.clustering(plain_graph)[v] for v in range(sample.n)])
        close(found.transitivity, nx.transitivity(plain_graph) if sample.n else 0)
        close(found.average_clustering, nx.average_clustering(plain_graph) if sample.n else 0)
        equal(found.degrees, [plain_graph.degree[v] for v in range(sample.n)])


def check_biconnected(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.directed:
        for find in (fathom.biconnected_components, fathom.bridges, fathom.articulation_points):
            with pytest.raises(ValueError, match="directed"):
                find(sample.graph)
        return
    found, G = fathom.biconnected_components(sample.graph, edges=rng.random() < 0.7), sample.networkx(loops=False)
    place = sample.graph.vertex
    assert sorted(sorted(place(v) for v in plain(found.component(i))) for i in range(found.count)) == sorted(map(sorted, nx.biconnected_components(G)))
    several = {e for e in G.edges if sum(edge[:2] == e for edge in sample.edges) > 1}
    bridges = sorted(tuple(sorted(e)) for e in nx.bridges(G) if tuple(sorted(e)) not in {tuple(sorted(s)) for s in several})
    for pairs in (found.bridges, fathom.bridges(sample.graph)):
        assert sorted(tuple(sorted((place(_key(u)), place(_key(v))))) for u, v in pairs.tolist()) == bridges
    cuts = sorted(nx.articulation_points(G))
    assert [place(v) for v in plain(found.articulation_points)] == cuts == [place(v) for v in plain(fathom.articulation_points(sample.graph))]
    if found.edges is None:
        with pytest.raises(ValueError, match="edges=True"):
            found.component_edges(0)
        return
    mine = sorted(sorted(tuple(sorted((place(_key(u)), place(_key(v))))) for u, v in found.component_edges(i).tolist()) for i in range(found.count))
    count = {tuple(sorted(e)): sum(edge[:2] == tuple(sorted(e)) for edge in sample.edges) for e in G.edges}
    theirs = sorted(sorted(tuple(sorted(e)) for e in part for _ in range(count[tuple(sorted(e))])) for part in nx.biconnected_component_edges(G))
    assert mine == theirs


def _key(name: Any) -> Any:
    return tuple(name) if isinstance(name, list) else name


def check_forests(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.directed:
        with pytest.raises(ValueError, match="directed"):
            fathom.spanning_forest(sample.graph)
        return
    maximum = rng.random() < 0.5
    found, G = fathom.spanning_forest(sample.graph, maximum=maximum), sample.networkx(simple=False)
    expected = [data["weight"] for *_, data in (nx.maximum_spanning_edges if maximum else nx.minimum_spanning_edges)(G, keys=False, data=True)]
    assert found.weights.tolist() == sorted((w for w in expected), reverse=maximum)
    assert found.total == pytest.approx(math.fsum(expected)) and found.trees == sample.n - len(expected)
    place, forest = sample.graph.vertex, nx.Graph()
    for (u, v), w in zip(found.edges.tolist(), found.weights.tolist()):
        a, b = place(_key(u)), place(_key(v))
        forest.add_edge(a, b)
        assert (b, w) in sample.out[a]
    assert len(forest.edges) == len(expected) and (not forest or nx.is_forest(forest))


def check_orders(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    G, place = nx.MultiDiGraph(), sample.graph.vertex
    G.add_nodes_from(range(sample.n))
    G.add_weighted_edges_from(sample.edges)
    found = fathom.topological_order(sample.graph)
    assert found.acyclic == nx.is_directed_acyclic_graph(G)
    if not found.acyclic:
        cycle = [place(v) for v in found.cycle]
        assert all(any(v == b for v, _ in sample.out[a]) for a, b in zip(cycle, [*cycle[1:], cycle[0]])) and len(set(cycle)) == len(cycle)
        with pytest.raises(ValueError, match="cycle"):
            fathom.longest_path(sample.graph)
        return
    generations = [sorted(part) for part in nx.topological_generations(G)]
    assert [sorted(place(v) for v in plain(found.generation(i))) for i in range(found.generations)] == generations
    for length in ("hops", "weights"):
        longest = fathom.longest_path(sample.graph, length=length)
        expected = _longest(sample, [v for part in generations for v in part], length)
        assert longest.length == pytest.approx(expected)
        path = [place(v) for v in longest.vertices]
        total = sum(max(w if length == "weights" else 1 for v, w in sample.out[a] if v == b) for a, b in zip(path, path[1:]))
        assert total == pytest.approx(expected) and (bool(path) == (sample.n > 0))


def check_reductions(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    G, place = nx.DiGraph(sample.networkx()), sample.graph.vertex
    if not nx.is_directed_acyclic_graph(G):
        with pytest.raises(ValueError, match="the graph has a cycle"):
            fathom.transitive_reduction(sample.graph)
        return
    found = fathom.transitive_reduction(sample.graph, threads=threads(rng))
    assert list(found.nodes) == list(sample.graph.nodes) and found.weighted == sample.weighted
    starts = np.repeat(np.arange(sample.n), found.degrees).tolist()
    mine = [(place(_key(found.nodes[u])), place(_key(found.nodes[v]))) for u, v in zip(starts, found.indices.tolist())]
    assert sorted(mine) == sorted(nx.transitive_reduction(G).edges)


def check_two_coloring(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    found, G, place = fathom.two_coloring(sample.graph), nx.Graph(sample.networkx()), sample.graph.vertex
    assert found.bipartite == nx.is_bipartite(G)
    if found.colors is not None:
        assert all(found.colors[u] != found.colors[v] for u, v in G.edges) and not found.odd_cycle
        assert [place(v) for v in plain(found.part(1))] == np.flatnonzero(found.colors).tolist()
        return
    cycle = [place(v) for v in found.odd_cycle]
    assert len(cycle) % 2 == 1 and len(set(cycle)) == len(cycle)
    assert all(G.has_edge(u, v) for u, v in zip(cycle, [*cycle[1:], cycle[0]]))
    with pytest.raises(ValueError, match="not bipartite"):
        found.part(0)


def check_communities(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.directed:
        for find in (fathom.label_propagation, fathom.local_efficiency):
            with pytest.raises(ValueError, match="directed"):
                find(sample.graph)
        return
    found, G = fathom.label_propagation(sample.graph, threads=threads(rng)), sample.networkx()
    if len(sample.edges) == sum(2 - (u == v) for u, v in G.edges):  # without parallel edges, which count in Fathom
        theirs = [sorted(part) for part in nx.community.label_propagation_communities(G)]
        assert [[sample.graph.vertex(v) for v in plain(found.community(i))] for i in range(found.count)] == theirs
        modularity = nx.community.modularity(G, theirs, weight=None) if G.edges else 0
        assert found.modularity == pytest.approx(modularity, abs=1e-12)
    with pytest.raises(IndexError, match="there is no community"):
        found.community(found.count)
    efficient = fathom.local_efficiency(sample.graph, threads=threads(rng))
    close(efficient.values, [nx.global_efficiency(G.subgraph(G[v])) for v in G])
    assert efficient.mean == pytest.approx(efficient.values.mean() if sample.n else 0)


def check_louvain(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.directed:
        with pytest.raises(ValueError, match="directed"):
            fathom.communities(sample.graph)
        with pytest.raises(ValueError, match="directed"):
            fathom.modularity(sample.graph, [0] * sample.n)
        return
    if sample.graph.weights is not None and (np.asarray(sample.graph.weights) < 0).any():
        with pytest.raises(ValueError, match="nonnegative"):
            fathom.communities(sample.graph)
        return
    options: dict[str, Any] = {"method": rng.choice(["louvain", "leiden"]), "weighted": rng.random() < 0.5,
                               "resolution": rng.choice([0, 0.5, 1, 2]), "seed": rng.randrange(9)}
    found = fathom.communities(sample.graph, **options, threads=threads(rng))
    again = fathom.communities(sample.graph, **options, threads=1)
    assert plain(found.labels) == plain(again.labels) and found.modularity == again.modularity
    assert sorted(set(plain(found.labels))) == list(range(found.count))
    assert found.report["communities"] == found.count and found.report["resolution"] == options["resolution"]
    levels = fathom.communities(sample.graph, **options, all_levels=True, threads=1)
    assert plain(levels.labels) == plain(found.labels) and len(levels.levels) == len(found.report["levels"]) and found.levels == []
    few = fathom.communities(sample.graph, **options, threshold=rng.choice([0.0, 1.0]), max_levels=1)
    assert len(few.report["levels"]) <= 1
    G = nx.MultiGraph()
    G.add_nodes_from(range(sample.n))
    G.add_weighted_edges_from((u, v, w) for u, v, w in zip(*stored_once(sample.graph)))
    weight = "weight" if options["weighted"] and sample.graph.weighted else None
    parts = [set(np.flatnonzero(found.labels == i).tolist()) for i in range(found.count)]
    right = nx.community.modularity(G, parts, weight=weight, resolution=options["resolution"]) if G.size(weight) else 0
    assert found.modularity == pytest.approx(right, abs=1e-9)
    given = {"weighted": options["weighted"], "resolution": options["resolution"]}
    assert fathom.modularity(sample.graph, [f"part {i}" for i in plain(found.labels)], **given) == pytest.approx(found.modularity, abs=1e-12)
    with pytest.raises(ValueError, match="one label for each"):
        fathom.modularity(sample.graph, [0] * (sample.n + 1))
    for wrong in ({"resolution": -1}, {"resolution": math.nan}, {"threshold": -1}, {"max_levels": 0}):
        with pytest.raises(ValueError, match="resolution|threshold|max_levels"):
            fathom.communities(sample.graph, **wrong)


def stored_once(graph: fathom.Graph) -> tuple[list[int], list[int], list[float]]:
    """Edges of an undirected graph, each once, with weights of at most 1."""
    rows, columns = np.repeat(np.arange(graph.num_vertices), graph.degrees), np.asarray(graph.indices)
    weights = np.ones(columns.size) if graph.weights is None else np.asarray(graph.weights, np.float64)
    weights = weights / max(weights.max(initial=0), 1e-300)  # NetworkX squares their sum
    once = rows <= columns
    return rows[once].tolist(), columns[once].tolist(), weights[once].tolist()


def _longest(sample: Sample, order: list[int], length: str) -> float:
    best = [0.0] * sample.n
    for u in order:
        for v, w in sample.out[u]:
            best[v] = max(best[v], best[u] + (w if length == "weights" else 1))
    return max(best, default=0.0)


# -- centrality -------------------------------------------------------------------------------------------------------------------------


def check_nearness(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    G = sample.networkx()
    positions = None if rng.random() < 0.4 or not sample.n else some_positions(sample, rng)
    wanted = range(sample.n) if positions is None else positions
    chosen = None if positions is None else listed(sample, positions, rng)
    improved, normalized = rng.random() < 0.5, rng.random() < 0.5
    near = nx.closeness_centrality(G, wf_improved=improved)
    close(fathom.closeness(sample.graph, chosen, improved=improved, threads=threads(rng)).values, [near[v] for v in wanted])
    scale = max(sample.n - 1, 1) if normalized else 1
    sums = nx.harmonic_centrality(G)
    close(fathom.harmonic(sample.graph, chosen, normalized=normalized, threads=threads(rng)).values, [sums[v] / scale for v in wanted])
    if sample.n > 1:
        samples, seed = rng.randint(1, sample.n), rng.randrange(9)
        for find in (fathom.closeness, fathom.harmonic):
            estimate = find(sample.graph, chosen, samples=samples, seed=seed)
            assert estimate.values.shape == (len(wanted),) and (estimate.values >= 0).all()
            picked = [sample.graph.vertex(v) for v in plain(estimate.samples)]
            assert len(picked) == samples == len(set(picked))
        estimate = fathom.harmonic(sample.graph, samples=sample.n, seed=seed)
        close(estimate.values, [sums[v] for v in range(sample.n)])


def check_betweenness(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    if sample.graph.properties.duplicates:
        sample = Sample(fathom.Graph.from_csr(sample.graph.indptr, sample.graph.indices, duplicates="remove"), list(range(sample.n)),
                        sorted({(u, v, 1.0) for u, v, _ in sample.edges}), False, sample.story)
    normalized, endpoints = rng.random() < 0.5, rng.random() < 0.5
    G = sample.networkx()
    found = fathom.betweenness(sample.graph, normalized=normalized, endpoints=endpoints, edges=True, vertices=(rng.random() < 0.9) | endpoints, threads=threads(rng))
    if found.vertices is not None:
        theirs = nx.betweenness_centrality(G, normalized=normalized, endpoints=endpoints) if sample.n else {}
        close(found.vertices, [theirs[v] for v in range(sample.n)])
    of_edges = nx.edge_betweenness_centrality(G, normalized=normalized) if sample.n else {}
    expected = [of_edges[u, v] if (u, v) in of_edges else of_edges[v, u] for u, v, _ in edges_of(sample.graph)]
    if not endpoints:
        close(found.edges, expected)
    load = fathom.betweenness(sample.graph, load=True, threads=threads(rng)).vertices
    theirs = nx.load_centrality(G)
    close(load, [theirs[v] for v in range(sample.n)])
    if sample.n:
        positions = sorted(set(some_positions(sample, rng)))
        some = fathom.betweenness(sample.graph, sources=listed(sample, positions, rng), normalized=False)
        rest = fathom.betweenness(sample.graph, samples=sample.n, seed=rng.randrange(9), normalized=False)
        assert plain(some.samples) in ([sample.names[v] for v in positions], []) and len(rest.samples) in (0, sample.n)
        whole = nx.betweenness_centrality(G, normalized=False)
        close(rest.vertices, [whole[v] for v in range(sample.n)])


def check_weighted_betweenness(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    lengths = [w for u, v, w in sample.edges if u != v]
    if sample.graph.properties.duplicates or max(lengths, default=1) > 1e9 * min(lengths, default=1) > 0:
        return  # NetworkX counts parallel edges once; paths do not change by weights that are too small
    if negative(sample) or 0 in lengths:
        with pytest.raises(fathom.FormatError, match="weight"):
            fathom.betweenness(sample.graph, weighted=True)
        return
    normalized = rng.random() < 0.5
    found = fathom.betweenness(sample.graph, weighted=True, normalized=normalized, edges=True, threads=threads(rng))
    G = sample.networkx(loops=False)
    theirs = nx.betweenness_centrality(G, weight="weight", normalized=normalized) if sample.n else {}
    close(found.vertices, [theirs[v] for v in range(sample.n)])
    of_edges = nx.edge_betweenness_centrality(G, weight="weight", normalized=normalized) if sample.n else {}
    close(found.edges, [0 if u == v else of_edges[u, v] if (u, v) in of_edges else of_edges[v, u] for u, v, _ in edges_of(sample.graph)])


def check_pagerank(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    n = sample.n
    if negative(sample):
        with pytest.raises(ValueError):
            fathom.pagerank(sample.graph)
        return
    if any(0 < w < 1e-30 or w > 1e30 for *_, w in sample.edges):
        return  # a sum of such weights leaves the range in which scores are compared
    alpha, weighted = rng.choice([0.5, 0.85]), rng.random() < 0.7
    even = np.full(n, 1 / max(n, 1))
    draw = lambda: np.array([rng.choice([0, 0.5, 1.0]) for _ in range(n)]) + (np.arange(n) == 0)
    personal, away = (draw() if n and rng.random() < 0.5 else None for _ in range(2))
    restart = even if personal is None else personal / personal.sum()
    dangling = restart if away is None else away / away.sum()
    how: dict[str, Any] = {"alpha": alpha, "weighted": weighted, "tol": 1e-13, "max_iter": 1000, "threads": threads(rng)}
    dtype = rng.choice([np.float32, np.float64])
    # Edges are followed in proportion to their weights in single precision.
    tolerance = 1e-6 if dtype is np.float32 or (sample.graph.weights is not None and sample.graph.weights.dtype == np.float64) else 1e-9
    found = fathom.pagerank(sample.graph, personalization=personal, dangling=away, start=draw() if n and rng.random() < 0.3 else None, dtype=dtype,
                            method=rng.choice(["auto", "power", "gauss_seidel"]), full_precision=rng.random() < 0.5, **how)
    assert found.scores.dtype == dtype
    close(found.scores, scores_of(sample, alpha, weighted, restart, dangling) if n else [], tolerance)
    if n:
        positions = some_positions(sample, rng)
        rows = fathom.personalized_pagerank(sample.graph, listed(sample, positions, rng), full_precision=rng.random() < 0.5, dtype=dtype, **how).scores
        for row, v in zip(rows, positions):
            one = (np.arange(n) == v).astype(float)
            close(row, scores_of(sample, alpha, weighted, one, one), tolerance)
        with pytest.warns(DeprecationWarning):
            assert found.ranks is found.scores
