"""What NetworkX's dispatcher hands the backend's functions: a graph of NetworkX's as arrays, in NetworkX's order."""

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

# Of NetworkX: (3, 6).
VERSION = tuple(int(number) for number in re.findall(r"\d+", nx.__version__)[:2])


class _Attribute:
    """One attribute of all edges in the order of rows: of parallel edges their smallest value and their sum. None where one is no
    number."""

    def __init__(self, smallest: np.ndarray | None, summed: np.ndarray | None) -> None:
        self.smallest, self.summed = smallest, summed


class BackendGraph:
    """Vertex i is the i-th node; rows list neighbours in the order of the node's adjacency, which algorithms of NetworkX follow.

    Parallel edges of a multigraph are one edge here, whose weight is their smallest (of paths), or their sum (of PageRank).

    NetworkX keeps a conversion, and hands it to later calls that ask for other attributes than the one it was made for, or for none.
    So weights are looked up by the name that a call gives, and never taken because they are there.
    """

    __networkx_backend__ = "fathom"

    def __init__(self, source: nx.Graph, attribute: str | None, default: float) -> None:
        adjacency = _plain(source._adj)
        self.nodes: list[Hashable] = list(adjacency)
        self.index: dict[Hashable, int] = dict(zip(self.nodes, range(len(self.nodes))))
        self.directed: bool = source.is_directed()
        self.multigraph: bool = source.is_multigraph()
        self._source = source
        degrees = np.fromiter(map(len, adjacency.values()), np.int64, len(self.nodes))
        self.indptr: npt.NDArray[np.int64] = np.concatenate([[0], np.cumsum(degrees)])
        self.indices: npt.NDArray[np.int32] = np.fromiter(
            map(self.index.__getitem__, chain.from_iterable(adjacency.values())), np.int32, int(self.indptr[-1]))
        self.indptr.flags.writeable = self.indices.flags.writeable = False  # so that graphs use them where they lie
        self._attributes: dict[str | None, _Attribute] = {None: _counts(adjacency, self.multigraph, self.indices.size)}
        self._by_length: dict[str | None, Graph | None] = {}
        self._sums: dict[str | None, Graph] = {}
        if attribute is not None:
            self._attributes[attribute] = _columns(adjacency, self.multigraph, attribute, default, self.indices.size)

    # -- what decorators of NetworkX's and the dispatcher ask ---------------------------------------------------------------------

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
        """The graph that this was made of."""
        return self._source

    # -- what algorithms read -----------------------------------------------------------------------------------------------------

    @cached_property
    def graph(self) -> Graph:
        """Without weights."""
        return Graph.from_csr(self.indptr, self.indices, directed=True)

    @cached_property
    def reversed_rows(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """Rows of in-neighbours, each in the order of NetworkX's."""
        if not self.directed:
            return self.indptr, self.indices
        before = _plain(self._source._pred)
        degrees = np.fromiter(map(len, before.values()), np.int64, len(self.nodes))
        indptr = np.concatenate([[0], np.cumsum(degrees)])
        return indptr, np.fromiter(map(self.index.__getitem__, chain.from_iterable(before.values())), np.int32, int(indptr[-1]))

    @cached_property
    def reverse(self) -> Graph:
        return self.graph if not self.directed else Graph.from_csr(*self.reversed_rows, directed=True)

    def _attribute(self, name: str | None) -> _Attribute:
        """Of the conversion, or read from NetworkX's graph now. None: every edge counts 1."""
        if name not in self._attributes:
            adjacency = _plain(self._source._adj)
            if sum(map(len, adjacency.values())) != self.indices.size:
                raise nx.NetworkXError("the graph changed after convert_from_nx(); convert it again")
            self._attributes[name] = _columns(adjacency, self.multigraph, name, 1, self.indices.size)
        return self._attributes[name]

    def lengths(self, weight: str | None) -> np.ndarray:
        """The length of every edge in the order of rows: whole numbers, or in double precision. Raises NotImplementedError for an
        attribute that is not a number, negative, not finite, or whose sums may not be exact where whole numbers are asked for."""
        values = self._checked(weight, self._attribute(weight).smallest)
        if values.dtype.kind in "iub":
            if values.size and int(values.max()) * max(len(self) - 1, 1) > 2**53:
                raise NotImplementedError(f"sums of the attribute {weight!r} may not be exact in double precision")
            return values
        if values.dtype.itemsize > 8:
            raise NotImplementedError(f"the attribute {weight!r} of some edge is not in double precision")
        return values

    def with_lengths(self, weight: str | None) -> Graph | None:
        """The graph with these lengths, which the library searches with all threads or a GPU; None where single precision changes
        one."""
        if weight is None:
            return self.graph
        if weight not in self._by_length:
            lengths = self.lengths(weight)
            with np.errstate(over="ignore"):
                single = lengths.astype(np.float32)
            exact = bool((single.astype(np.float64) == lengths).all())
            single.flags.writeable = False
            self._by_length[weight] = Graph.from_csr(self.indptr, self.indices, single, directed=True) if exact else None
        return self._by_length[weight]

    def summed(self, weight: str | None) -> Graph:
        """The graph with the sums of parallel edges as weights (None: their counts), in single precision: 1e-7 of a weight at most.

        Raises NotImplementedError for an attribute that is not a number, negative, or outside the range of single precision."""
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
    def _checked(weight: str | None, values: np.ndarray | None) -> np.ndarray:
        if values is None:
            raise NotImplementedError(f"the attribute {weight!r} of some edge is no number")
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            raise NotImplementedError(f"the attribute {weight!r} of some edge is not finite")
        if values.size and values.min() < 0:
            raise NotImplementedError(f"the attribute {weight!r} of some edge is negative")
        return values

    @cached_property
    def triangles(self) -> TrianglesResult:
        """Counted once, whichever of the functions asks."""
        return count_triangles(self.graph)

    def vertex(self, node: Hashable) -> int:
        return self.index[node]

    def bunch(self, nodes: Any) -> Iterator[Hashable]:
        """What NetworkX's nbunch_iter() makes of them, its errors too."""
        return self._source.nbunch_iter(nodes)

    def named(self, vertices: npt.NDArray[Any]) -> list[Hashable]:
        """The nodes that these vertices are."""
        return list(map(self.nodes.__getitem__, vertices.tolist()))

    def by_node(self, values: npt.NDArray[Any]) -> dict[Hashable, Any]:
        """A value for each node."""
        return dict(zip(self.nodes, values.tolist()))


def has_own_neighbours(graph: Any) -> bool:
    """Whether its class says itself who is a neighbour, so that what it stores does not: of complements, say."""
    for name in ("__getitem__", "neighbors", "adjacency", "adj"):
        says = next((cls for cls in type(graph).__mro__ if name in vars(cls)), nx.Graph)
        if not says.__module__.startswith("networkx.classes."):
            return True
    return False


def _plain(adjacency: Any) -> dict[Hashable, Any]:
    """Dictionaries instead of a view of a larger graph, whose lengths are not always those of what it shows."""
    if type(adjacency) is dict:
        return adjacency
    return {node: dict(neighbours.items()) for node, neighbours in adjacency.items()}


def _counts(adjacency: dict[Hashable, Any], multigraph: bool, size: int) -> _Attribute:
    """Edges without an attribute: each counts 1."""
    ones = np.ones(size, np.int64)
    if not multigraph:
        return _Attribute(ones, ones)
    return _Attribute(ones, np.fromiter(map(len, chain.from_iterable(keys.values() for keys in adjacency.values())), np.int64, size))


def _columns(adjacency: dict[Hashable, Any], multigraph: bool, attribute: str, default: float, size: int) -> _Attribute:
    data = chain.from_iterable(neighbours.values() for neighbours in adjacency.values())
    if not multigraph:
        column = _numbers((edge.get(attribute, default) for edge in data), size)
        return _Attribute(column, column)
    edges = list(data)

    def over_keys(combine: Callable[[Iterable[Any]], Any]) -> np.ndarray | None:
        try:
            return _numbers((combine(edge.get(attribute, default) for edge in keys.values()) for keys in edges), size)
        except TypeError:
            return None

    return _Attribute(over_keys(min), over_keys(sum))


def _numbers(values: Iterable[Any], size: int) -> np.ndarray | None:
    listed = list(values)
    try:
        column = np.asarray(listed) if size else np.empty(0, np.int64)
    except ValueError:
        return None
    return column if column.ndim == 1 and column.dtype.kind in "iufb" else None


def convert_from_nx(graph: Any, edge_attrs: dict[str, Any] | None = None, node_attrs: Any = None, preserve_edge_attrs: bool = False,
                    preserve_node_attrs: bool = False, preserve_graph_attrs: bool = False, name: str | None = None,
                    graph_name: str | None = None) -> BackendGraph:
    """For the dispatcher, which keeps what this returns in the graph's cache. Raises NotImplementedError for what is not kept here:
    more than one attribute, or all of them."""
    if preserve_edge_attrs or (edge_attrs is not None and len(edge_attrs) > 1):
        raise NotImplementedError("fathom's graphs hold one attribute of edges")
    attribute, default = next(iter(edge_attrs.items())) if edge_attrs else (None, 1)
    return BackendGraph(graph, attribute, 1 if default is None else default)


def convert_to_nx(result: Any, *, name: str | None = None) -> Any:
    """Results are NetworkX's already; a graph is the one that it was made of."""
    return result.to_networkx() if isinstance(result, BackendGraph) else result
