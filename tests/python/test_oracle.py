"""Statistics of edge lists with id gaps, against NetworkX's of the same file."""

from __future__ import annotations

import pathlib
import random
from collections.abc import Callable, Iterator

import pytest

import fathom

nx = pytest.importorskip("networkx")


def _spread(edges: list[tuple[int, int]], name: Callable[[int], int]) -> list[tuple[int, int]]:
    return [(name(u), name(v)) for u, v in edges]


def _random_edges(n: int, m: int, seed: int) -> list[tuple[int, int]]:
    generator = random.Random(seed)
    return [(generator.randrange(n), generator.randrange(n)) for _ in range(m)]


def edge_lists() -> Iterator[tuple[str, list[tuple[int, int]]]]:
    yield "from 1", _spread(_random_edges(40, 80, 1), lambda v: v + 1)
    yield "even", _spread(_random_edges(60, 90, 2), lambda v: 2 * v)
    yield "one far away", _spread(_random_edges(30, 60, 3), lambda v: 10**9 if v == 29 else v)
    yield "beyond 32 bits", _spread(_random_edges(50, 70, 4), lambda v: v * (2**33 + 7) + 5)
    yield "nearly 2^63", _spread(_random_edges(20, 50, 5), lambda v: 2**63 - 1 - v * v)
    yield "parts", _spread(_random_edges(90, 60, 6), lambda v: 3 * v + v % 2)
    yield "random ids", _spread(_random_edges(70, 200, 7), lambda v: random.Random(v).randrange(10**6))
    yield "loops and repeats", _spread([(0, 0), (0, 1), (1, 0), (0, 1), (2, 2), (3, 4), (4, 5), (5, 3)], lambda v: 5 * v + 2)
    yield "a path", _spread([(v, v + 1) for v in range(25)], lambda v: v * v + 1)
    yield "a star", _spread([(0, v) for v in range(1, 20)], lambda v: 1000 - 7 * v)
    yield "descending", _spread(_random_edges(40, 70, 8), lambda v: 500 - 11 * v)
    yield "two cliques", _spread([(u + k, v + k) for k in (0, 6) for u in range(6) for v in range(u)], lambda v: v + 17 * (v > 5))


CASES = dict(edge_lists())


def _by_id(g: fathom.Graph, values: object) -> dict[int, float]:
    return dict(zip((int(v) for v in g.nodes), values.tolist()))


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_statistics_agree_with_networkxs(tmp_path: pathlib.Path, name: str, directed: bool) -> None:
    file = tmp_path / "edges.txt"
    file.write_text("".join(f"{u}\t{v}\n" for u, v in CASES[name]))
    g = fathom.read(file, directed=directed)
    theirs = nx.read_edgelist(file, nodetype=int, create_using=nx.DiGraph if directed else nx.Graph)
    theirs.remove_edges_from(list(nx.selfloop_edges(theirs)))  # read() removes them and keeps their vertices
    assert len(CASES) == 12 and set(map(int, g.nodes)) == set(theirs)
    assert g.num_edges == theirs.number_of_edges() * (1 if directed else 2)
    n = g.num_vertices
    assert g.num_edges / (n * (n - 1)) == pytest.approx(nx.density(theirs))

    parts = fathom.weakly_connected_components(g)
    weak = list(nx.weakly_connected_components(theirs) if directed else nx.connected_components(theirs))
    assert parts.count == len(weak) and set(map(int, parts.largest)) in [part for part in weak if len(part) == max(map(len, weak))]
    strong = fathom.strongly_connected_components(g).count
    assert strong == (nx.number_strongly_connected_components(theirs) if directed else len(weak))

    assert _by_id(g, fathom.closeness(g).values) == pytest.approx(nx.closeness_centrality(theirs))
    assert _by_id(g, fathom.harmonic(g).values) == pytest.approx(nx.harmonic_centrality(theirs))
    assert _by_id(g, fathom.betweenness(g).vertices) == pytest.approx(nx.betweenness_centrality(theirs))
    assert _by_id(g, fathom.pagerank(g, tol=1e-12, max_iter=500).scores) == pytest.approx(nx.pagerank(theirs, tol=1e-13, max_iter=500), abs=1e-8)
    assert g.directed != directed or _by_id(g, fathom.core_numbers(g)) == nx.core_number(theirs)
    if not directed:
        found = fathom.triangles(g)
        assert _by_id(g, found.triangles) == nx.triangles(theirs)
        assert found.average_clustering == pytest.approx(nx.average_clustering(theirs))
        assert found.transitivity == pytest.approx(nx.transitivity(theirs))

    largest = theirs.subgraph(map(int, parts.largest)).to_undirected()
    mine = fathom.Graph.from_edges(*map(list, zip(*largest.edges())), directed=False) if largest.edges else None
    assert mine is None or fathom.diameter(mine).diameter == nx.diameter(largest)
    start = int(g.nodes[0])
    reached = {v: d for v, d in _by_id(g, fathom.bfs(g, start).distances).items() if d >= 0}
    assert reached == nx.single_source_shortest_path_length(theirs, start)
