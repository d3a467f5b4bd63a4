"""Graph generators, reproducible for the same arguments and seed with any number of threads and on any machine.

>>> import fathom
>>> fathom.generate.grid(3, 2).num_vertices
6
"""

from __future__ import annotations

from . import _core
from ._graph import Graph
from ._progress import Progress, watching
from ._seed import SEED


def from_spec(spec: str, *, seed: int = SEED, weights: tuple[int, int] | None = None, threads: int = 0,
              progress: Progress = None) -> Graph:
    """Generate the graph that a command-line spec describes, such as "kron:20:16", "grid:1500x1500" or "small-world:1000:6:0.1".

    Parameters
    ----------
    spec : str
        Name of a generator and its arguments, separated by colons.
    seed : int
        Seed of the random numbers.
    weights : (int, int), optional
        Smallest and largest of random integer weights, equal in both directions of an undirected edge. None: unweighted.
    threads, progress
        See :func:`fathom.bfs`.

    Returns
    -------
    Graph

    Raises
    ------
    ValueError
        If the spec is malformed; the message names the wrong part and the expected form.

    Examples
    --------
    >>> fathom.generate.from_spec("grid:3x2", weights=(1, 9)).weighted
    True
    """
    if weights is not None and len(weights) != 2:
        raise ValueError(f"weights is {weights}; use the smallest and the largest weight, such as (1, 255)")
    low, high = (0, 0) if weights is None else weights
    if weights is not None and (high < 1 or low < 0):
        raise ValueError(f"weights is {weights}; use a range of nonnegative integers whose upper bound is at least 1")
    with watching(progress) as watcher:
        return Graph(_core.generate(spec, seed, low, high, threads, watcher))


def names() -> list[str]:
    """Return the names of the generators, with which specs begin.

    Examples
    --------
    >>> "small-world" in fathom.generate.names()
    True
    """
    return _core.generator_names()


def kron(scale: int, edge_factor: int = 16, **options: object) -> Graph:
    """Generate a Kronecker graph of the Graph500 specification: 2^scale vertices, edge_factor * 2^scale undirected edges.

    Examples
    --------
    >>> g = fathom.generate.kron(8)
    >>> g.num_vertices, g.num_edges
    (256, 4316)
    """
    return from_spec(f"kron:{scale}:{edge_factor}", **options)  # type: ignore[arg-type]


def rmat(scale: int, edge_factor: int = 16, **options: object) -> Graph:
    """Generate an R-MAT graph (Chakrabarti, Zhan, Faloutsos, SDM 2004) with a = 0.45 and b = c = 0.15.

    Examples
    --------
    >>> g = fathom.generate.rmat(8)
    >>> g.num_vertices, g.num_edges
    (256, 6286)
    """
    return from_spec(f"rmat:{scale}:{edge_factor}", **options)  # type: ignore[arg-type]


def uniform(scale: int, edge_factor: int = 16, **options: object) -> Graph:
    """Generate 2^scale vertices and edge_factor * 2^scale undirected edges with uniformly random endpoints.

    Examples
    --------
    >>> g = fathom.generate.uniform(8)
    >>> g.num_vertices, g.num_edges
    (256, 7626)
    """
    return from_spec(f"uniform:{scale}:{edge_factor}", **options)  # type: ignore[arg-type]


def random(n: int, degree: int, **options: object) -> Graph:
    """Generate n vertices, each with `degree` directed edges to uniformly random targets.

    Examples
    --------
    >>> g = fathom.generate.random(9, 2)
    >>> g.num_vertices, g.num_edges
    (9, 14)
    """
    return from_spec(f"random:{n}:{degree}", **options)  # type: ignore[arg-type]


def grid(width: int, height: int, **options: object) -> Graph:
    """Generate a width x height grid with 4 neighbors per inner vertex; vertex (row, column) is row * width + column.

    Examples
    --------
    >>> g = fathom.generate.grid(3, 2)
    >>> g.num_vertices, g.num_edges
    (6, 14)
    """
    return from_spec(f"grid:{width}x{height}", **options)  # type: ignore[arg-type]


def geometric(scale: int, **options: object) -> Graph:
    """Generate a random geometric graph: 2^scale points in the unit square, with edges between close points (DIMACS10's rgg_n_2_*).

    Examples
    --------
    >>> g = fathom.generate.geometric(8)
    >>> g.num_vertices, g.num_edges
    (256, 1184)
    """
    return from_spec(f"rgg:{scale}", **options)  # type: ignore[arg-type]


def delaunay(scale: int, **options: object) -> Graph:
    """Generate the Delaunay triangulation of 2^scale random points in the unit square (DIMACS10's delaunay_n*).

    Examples
    --------
    >>> g = fathom.generate.delaunay(8)
    >>> g.num_vertices, g.num_edges
    (256, 1502)
    """
    return from_spec(f"delaunay:{scale}", **options)  # type: ignore[arg-type]


def small_world(n: int, degree: int, rewire: float, **options: object) -> Graph:
    """Generate a Watts-Strogatz graph: a ring of n vertices adjacent to their `degree` nearest, edges rewired with probability `rewire`.

    Examples
    --------
    >>> g = fathom.generate.small_world(10, 4, 0.1)
    >>> g.num_vertices, g.num_edges
    (10, 36)
    """
    return from_spec(f"small-world:{n}:{degree}:{rewire}", **options)  # type: ignore[arg-type]


def path(n: int, **options: object) -> Graph:
    """Generate the path 0 - 1 - ... - n-1.

    Examples
    --------
    >>> g = fathom.generate.path(4)
    >>> g.num_vertices, g.num_edges
    (4, 6)
    """
    return from_spec(f"path:{n}", **options)  # type: ignore[arg-type]


def star(n: int, **options: object) -> Graph:
    """Generate a star: vertex 0 is adjacent to all others.

    Examples
    --------
    >>> g = fathom.generate.star(5)
    >>> g.num_vertices, g.num_edges
    (5, 8)
    """
    return from_spec(f"star:{n}", **options)  # type: ignore[arg-type]


def complete(n: int, **options: object) -> Graph:
    """Generate the complete graph: every pair of vertices is adjacent.

    Examples
    --------
    >>> g = fathom.generate.complete(4)
    >>> g.num_vertices, g.num_edges
    (4, 12)
    """
    return from_spec(f"complete:{n}", **options)  # type: ignore[arg-type]


def binary_tree(n: int, **options: object) -> Graph:
    """Generate a binary tree: the children of v are 2v + 1 and 2v + 2.

    Examples
    --------
    >>> g = fathom.generate.binary_tree(7)
    >>> g.num_vertices, g.num_edges
    (7, 12)
    """
    return from_spec(f"tree:{n}", **options)  # type: ignore[arg-type]


def with_random_weights(graph: Graph, low: int, high: int, seed: int = SEED) -> Graph:
    """Return the graph with random integer weights from `low` to `high`, equal in both directions of an undirected edge.

    Examples
    --------
    >>> g = fathom.generate.with_random_weights(fathom.generate.path(4), 1, 9)
    >>> bool(1 <= g.weights.min() and g.weights.max() <= 9)
    True
    """
    return graph._derived(_core.with_random_weights(graph._core, low, high, seed), graph._nodes)
