"""Test graphs: small ones with critical shapes, as in tests/zoo, and some from files if available."""

from __future__ import annotations

import os
import pathlib

import numpy as np
import pytest
import scipy.sparse

import fathom


def edges_of(spec: str) -> tuple[np.ndarray, np.ndarray]:
    g = fathom.generate.from_spec(spec)
    return np.repeat(np.arange(g.num_vertices), g.degrees), np.array(g.indices)


def _random_directed(n: int, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    return generator.integers(0, n, m), generator.integers(0, n, m)


def _joined_stars(degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Two adjacent hubs of that degree."""
    leaves = np.arange(2, 2 + 2 * degree)
    return np.concatenate([np.repeat([0, 1], degree), [0]]), np.concatenate([leaves, [1]])


# name -> (n, src, dst, directed)
ZOO = {
    "one": (1, [], [], False),
    "isolated": (65, [3], [7], False),
    "loops": (4, [0, 1, 1, 2], [0, 1, 2, 3], False),
    "multi": (5, [0, 0, 0, 1, 1, 3], [1, 1, 2, 2, 2, 4], False),
    "path": (2000, np.arange(1999), np.arange(1, 2000), False),
    "cycle": (63, np.arange(63), (np.arange(63) + 1) % 63, True),
    "star": (257, np.zeros(256, int), np.arange(1, 257), False),
    "hubs": (2 + 2 * 33, *_joined_stars(33), False),
    "grid": (30 * 20, *edges_of("grid:30x20"), False),
    "rmat": (1 << 10, *edges_of("rmat:10:8"), False),
    "directed": (300, *_random_directed(300, 1500, 1), True),
    "sparse": (400, *_random_directed(400, 350, 2), True),
}


class Case:
    """A graph, and its SciPy matrix without duplicates and self-loops."""

    def __init__(self, name: str) -> None:
        n, src, dst, directed = ZOO[name]
        self.name, self.n, self.directed = name, n, directed
        self.src, self.dst = np.asarray(src, np.int64), np.asarray(dst, np.int64)
        self.graph = fathom.Graph.from_edges(self.src, self.dst, num_vertices=n, directed=directed)
        keep = self.src != self.dst
        pairs = np.stack([self.src[keep], self.dst[keep]])
        if not directed:
            pairs = np.concatenate([pairs, pairs[::-1]], axis=1)
        pairs = np.unique(pairs, axis=1)
        self.matrix = scipy.sparse.csr_array((np.ones(pairs.shape[1]), (pairs[0], pairs[1])), shape=(n, n))

    def weighted(self, seed: int = 5) -> scipy.sparse.csr_array:
        """The same with integer weights from 1 to 20, equal in both directions of an undirected edge."""
        m = self.matrix.tocoo()
        low, high = np.minimum(m.row, m.col), np.maximum(m.row, m.col)
        mixed = (low * 7919 + high * 104729 + seed) % 20 + 1 if not self.directed else (m.row * 7919 + m.col * 104729 + seed) % 20 + 1
        return scipy.sparse.csr_array((mixed.astype(np.float32), (m.row, m.col)), shape=m.shape)

    def sources(self) -> list[int]:
        return sorted({0, self.n // 2, self.n - 1})


@pytest.fixture(params=list(ZOO))
def case(request: pytest.FixtureRequest) -> Case:
    return Case(request.param)


@pytest.fixture
def graph_files() -> pathlib.Path:
    """Folder of public graphs; skips the test visibly if there is none."""
    folder = pathlib.Path(os.environ.get("FATHOM_GRAPHS") or pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "graphs")
    if not folder.is_dir():
        pytest.skip(f"no graphs in {folder}; FATHOM_GRAPHS may name a folder with them")
    return folder
