"""Graphs that are made, the same for the same arguments and seed with any number of threads and on any machine.

>>> import fathom
>>> fathom.generate.grid(3, 2).num_vertices
6
"""

from __future__ import annotations

from . import _core
from ._graph import Graph
from ._progress import Progress, watching

_SEED = 27491095


def from_spec(spec: str, *, seed: int = _SEED, weights: tuple[int, int] | None = None, threads: int = 0,
              progress: Progress = None) -> Graph:
    """The graph that the program's words describe: "kron:20:16", "grid:1500x1500", "small-world:1000:6:0.1", ...

    Args:
        weights: random whole weights from the first to the second number, the same both ways of an undirected edge.

    Raises ValueError naming the part that is wrong and the form that is right.
    """
    low, high = (0, 0) if weights is None else weights
    if weights is not None and (high < 1 or low < 0):
        raise ValueError(f"weights is {weights}; it is a range of whole numbers from 0 on, up to at least 1")
    with watching(progress) as watcher:
        return Graph(_core.generate(spec, seed, low, high, threads, watcher))


def names() -> list[str]:
    """The first words of specs."""
    return _core.generator_names()


def kron(scale: int, edge_factor: int = 16, **options: object) -> Graph:
    """The Graph500 specification's Kronecker graph: 2^scale vertices, edge_factor times as many undirected edges."""
    return from_spec(f"kron:{scale}:{edge_factor}", **options)  # type: ignore[arg-type]


def rmat(scale: int, edge_factor: int = 16, **options: object) -> Graph:
    """R-MAT (Chakrabarti, Zhan, Faloutsos, SDM 2004) with the probabilities 0.45, 0.15, 0.15."""
    return from_spec(f"rmat:{scale}:{edge_factor}", **options)  # type: ignore[arg-type]


def uniform(scale: int, edge_factor: int = 16, **options: object) -> Graph:
    """edge_factor * 2^scale undirected edges with both ends uniform."""
    return from_spec(f"uniform:{scale}:{edge_factor}", **options)  # type: ignore[arg-type]


def random(n: int, degree: int, **options: object) -> Graph:
    """Every one of n vertices has `degree` directed edges to uniform targets."""
    return from_spec(f"random:{n}:{degree}", **options)  # type: ignore[arg-type]


def grid(width: int, height: int, **options: object) -> Graph:
    """width x height with 4 neighbours; vertex (row, column) is row * width + column."""
    return from_spec(f"grid:{width}x{height}", **options)  # type: ignore[arg-type]


def geometric(scale: int, **options: object) -> Graph:
    """2^scale random points in the unit square, joined where near (DIMACS10's rgg_n_2_*)."""
    return from_spec(f"rgg:{scale}", **options)  # type: ignore[arg-type]


def small_world(n: int, degree: int, rewire: float, **options: object) -> Graph:
    """Watts and Strogatz: a ring, each joined to its `degree` nearest, every edge rewired with probability `rewire`."""
    return from_spec(f"small-world:{n}:{degree}:{rewire}", **options)  # type: ignore[arg-type]


def path(n: int, **options: object) -> Graph:
    """0 - 1 - ... - n-1."""
    return from_spec(f"path:{n}", **options)  # type: ignore[arg-type]


def star(n: int, **options: object) -> Graph:
    """Vertex 0 joined to all others."""
    return from_spec(f"star:{n}", **options)  # type: ignore[arg-type]


def complete(n: int, **options: object) -> Graph:
    """Every pair joined."""
    return from_spec(f"complete:{n}", **options)  # type: ignore[arg-type]


def binary_tree(n: int, **options: object) -> Graph:
    """v joined to 2v + 1 and 2v + 2."""
    return from_spec(f"tree:{n}", **options)  # type: ignore[arg-type]


def with_random_weights(graph: Graph, low: int, high: int, seed: int = _SEED) -> Graph:
    """The graph with random whole weights from `low` to `high`, the same both ways of an undirected edge."""
    return Graph(_core.with_random_weights(graph._core, low, high, seed), graph._nodes)
