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


class BackendGraph:
    """Vertex i is the i-th node; rows list neighbours in the order of the node's adjacency, which algorithms of NetworkX follow.

    Parallel edges of a multigraph are one edge here, whose weight is their smallest (of paths), or their sum (of PageRank).
    """

    __networkx_backend__ = "fathom"

    def __init__(self, source: nx.Graph, attribute: str | None, default: float) -> None:
        adjacency = _plain(source._adj)
        self.nodes: list[Hashable] = list(adjacency)
        self.index: dict[Hashable, int] = dict(zip(self.nodes, range(len(self.nodes))))
        self.directed: bool = source.is_directed()
        self.multigraph: bool = source.is_multigraph()
        self.attribute = attribute
        self._source = source
        degrees = np.fromiter(map(len, adjacency.values()), np.int64, len(self.nodes))
        self.indptr: npt.NDArray[np.int64] = np.concatenate([[0], np.cumsum(degrees)])
        self.indices: npt.NDArray[np.int32] = np.fromiter(
            map(self.index.__getitem__, chain.from_iterable(adjacency.values())), np.int32, int(self.indptr[-1]))
        self._smallest, self._summed = _columns(adjacency, self.multigraph, attribute, default, self.indices.size)

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

    @cached_property
    def _by_length(self) -> Graph:
        return Graph.from_csr(self.indptr, self.indices, self._single(self._smallest), directed=True)

    @cached_property
    def _by_sum(self) -> Graph:
        return Graph.from_csr(self.indptr, self.indices, self._single(self._summed), directed=True)

    def weighted(self, summed: bool = False) -> Graph:
        """With the weights that were converted. Raises NotImplementedError for weights that are not the same in single precision."""
        return self._by_sum if summed else self._by_length

    @property
    def has_whole_weights(self) -> bool:
        return self._smallest is not None and self._smallest.dtype.kind in "iub"

    def _single(self, values: np.ndarray | None) -> np.ndarray | None:
        if values is None:
            raise NotImplementedError(f"the attribute {self.attribute!r} of some edge is no number")
        with np.errstate(over="ignore"):
            single = values.astype(np.float32)
        if not (np.isfinite(single).all() and np.array_equal(single.astype(np.float64), values.astype(np.float64))):
            raise NotImplementedError(f"the attribute {self.attribute!r} of some edge is not exact in single precision")
        if (single < 0).any():
            raise NotImplementedError(f"the attribute {self.attribute!r} of some edge is negative")
        return single

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


def _columns(adjacency: dict[Hashable, Any], multigraph: bool, attribute: str | None, default: float, size: int) -> tuple[np.ndarray | None, np.ndarray | None]:
    """The attribute of every edge in the order of rows: the smallest and the sum of parallel ones. None where it is no number."""
    data = chain.from_iterable(neighbours.values() for neighbours in adjacency.values())
    if not multigraph:
        if attribute is None:
            ones = np.ones(size, np.int64)
            return ones, ones
        column = _numbers((edge.get(attribute, default) for edge in data), size)
        return column, column
    if attribute is None:
        return np.ones(size, np.int64), _numbers(map(len, data), size)
    edges = list(data)

    def over_keys(combine: Callable[[Iterable[Any]], Any]) -> np.ndarray | None:
        try:
            return _numbers((combine(edge.get(attribute, default) for edge in keys.values()) for keys in edges), size)
        except TypeError:
            return None

    return over_keys(min), over_keys(sum)


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
