"""Random walks and sampled neighborhoods against the rows of SciPy."""

from __future__ import annotations

import numpy as np
import pytest

import fathom


def _edges(graph: fathom.Graph) -> set[tuple[int, int]]:
    return set(zip(np.repeat(np.arange(graph.num_vertices), np.diff(graph.indptr)).tolist(), graph.indices.tolist()))


@pytest.mark.parametrize(("p", "q"), [(1, 1), (0.25, 2), (4, 0.5)])
def test_walks_follow_edges(case, p: float, q: float) -> None:
    g = case.graph
    found = fathom.random_walks(g, length=12, walks_per_source=2, p=p, q=q, threads=1)
    assert found.walks.shape == (2 * case.n, 13) and found.walks.dtype == np.int32
    assert found.walks[:, 0].tolist() == np.repeat(np.arange(case.n), 2).tolist()
    before, after = found.walks[:, :-1].ravel(), found.walks[:, 1:].ravel()
    degrees = np.append(np.diff(g.indptr), 0)  # the last one is that of -1
    assert ((after < 0) == (degrees[before] == 0)).all()
    assert set(zip(before[after >= 0].tolist(), after[after >= 0].tolist())) <= _edges(g)
    assert found.report.steps == (after >= 0).sum() and found.report.algorithm == "random walks"
    assert (fathom.random_walks(g, length=12, walks_per_source=2, p=p, q=q, threads=2).walks == found.walks).all()
    if degrees.max() > 1:
        assert (fathom.random_walks(g, length=12, walks_per_source=2, p=p, q=q, seed=1).walks != found.walks).any()


def test_weighted_walks_are_in_proportion() -> None:
    g = fathom.Graph.from_edges([0, 0, 0], [1, 2, 3], [1.0, 3.0, 0.0], directed=True)
    walks = fathom.random_walks(g, [0], 1, walks_per_source=40_000, weighted=True).walks
    counts = np.bincount(walks[:, 1], minlength=4)
    assert counts[3] == 0 and abs(counts[2] - 30_000) < 5 * np.sqrt(40_000 * 0.75 * 0.25)


def test_walks_with_names() -> None:
    g = fathom.Graph.from_edges(["a", "b"], ["b", "c"], directed=True)
    found = fathom.random_walks(g, ["b", "b", "a"], 4)
    assert [found.walk(i) for i in range(3)] == [["b", "c"], ["b", "c"], ["a", "b", "c"]]
    assert np.from_dlpack(found.walks).shape == (3, 5)
    with pytest.raises(KeyError):
        fathom.random_walks(g, ["z"])


@pytest.mark.parametrize("replace", [False, True])
def test_samples_are_of_the_graph(case, replace: bool) -> None:
    g = case.graph
    sources = np.random.default_rng(3).permutation(case.n)[:40]
    fanouts = [3, -1, 2]
    found = fathom.sample_neighbors(g, sources, fanouts, replace=replace, threads=1)
    assert found.nodes[: len(sources)].tolist() == sources.tolist()
    assert len(set(found.nodes.tolist())) == len(found.nodes) == sum(found.num_sampled_nodes)
    assert sum(found.num_sampled_edges) == len(found.edges) == len(found.rows) == len(found.columns)
    assert found.edges.dtype == np.int64
    starts = g.indptr[found.nodes[found.rows]]
    assert ((starts <= found.edges) & (found.edges < g.indptr[found.nodes[found.rows] + 1])).all()
    assert (g.indices[found.edges] == found.nodes[found.columns]).all()
    assert replace or len(set(found.edges.tolist())) == len(found.edges)
    degrees, first = np.diff(g.indptr)[found.nodes], 0
    for fanout, size in zip(fanouts, found.num_sampled_nodes):
        for local in range(first, first + size):
            drawn = fanout if fanout >= 0 and replace and degrees[local] > 0 else min(degrees[local], fanout if fanout >= 0 else case.n)
            assert (found.rows == local).sum() == drawn
        first += size
    again = fathom.sample_neighbors(g, sources, fanouts, replace=replace, threads=2)
    assert (again.edges == found.edges).all() and (again.nodes == found.nodes).all()


def test_samples_with_names() -> None:
    g = fathom.Graph.from_edges(["a", "a", "b"], ["b", "c", "d"], directed=True)
    found = fathom.sample_neighbors(g, ["a"], [-1, 1])
    assert found.node_names.tolist() == ["a", "b", "c", "d"]
    assert fathom.sample_neighbors(g.reverse(), ["d"], [1, 1]).node_names.tolist() == ["d", "b", "a"]


@pytest.mark.parametrize(("call", "text"), [
    (lambda g: fathom.random_walks(g, length=0), "length is 0; use a number from 1"),
    (lambda g: fathom.random_walks(g, walks_per_source=-3), "walks_per_source is -3"),
    (lambda g: fathom.random_walks(g, p=0), "p is 0; use a positive number"),
    (lambda g: fathom.random_walks(g, q=-1.5), "q is -1.5; use a positive number"),
    (lambda g: fathom.random_walks(g, q=float("nan")), "q is nan"),
    (lambda g: fathom.random_walks(g, weighted=True), "weight of the edge '0' -> '1' is -1"),
    (lambda g: fathom.sample_neighbors(g, [0], []), "there are no fanouts"),
    (lambda g: fathom.sample_neighbors(g, [0], [2, 0]), "the fanout of hop 2 is 0"),
    (lambda g: fathom.sample_neighbors(g, [0, 1, 0], [2]), "source '0' occurs twice"),
])
def test_mistakes_are_explained(call, text: str) -> None:
    g = fathom.Graph.from_edges([0, 1], [1, 2], [-1.0, 1.0], directed=True)
    with pytest.raises(ValueError, match=text):
        call(g)


def test_vertices_outside_the_graph_and_memory() -> None:
    g = fathom.generate.from_spec("path:9")
    with pytest.raises(IndexError):
        fathom.random_walks(g, [9])
    with pytest.raises(IndexError):
        fathom.sample_neighbors(g, [-1], [2])
    with pytest.raises(MemoryError, match="storing"):
        fathom.random_walks(g, length=4_000_000_000, walks_per_source=4_000_000_000)


def test_devices() -> None:
    """The results are the same on a GPU; without one, it is refused."""
    g = fathom.generate.from_spec("kron:9:8")

    def calls(**where) -> list:
        sample = fathom.sample_neighbors(g, [1, 4, 7], [5, -1, 3], **where)
        return [fathom.random_walks(g, length=30, p=0.5, q=2, **where).walks, sample.nodes, sample.rows, sample.columns, sample.edges]

    right = calls()
    if fathom.why_no_cuda():
        for call in (fathom.random_walks, lambda g, **where: fathom.sample_neighbors(g, [1], [2], **where)):
            with pytest.raises(fathom.DeviceError, match="cuda"):
                call(g, device="cuda")
        assert all((a == b).all() for a, b in zip(calls(keep_on_device=True), right))  # as other functions on the CPU
        return
    for keep in (False, True):
        for mine, own in zip(calls(device="cuda", keep_on_device=keep), right):
            assert keep != isinstance(mine, np.ndarray)
            assert (fathom._arrays.host(mine, "mine") == own).all()
    assert fathom.random_walks(g, length=5, device="cuda", keep_on_device=True).walk(0) == fathom.random_walks(g, length=5).walk(0)
