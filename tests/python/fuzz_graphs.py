"""Checks of graphs, reports and devices; see fuzz_checks.py."""

from __future__ import annotations

import json
import math
import pathlib
import random
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from fuzz_oracles import close, core_oracle, edges_of, equal, hops_from, listed, parts_of, threads, vertex
from fuzz_samples import Sample

import fathom


# -- graphs -----------------------------------------------------------------------------------------------------------------------------


def check_graph(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    g = sample.graph
    assert (len(g), g.num_vertices, g.num_edges) == (sample.n, sample.n, len(sample.edges))
    assert (g.weighted, g.directed) == (sample.weighted, sample.directed)
    assert list(g) == sample.names and all(name in g for name in sample.names) and "nobody" not in g and -1 not in g and [] not in g
    assert list(g.nodes) == sample.names and g.indptr.dtype == np.int64 and g.indices.dtype == np.int32
    sources = np.repeat(np.arange(sample.n), g.degrees).tolist()
    weights = [1.0] * len(sources) if g.weights is None else g.weights.tolist()
    found, expected = sorted(zip(sources, g.indices.tolist(), weights)), sorted(sample.edges)
    assert [e[:2] for e in found] == [e[:2] for e in expected]
    assert [e[2] for e in found] == pytest.approx([e[2] for e in expected], rel=1e-6 if "'sum'" in sample.story else 0, abs=0)
    sample.edges = found  # sums of single precision differ in the last bit
    sample.__post_init__()
    assert g.indptr.tolist() == np.searchsorted(sources, np.arange(sample.n + 1)).tolist()
    assert g.receipt.edges_stored == len(sample.edges) and g.receipt.vertices == sample.n
    isolated = set(range(sample.n)) - {end for u, v, _ in sample.edges if u != v for end in (u, v)}
    facts = g.properties
    assert (facts.self_loops, facts.isolated) == (sum(u == v for u, v, _ in sample.edges), len(isolated))
    assert facts.duplicates == len(sample.edges) - len({e[:2] for e in sample.edges})
    assert g.nbytes > 0 and repr(g).startswith("<fathom.Graph: ") and "<table>" in g._repr_html_()
    for i, name in enumerate(sample.names):
        assert g.vertex(name) == i
    with pytest.raises(KeyError):
        g.vertex("nobody")
    assert g.prepare("cpu", joined=rng.random() < 0.5, threads=threads(rng)).bytes >= 0
    with pytest.raises(TypeError):
        fathom.Graph(sample.edges)


def check_conversions(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    g = sample.graph
    matrix = g.to_scipy()
    expected = np.zeros((sample.n, sample.n))
    for u, v, w in sample.edges:
        expected[u, v] += w
    close(matrix.toarray(), expected, 1e-6)
    assert matrix.nnz == len(sample.edges)
    G = g.to_networkx()
    last = {(sample.names[u], sample.names[v]): w for u, v, w in sample.edges}
    assert list(G) == sample.names and G.is_directed() == sample.directed
    assert {frozenset(e) if not sample.directed else e for e in G.edges()} == {frozenset(e) if not sample.directed else e for e in last}
    assert G.is_multigraph() == (g.properties.duplicates > 0)
    assert G.number_of_edges() == sum(sample.directed or u <= v for u, v, _ in sample.edges)
    if sample.weighted:
        assert sorted(w for _, _, w in G.edges(data="weight")) == sorted(w for u, v, w in sample.edges if sample.directed or u <= v)
    if sample.weighted and g.properties.duplicates == 0:
        assert all(last[u, v] == w for u, v, w in G.edges(data="weight"))
    frame = g.to_pandas("from", "to", "length")
    rows = sorted((sample.graph.vertex(u), sample.graph.vertex(v)) for u, v in zip(frame["from"], frame["to"]))
    assert rows == sorted((u, v) for u, v, _ in sample.edges if sample.directed or u <= v)
    if sample.weighted:
        assert sorted(frame["length"]) == sorted(w for u, v, w in sample.edges if sample.directed or u <= v)
    options: dict[str, Any] = {"duplicates": "keep", "self_loops": "keep", "exact_weights": True}
    again = fathom.Graph.from_pandas(frame, "from", "to", "length" if sample.weighted else None, sample.directed, **options)
    assert again.num_edges == g.num_edges and set(again.nodes) <= set(sample.names)
    assert fathom.Graph.from_scipy(matrix, weight=sample.weighted, exact_weights=True).num_edges == g.num_edges
    form = rng.choice(["mtx", "csv", "txt", "fathom", "npz"])
    lost = g.save(folder / f"saved.{form}", threads=threads(rng))
    back = fathom.read(folder / f"saved.{form}", directed=True if form == "csv" else None, duplicates="keep", self_loops="keep",
                       num_vertices=None, exact_weights=True)
    assert back.num_edges == g.num_edges
    if not lost and form == "fathom":
        assert back == g and hash(back) == hash(g)


def check_parts(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    g = sample.graph
    kept = sorted(rng.sample(range(sample.n), rng.randint(0, sample.n)))
    _same_part(sample, g.subgraph(listed(sample, kept[::-1], rng), threads=threads(rng)), kept)
    if sample.n:
        source, hops = rng.randrange(sample.n), rng.randint(0, 3)
        near = [v for v, d in enumerate(hops_from(sample.out, source, hops)) if d >= 0]
        _same_part(sample, g.ego_graph(vertex(sample, source, rng), hops, threads=threads(rng)), near)
    strong = rng.random() < 0.5
    _, sets = parts_of(sample, strong)
    largest = max(sets, key=lambda part: (len(part), -min(part)), default=[])
    _same_part(sample, g.largest_component(strong=strong, threads=threads(rng)), sorted(largest))
    k = rng.choice([None, 0, 1, 2, 3])
    numbers = core_oracle(sample)
    wanted = max(numbers, default=0) if k is None else k
    _same_part(sample, fathom.k_core(g, k, threads=threads(rng)), [v for v, c in enumerate(numbers) if c >= wanted])
    turned = g.reverse(threads=threads(rng))
    assert sorted(edges_of(turned)) == sorted((v, u, w) for u, v, w in sample.edges) and list(turned.nodes) == sample.names
    assert (turned == g) == (not sample.directed)


def _same_part(sample: Sample, part: fathom.Graph, kept: list[int]) -> None:
    assert list(part.nodes) == [sample.names[v] for v in kept]
    place = {v: i for i, v in enumerate(kept)}
    assert sorted(edges_of(part)) == sorted((place[u], place[v], w) for u, v, w in sample.edges if u in place and v in place)


# -- the rest ---------------------------------------------------------------------------------------------------------------------------


def check_generators(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    make, n, seed = fathom.generate, rng.randint(1, 20), rng.randrange(100)

    def same(g: fathom.Graph, G: Any) -> None:
        assert g.num_vertices == len(G) and {frozenset(e[:2]) for e in edges_of(g)} == {frozenset(e) for e in G.edges} and not g.directed

    same(make.path(n), nx.path_graph(n))
    same(make.star(n), nx.star_graph(n - 1))
    same(make.complete(n), nx.complete_graph(n))
    same(make.binary_tree(n), nx.Graph([((v - 1) // 2, v) for v in range(1, n)]) if n > 1 else nx.empty_graph(1))
    width = rng.randint(1, 6)
    lattice = nx.grid_2d_graph(n, width)
    same(make.grid(width, n), nx.relabel_nodes(lattice, {(r, c): r * width + c for r, c in lattice}))
    ring = make.small_world(n + 4, 4, 0.0)
    same(ring, nx.watts_strogatz_graph(n + 4, 4, 0))
    scale = rng.randint(1, 6)
    for build, vertices in ((make.kron, 2**scale), (make.rmat, 2**scale), (make.uniform, 2**scale)):
        g = build(scale, 3, seed=seed)
        assert g.num_vertices == vertices and g.num_edges <= 6 * vertices and not g.directed and g == build(scale, 3, seed=seed, threads=1)
    for build in (make.geometric, make.delaunay):
        g = build(scale + 1, seed=seed)
        assert g.num_vertices == 2 ** (scale + 1) and not g.directed and g.properties.self_loops == 0 and g == build(scale + 1, seed=seed, threads=1)
    g = make.random(n, 3, seed=seed)
    assert g.num_vertices == n and g.num_edges <= 3 * n and g == make.random(n, 3, seed=seed)
    g = make.from_spec(f"grid:{width}x{n}", seed=seed, weights=(2, 5), threads=threads(rng))
    again = make.with_random_weights(make.grid(width, n), 2, 5, seed)
    for weighted in (g, again):
        assert weighted.num_edges == 0 or (set(weighted.weights.tolist()) <= {2, 3, 4, 5} and not weighted.directed)
    assert all(isinstance(name, str) for name in make.names()) and "kron" in make.names()
    with pytest.raises(ValueError):
        make.from_spec("unheard:3")


def check_reports(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot

    report = fathom.pagerank(fathom.generate.path(3)).report
    assert json.loads(report.to_json(indent=rng.choice([None, 2])))["algorithm"] == report["algorithm"] == "pagerank"
    if sample.n and rng.random() < 0.2:
        searched = fathom.bfs(sample.graph, sample.names[0], report_levels=True).report
        axes = matplotlib.pyplot.subplots(2)[1]
        if searched.levels:
            assert searched.plot(axes).axes[0] is axes[0] and "level" in searched.table()
        matplotlib.pyplot.close("all")
    assert fathom.devices()[0].device == "cpu" and (len(fathom.devices()) == 1) == bool(fathom.why_no_cuda())
    vertices, samples, failure = rng.randint(2, 10**6), rng.randint(2, 1000), rng.choice([0.01, 0.2])
    bound = 0 if samples >= vertices else math.sqrt(math.log(2 * vertices / failure) / (2 * (samples - 1)))
    assert fathom.sampling_error(samples, vertices, failure) == pytest.approx(bound)
    try:
        with fathom.measure_energy("cpu") as energy:
            fathom.bfs(fathom.generate.path(9), 0)
    except fathom.DeviceError as error:
        assert len(str(error)) > 10
    else:
        assert energy.reading is not None and energy.reading.joules >= 0


def check_other_graphs(sample: Sample, rng: random.Random, folder: pathlib.Path) -> None:
    """Functions take matrices and NetworkX graphs in place of a Graph."""
    if sample.n and type(sample.names[0]) is int and sample.names == list(range(sample.n)):
        matrix = scipy.sparse.csr_array((np.ones(len(sample.edges)), ([e[0] for e in sample.edges], [e[1] for e in sample.edges])), shape=(sample.n,) * 2)
        equal(fathom.bfs(matrix, 0).distances, hops_from(sample.out, 0))
    if sample.n:
        equal(fathom.bfs(sample.networkx(), 0).distances, hops_from(sample.out, 0))
    for wrong in (None, 3, "path", [[0, 1]]):
        with pytest.raises(TypeError, match="is not a graph"):
            fathom.bfs(wrong, 0)
