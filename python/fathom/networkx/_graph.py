"""Graph passed by NetworkX's dispatcher to the backend's functions: a NetworkX graph as arrays, in NetworkX's order."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .._cohesion import TrianglesResult
from .._cohesion import triangles as count_triangles
from .._graph import Graph
from ._rows import edge_data, listed_attribute, plain

# Version of NetworkX, such as (3, 6).
VERSION = tuple(int(number) for number in re.findall(r"\d+", nx.__version__)[:2])


class _Attribute:
    """One edge attribute, row by row: the smallest value of parallel edges, and their sum. None if a value is not a number."""

    def __init__(self, smallest: np.ndarray | None, summed: np.ndarray | None) -> None:
        self.smallest, self.summed = smallest, summed


class BackendGraph:
    """Graph in which vertex i is the i-th node, and rows list neighbors in the order of the adjacency, as NetworkX's algorithms do.

    Parallel edges of a multigraph become one edge, whose weight is the smallest weight (for paths) or the sum (for PageRank).

    NetworkX caches a converted graph and passes it to later calls for other attributes, or for none. Weights are therefore looked up
    by the name that each call passes; a stored attribute is never used just because it exists.
    """

    __networkx_backend__ = "fathom"

    def __init__(self, source: nx.Graph, attribute: str | None, default: float) -> None:
        adjacency = plain(source._adj)
        self.nodes: list[Hashable] = list(adjacency)
        self.index: dict[Hashable, int] = dict(zip(self.nodes, range(len(self.nodes))))
        self.directed: bool = source.is_directed()
        self.multigraph: bool = source.is_multigraph()
        self._source = source
        degrees = np.fromiter(map(len, adjacency.values()), np.int64, len(self.nodes))
        self.indptr: npt.NDArray[np.int64] = np.concatenate([[0], np.cumsum(degrees)])
        self.indices: npt.NDArray[np.int32] = np.fromiter(
            map(self.index.__getitem__, chain.from_iterable(adjacency.values())), np.int32, int(self.indptr[-1]))
        self.indptr.flags.writeable = self.indices.flags.writeable = False  # so that Graph.from_csr() borrows them
        self._attributes: dict[str | None, _Attribute] = {None: _counts(adjacency, self.multigraph, self.indices.size)}
        self._by_length: dict[str | None, Graph] = {}
        self._sums: dict[str | None, Graph] = {}
        self._matrices: dict[bool, Any] = {}
        if attribute is not None:
            self._attributes[attribute] = _columns(adjacency, self.multigraph, attribute, default, self.indices.size)

    # -- interface for NetworkX's decorators and dispatcher -----------------------------------------------------------------------

    def is_directed(self) -> bool:
        return self.directed

    def is_multigraph(self) -> bool:
        return self.multigraph

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.nodes)

    def __contains__(self, node: Any) -> bool:
        try:
            return node in self.index
        except TypeError:
            return False

    def to_networkx(self) -> nx.Graph:
        """Return the original NetworkX graph."""
        return self._source

    def number_of_edges(self) -> int:
        return self._source.number_of_edges()

    # -- data for algorithms ------------------------------------------------------------------------------------------------------

    @cached_property
    def graph(self) -> Graph:
        """The unweighted graph."""
        return Graph.from_csr(self.indptr, self.indices, directed=True)

    @cached_property
    def rows(self) -> npt.NDArray[np.int32]:
        """The row of each entry of `indices`."""
        return np.repeat(np.arange(len(self.nodes), dtype=np.int32), np.diff(self.indptr))

    @cached_property
    def loops(self) -> npt.NDArray[np.intp]:
        """Positions of the self-loops in `indices`."""
        return np.flatnonzero(self.indices == self.rows)

    @cached_property
    def reversed_rows(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """Rows of in-neighbors, each in NetworkX's order."""
        if not self.directed:
            return self.indptr, self.indices
        before = plain(self._source._pred)
        degrees = np.fromiter(map(len, before.values()), np.int64, len(self.nodes))
        indptr = np.concatenate([[0], np.cumsum(degrees)])
        return indptr, np.fromiter(map(self.index.__getitem__, chain.from_iterable(before.values())), np.int32, int(indptr[-1]))

    @cached_property
    def reverse(self) -> Graph:
        return self.graph if not self.directed else Graph.from_csr(*self.reversed_rows, directed=True)

    def _attribute(self, name: str | None) -> _Attribute:
        """Return the attribute stored at the conversion, or read it from the NetworkX graph now. None: every edge has the value 1."""
        if name is not None and name not in self._attributes:
            adjacency = plain(self._source._adj)
            if sum(map(len, adjacency.values())) != self.indices.size:
                raise nx.NetworkXError("the graph changed after convert_from_nx(); convert it again")
            self._attributes[name] = _columns(adjacency, self.multigraph, name, 1, self.indices.size)
        return self._attributes[name]

    def lengths(self, weight: str | None) -> np.ndarray:
        """Return the lengths of edges, row by row, as integers or in double precision.

        Raises NotImplementedError if a value is not a number, negative or not finite, or if sums may be infinite or, of integers, inexact.
        """
        values = self._checked(weight, self._attribute(weight).smallest)
        if values.dtype.kind in "iub":
            if values.size and int(values.max()) * max(len(self) - 1, 1) > 2**53:
                raise NotImplementedError(f"sums of the attribute {weight!r} may not be exact in double precision")
            return values
        if values.dtype.itemsize > 8:
            raise NotImplementedError(f"the attribute {weight!r} of some edge exceeds double precision")
        if values.size and float(values.max()) * len(self) == float("inf"):
            raise NotImplementedError(f"sums of the attribute {weight!r} may be infinite")
        return values

    def reversed_lengths(self, weight: str | None) -> np.ndarray:
        """Return the lengths of the edges of `reversed_rows`."""
        lengths = self.lengths(weight)
        if not self.directed or weight is None:
            return lengths
        before = plain(self._source._pred)
        return self._checked(weight, _columns(before, self.multigraph, weight, 1, self.indices.size).smallest)

    def with_lengths(self, weight: str | None) -> Graph:
        """Return the graph with these lengths, for the library's searches."""
        if weight is None:
            return self.graph
        if weight not in self._by_length:
            self._by_length[weight] = Graph.from_csr(self.indptr, self.indices, self.lengths(weight), directed=True, exact_weights=True)
        return self._by_length[weight]

    def summed(self, weight: str | None) -> Graph:
        """Return the graph with the sums of parallel edges' weights (None: their counts), rounded to single precision (1e-7 relative).

        Raises NotImplementedError if a value is not a number, negative, or outside the range of single precision.
        """
        if weight is None and not self.multigraph:
            return self.graph
        if weight not in self._sums:
            values = self._checked(weight, self._attribute(weight).summed)
            with np.errstate(over="ignore"):
                single = values.astype(np.float32)
            if not np.isfinite(single).all() or ((values > 0) & (single < np.finfo(np.float32).tiny)).any():
                raise NotImplementedError(f"the attribute {weight!r} of some edge is outside the range of single precision")
            single.flags.writeable = False
            self._sums[weight] = Graph.from_csr(self.indptr, self.indices, single, directed=True)
        return self._sums[weight]

    @staticmethod
    def _finite(weight: str | None, values: np.ndarray | None) -> np.ndarray:
        if values is None:
            raise NotImplementedError(f"the attribute {weight!r} of some edge is not a number")
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            raise NotImplementedError(f"the attribute {weight!r} of some edge is not finite")
        return values

    @staticmethod
    def _checked(weight: str | None, values: np.ndarray | None) -> np.ndarray:
        values = BackendGraph._finite(weight, values)
        if values.size and values.min() < 0:
            raise NotImplementedError(f"the attribute {weight!r} of some edge is negative")
        return values

    def sums(self, weight: str | None) -> npt.NDArray[Any]:
        """Return the edges' values row by row, parallel edges added up, as int64 or float64. None: each edge has the value 1.

        Raises NotImplementedError if a value is not a finite number, or if sums may be infinite or, of integers, inexact.
        """
        values = self._finite(weight, self._attribute(weight).summed)
        if values.dtype.kind == "f":
            if values.dtype.itemsize > 8:
                raise NotImplementedError(f"the attribute {weight!r} of some edge exceeds double precision")
            if values.size and float(np.abs(values).max()) * 2 * values.size == float("inf"):
                raise NotImplementedError(f"sums of the attribute {weight!r} may be infinite")
            return values.astype(np.float64, copy=False)
        if values.size and max(abs(int(values.min())), abs(int(values.max()))) * 2 * values.size > 2**53:
            raise NotImplementedError(f"sums of the attribute {weight!r} may not be exact in double precision")
        return values.astype(np.int64, copy=False)

    def value_types(self, weight: str | None) -> tuple[np.dtype[Any], np.dtype[Any]]:
        """Return the types of sums over parallel edges, which are integers for truth values, and of single values, as NumPy chooses them."""
        held = self._attribute(weight)
        return self._finite(weight, held.summed).dtype, self._finite(weight, held.smallest).dtype

    def neighbor_matrix(self, loops: bool = False) -> Any:
        """Return the adjacency matrix of ones, with or without self-loops, as a SciPy array with sorted rows."""
        if loops not in self._matrices:
            import scipy.sparse

            kept = slice(None) if loops or not self.loops.size else self.indices != self.rows
            columns = self.indices[kept]
            starts = np.concatenate([[0], np.cumsum(np.bincount(self.rows[kept], minlength=len(self)))])
            matrix = scipy.sparse.csr_array((np.ones(columns.size, np.int32), columns.copy(), starts), shape=(len(self), len(self)))
            matrix.sort_indices()
            self._matrices[loops] = matrix
        return self._matrices[loops]

    @cached_property
    def triangles(self) -> TrianglesResult:
        """Triangle counts, with directions in a directed graph, computed once for all functions."""
        return count_triangles(self.graph, directions="counted" if self.is_directed() else None)

    def vertex(self, node: Hashable) -> int:
        return self.index[node]

    def bunch(self, nodes: Any) -> Iterator[Hashable]:
        """Return NetworkX's nbunch_iter() of these nodes, including its errors."""
        return self._source.nbunch_iter(nodes)

    def named(self, vertices: npt.NDArray[Any]) -> list[Hashable]:
        """Return the nodes of these vertices."""
        return list(map(self.nodes.__getitem__, vertices.tolist()))

    def by_node(self, values: npt.NDArray[Any]) -> dict[Hashable, Any]:
        """Return a dictionary of values by node."""
        return dict(zip(self.nodes, values.tolist()))


