"""Graphs partitioned over the processes of an mpi4py communicator."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from . import _core
from ._graph import Graph
from ._names import Names
from ._progress import Progress, watching
from ._ranks import Ranks
from ._refusals import file_name, flag, text_or_none


P = ParamSpec("P")
R = TypeVar("R")


class PartitionedGraph:
    """Graph of which each process of an mpi4py communicator holds a part: a block of consecutive vertices with their edges.

    Create one with :func:`fathom.read_partitioned` or :func:`fathom.partition`, collectively. :func:`fathom.bfs`,
    :func:`fathom.multi_bfs`, :func:`fathom.distances`, :func:`fathom.distances_to_file`, :func:`fathom.sssp`, the components,
    :func:`fathom.pagerank`, :func:`fathom.core_numbers` and :func:`fathom.triangles` accept it in place of a Graph: all processes make
    the same call, and each gets the result for all vertices. If one process fails, all raise.
    """

    def __init__(self, part: _core.Partition | None = None, nodes: Graph | None = None) -> None:
        if not isinstance(part, _core.Partition) or nodes is None:
            raise TypeError("PartitionedGraph cannot be constructed directly; use fathom.partition or fathom.read_partitioned")
        self._core = part
        self._nodes = nodes

    @property
    def num_vertices(self) -> int:
        """Number of vertices of the whole graph."""
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        """Number of stored edges of the whole graph; an undirected edge counts twice."""
        return self._core.num_edges

    @property
    def directed(self) -> bool:
        """Whether an edge lacks its reverse."""
        return self._core.directed

    @property
    def weighted(self) -> bool:
        """Whether edges have weights."""
        return self._core.weighted

    @property
    def own_vertices(self) -> range:
        """Positions of the vertices that this process holds."""
        return range(self._core.first, self._core.last)

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of the process grid."""
        rows, columns = self._core.grid
        return rows, columns

    @property
    def nodes(self) -> Any:
        """Names of all vertices by position, as in :attr:`Graph.nodes`."""
        return self._nodes.nodes

    @property
    def _names(self) -> Names:
        return self._nodes._names

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        own = self.own_vertices
        return (f"PartitionedGraph({kind}, {self.num_vertices:,} vertices, {self.num_edges:,} edges; "
                f"here {len(own):,} vertices from {own.start:,})")


def collective(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that all processes of a PartitionedGraph leave with an exception if one of them cannot begin the call."""

    @functools.wraps(function)
    def called(*args: P.args, **options: P.kwargs) -> R:
        graph = args[0] if args else options.get("graph")
        if not isinstance(graph, PartitionedGraph):
            return function(*args, **options)
        _core.begin_call(graph._core)
        try:
            return function(*args, **options)
        except Exception as error:
            _core.refuse_call(graph._core, str(error) or type(error).__name__)
            raise

    return called


def _rows_and_columns(grid: tuple[int, int] | None) -> tuple[int, int]:
    """Return the rows and columns of `grid`; 0 and 0 for None."""
    if grid is None:
        return 0, 0
    rows, columns = grid
    if rows < 1 or columns < 1:
        raise ValueError(f"grid is {grid}; it must have at least one row and one column")
    return rows, columns


def partition(graph: Graph, comm: Any, *, grid: tuple[int, int] | None = None, threads: int = 0,
              progress: Progress = None) -> PartitionedGraph:
    """Partition a graph that every process has. Collective.

    Parameters
    ----------
    graph : Graph
        The same on all processes; not needed afterward, except for the names of its vertices.
    comm : mpi4py.MPI.Intracomm
        Such as MPI.COMM_WORLD. It is duplicated.
    grid : tuple of int, optional
        Rows and columns of the process grid, whose product is the number of processes. None: one column.
    threads : int
        Number of CPU threads of this process; 0: those of the host, divided among its processes.
    progress
        See :func:`bfs`.

    Returns
    -------
    PartitionedGraph

    Raises
    ------
    ValueError
        If the graph or the grid differs between processes, or the grid does not match their number.
    MemoryError
        If a process lacks memory.

    Examples
    --------
    >>> from mpi4py import MPI  # doctest: +SKIP
    >>> parts = fathom.partition(fathom.generate.path(4), MPI.COMM_WORLD)  # doctest: +SKIP
    >>> fathom.bfs(parts, 0).distances.tolist()  # doctest: +SKIP
    [0, 1, 2, 3]
    """
    rows, columns = _rows_and_columns(grid)
    with watching(progress) as watcher:
        return PartitionedGraph(_core.partition(graph._core, Ranks(comm), rows, columns, threads, watcher), graph)


def read_partitioned(
    path: str | os.PathLike[str],
    comm: Any,
    *,
    format: str | None = None,
    directed: bool | None = None,
    symmetrize: bool = False,
    weights: bool = True,
    grid: tuple[int, int] | None = None,
    threads: int = 0,
    progress: Progress = None,
) -> PartitionedGraph:
    """Read a graph from a file of which each process reads a part. Collective.

    Parallel edges are merged and self-loops removed. Compressed files and those with names or sparse ids are read whole by every
    process, which keeps its part.

    Parameters
    ----------
    path : path-like
        The same file on all processes.
    format, directed, symmetrize, weights
        See :func:`read`.
    comm, grid, threads, progress
        See :func:`partition`.

    Returns
    -------
    PartitionedGraph

    Raises
    ------
    FileNotFoundError, FormatError, ValueError
        See :func:`read`; on all processes.
    MemoryError
        If a process lacks memory.

    Examples
    --------
    >>> from mpi4py import MPI  # doctest: +SKIP
    >>> fathom.connected_components(fathom.read_partitioned("roads.gr", MPI.COMM_WORLD)).count  # doctest: +SKIP
    1
    """
    rows, columns = _rows_and_columns(grid)
    direction = "" if directed is None else "directed" if flag(directed, "directed") else "undirected"
    with watching(progress) as watcher:
        part, nodes = _core.read_partition(file_name(path), Ranks(comm), text_or_none(format, "format"), direction, symmetrize, weights, rows, columns,
                                           threads, watcher)
    return PartitionedGraph(part, Graph(nodes))


__all__ = ["PartitionedGraph", "partition", "read_partitioned"]