def _counts(adjacency: dict[Hashable, Any], multigraph: bool, size: int) -> _Attribute:
    """Return the attribute of unweighted edges: each edge has the value 1."""
    ones = np.ones(size, np.int64)
    if not multigraph:
        return _Attribute(ones, ones)
    return _Attribute(ones, np.fromiter(map(len, chain.from_iterable(keys.values() for keys in adjacency.values())), np.int64, size))


def _columns(adjacency: dict[Hashable, Any], multigraph: bool, attribute: str, default: float, size: int) -> _Attribute:
    if not multigraph:
        column = _numbers(listed_attribute(adjacency, attribute, default), size)
        return _Attribute(column, column)
    edges = list(edge_data(adjacency))

    def over_keys(combine: Callable[[Iterable[Any]], Any]) -> np.ndarray | None:
        try:
            return _numbers((combine(edge.get(attribute, default) for edge in keys.values()) for keys in edges), size)
        except TypeError:
            return None

    return _Attribute(over_keys(min), over_keys(sum))


def _numbers(values: Iterable[Any], size: int) -> np.ndarray | None:
    listed = values if isinstance(values, list) else list(values)
    try:
        column = np.asarray(listed) if size else np.empty(0, np.int64)
    except ValueError:
        return None
    return column if column.ndim == 1 and column.dtype.kind in "iufb" else None


def convert_from_nx(graph: Any, edge_attrs: dict[str, Any] | None = None, node_attrs: Any = None, preserve_edge_attrs: bool = False,
                    preserve_node_attrs: bool = False, preserve_graph_attrs: bool = False, name: str | None = None,
                    graph_name: str | None = None) -> BackendGraph:
    """Convert a NetworkX graph for the dispatcher, which caches the result in the graph.

    Functions that keep all attributes copy them from the original graph. Raises NotImplementedError if more than one edge attribute
    is requested by name.
    """
    if edge_attrs is not None and len(edge_attrs) > 1:
        raise NotImplementedError("fathom graphs hold only one edge attribute")
    attribute, default = next(iter(edge_attrs.items())) if edge_attrs else (None, 1)
    return BackendGraph(graph, attribute, 1 if default is None else default)


def convert_to_nx(result: Any, *, name: str | None = None) -> Any:
    """Return results unchanged, because they are NetworkX objects already; for a BackendGraph, the original graph."""
    return result.to_networkx() if isinstance(result, BackendGraph) else result
