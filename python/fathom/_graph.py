"""Graph, an immutable adjacency structure built from files, arrays and graphs of other packages."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from . import _arrays, _columns, _core
from ._display import line_of, table_of
from ._edge_options import Duplicates, ParallelEdges, SelfLoops, choice, loops, policy
from ._names import Names, Position, label_columns, names_of, own_copy, same_nodes, stored_names
from ._notes import in_python, warn_of
from ._progress import Progress, watching
from ._refusals import flag, integer, output_file, text_or_none
from ._strings import StringNames
from .report import Fields, Receipt

if TYPE_CHECKING:
    import networkx
    import pandas
    import scipy.sparse


class Graph:
    """Immutable graph of n vertices and m stored edges in compressed sparse row (CSR) format.

    Create graphs with the `from_*` class methods, :func:`fathom.read` or :mod:`fathom.generate`.

    Vertices have the positions 0 to n - 1. If the input named them (ids with gaps, strings, nodes), :attr:`nodes` lists the names by
    position, and functions accept vertices by name only: a number that is not a name raises KeyError.

    The first search on a GPU, the ninth on a CPU, prepares the graph for that device and caches the result in the graph, since
    earlier searches would not make up for the time; :meth:`prepare` does so in advance. A graph can be shared between threads.

    Edge counts are of stored directed edges: an undirected edge counts twice. A graph is undirected if every stored edge has its
    reverse.
    """

    __slots__ = ("_core", "_finders", "_loops_lost", "_named", "_nodes", "__weakref__")

    def __init__(self, held: _core.Graph | None = None, nodes: Sequence[Hashable] | npt.NDArray[Any] | None = None) -> None:
        if not isinstance(held, _core.Graph):
            raise TypeError("Graph cannot be constructed directly; use Graph.from_edges, from_csr, from_scipy, from_networkx, from_pandas, "
                            "from_arrow or fathom.read")
        self._core = held
        self._nodes = nodes
        self._named: Names | None = None
        self._loops_lost = False  # self-loops were removed, and the caller did not ask for it
        self._finders: dict[str, list[Any]] = {}  # idle searches between two vertices; see _pairs.py

    # -- construction -----------------------------------------------------------------------------------------------------------

    @classmethod
    def from_edges(
        cls,
        src: Any,
        dst: Any = None,
        weight: Any = None,
        num_vertices: int | None = None,
        directed: bool = True,
        *,
        keep_id_gaps: bool = False,
        duplicates: Duplicates = "remove",
        parallel_edges: ParallelEdges | None = None,
        self_loops: SelfLoops | None = None,
        symmetrize: bool = False,
        exact_weights: bool = False,
        threads: int = 0,
        progress: Progress = None,
    ) -> Graph:
        """Build a graph from the edges src[i] -> dst[i].

        The vertices are the endpoints of the edges. Ids other than exactly 0 to n - 1 are numbered in ascending order, :attr:`nodes`
        lists them, and functions accept vertices by id.

        Parameters
        ----------
        src, dst : array-like
            Endpoints of the edges, of equal length: integers from 0 to 2^64 - 1, or names (strings, mixed values). NumPy arrays, lists,
            iterators, columns of pandas, Polars and Arrow, and objects with DLPack or `__cuda_array_interface__` are accepted. They
            must not be modified during the call. With dst=None, src has both: an array of shape (m, 2), or a list, a set
                or an iterator of pairs.
        weight : array-like of numbers, optional
            One weight per edge. Weights are stored in single precision, or all in double precision if single precision would change
            an integer, a number of 2^24 or more, or a number below 1.2e-38; a note in the receipt says so. None: unweighted.
        num_vertices : int, optional
            Number of vertices n. If all ids are below n, the vertices are 0 to n - 1; otherwise the smallest unused ids are added to
            the ids of the edges. None: the endpoints of the edges only.
        directed : bool
            False: each edge stands for both directions.
        keep_id_gaps : bool
            Use ids as positions: the vertices are 0 to the largest id, or to num_vertices - 1.
        duplicates : {"remove", "keep"}
            Of parallel edges, keep the one of smallest weight, or all.
        parallel_edges : {"min", "sum", "first", "keep"}, optional
            Finer choice than `duplicates`, which it overrides: of parallel edges, keep the one of smallest weight, one with the sum of
            the weights, the first, or all. With directed=False, a-b and b-a are parallel.
        self_loops : {"remove", "keep"}, optional
            Whether to remove or keep edges from a vertex to itself. None: remove them, and functions whose result depends on them, such
            as :func:`fathom.pagerank`, warn.
        symmetrize : bool
            Add the reverse of every directed edge.
        exact_weights : bool
            Store weights in double precision if single precision would change any of them, such as 0.1.
        threads : int
            Number of threads; 0: all available.
        progress : optional
            See :func:`fathom.bfs`.

        Returns
        -------
        Graph

        Raises
        ------
        TypeError
            If ids are neither integers nor names.
        ValueError
            If an id is negative, a name is missing, num_vertices is less than the number of distinct ids (with keep_id_gaps: not
            greater than every id), columns differ in length, or a weight is NaN.
        MemoryError
            Before the build, if memory is insufficient; the message has the required and the available amount.

        Examples
        --------
        >>> fathom.Graph.from_edges([(7, 3), (3, 9)]).nodes.tolist()
        [3, 7, 9]
        >>> fathom.Graph.from_edges(["ann", "bob"], ["bob", "cid"], directed=False).nodes
        ['ann', 'bob', 'cid']
        """
        return cls._from_ends(_columns.edge_ends(src, dst), _columns.weight_values(weight, "weight"), num_vertices, directed,
                              keep_id_gaps=keep_id_gaps, duplicates=duplicates, parallel_edges=parallel_edges, self_loops=self_loops,
                              symmetrize=symmetrize, exact_weights=exact_weights, threads=threads, progress=progress)

    @classmethod
    def _from_ends(cls, ends: tuple[np.ndarray, np.ndarray, list[Hashable] | StringNames | None], weight: Any, num_vertices: int | None = None,
                   directed: bool = True, *, keep_id_gaps: bool = False, **options: Any) -> Graph:
        """Build a graph from the result of edge_ends()."""
        sources, targets, names = ends
        n = -1 if num_vertices is None else integer(num_vertices, "num_vertices")
        if num_vertices is not None and n < 0:
            raise ValueError(f"num_vertices is {n}; it cannot be negative")
        if names is not None and n >= 0 and n != len(names):
            raise ValueError(f"num_vertices is {n}, but the edges name {len(names)} vertices and extra vertices would have no name; omit it")
        keep_id_gaps = flag(keep_id_gaps, "keep_id_gaps")
        if names is not None and keep_id_gaps:
            raise ValueError("keep_id_gaps requires integer ids, but src or dst contains names; omit it")
        return cls._from_columns(sources, targets, weight, names, n if names is None else len(names), keep_id_gaps or names is not None,
                                 directed, **options)

    @classmethod
    def _from_columns(cls, sources: np.ndarray, targets: np.ndarray, weight: Any, names: Sequence[Hashable] | StringNames | None, num_vertices: int,
                      keep_id_gaps: bool, directed: bool, *, duplicates: Duplicates = "remove", parallel_edges: ParallelEdges | None = None,
                      self_loops: SelfLoops | None = None, symmetrize: bool = False, exact_weights: bool = False, threads: int = 0,
                      progress: Progress = None) -> Graph:
        """Build a graph from columns of ids, or of positions in `names`. A num_vertices of -1 stands for None."""
        values, note = _arrays.weights(weight, "weight", sources.size)
        offsets, text = (names.offsets, names.text) if isinstance(names, StringNames) else label_columns(names)
        with watching(progress) as watcher:
            held = _core.from_edges(sources, targets, values, num_vertices, keep_id_gaps, offsets, text, flag(directed, "directed"),
                                    policy(duplicates, parallel_edges), loops(self_loops), flag(symmetrize, "symmetrize"),
                                    flag(exact_weights, "exact_weights"), [note] if note else [], threads, watcher)
        warn_of([note] if note else [])
        made = cls(held, None if isinstance(names, StringNames) else names)
        made._loops_lost = self_loops is None and made.receipt.self_loops_removed > 0
        return made

    def _derived(self, held: _core.Graph, nodes: Sequence[Hashable] | npt.NDArray[Any] | None) -> Graph:
        """Return a graph made of this one's edges."""
        made = Graph(held, nodes)
        made._loops_lost = self._loops_lost
        return made

    @classmethod
    def from_csr(
        cls,
        indptr: Any,
        indices: Any,
        weight: Any = None,
        *,
        directed: bool = True,
        copy: bool | None = None,
        duplicates: Duplicates = "keep",
        parallel_edges: ParallelEdges | None = None,
        self_loops: SelfLoops = "keep",
        symmetrize: bool = False,
        in_edges: bool = True,
        exact_weights: bool = False,
        threads: int = 0,
        progress: Progress = None,
    ) -> Graph:
        """Build a graph from CSR arrays: the edges of vertex v lead to indices[indptr[v]:indptr[v + 1]]. Vertices are positions.

        Rows that are not in ascending order are sorted into arrays owned by the graph.

        Parameters
        ----------
        indptr : array-like of int, shape (n + 1,)
            Row offsets.
        indices : array-like of int, shape (m,)
            Targets of edges, row by row.
        weight : array-like of numbers, shape (m,), optional
            Weights of edges, row by row.
        directed : bool
            False asserts that each edge is stored in both directions, which is checked. True: the direction is determined.
        copy : bool, optional
            None: copy arrays unless they are read-only. True: copy. False: borrow 32-bit `indices`, 64-bit `indptr` and float32
            `weight`, and make the NumPy arrays read-only. Modifying borrowed memory by other means leads to wrong results or a crash.
        in_edges : bool
            Also store the in-edges of a directed graph, which bottom-up searches require.
        duplicates, parallel_edges, self_loops, symmetrize, exact_weights, threads, progress
            See :meth:`from_edges`.

        Returns
        -------
        Graph

        Raises
        ------
        TypeError, ValueError, MemoryError
            See :meth:`from_edges`.
        FormatError
            If the arrays do not describe a graph.

        Examples
        --------
        >>> fathom.Graph.from_csr([0, 2, 2, 3], [1, 2, 0]).num_edges
        3
        """
        return cls._from_rows(indptr, indices, weight, None, directed=directed, copy=copy, duplicates=duplicates, parallel_edges=parallel_edges,
                              self_loops=self_loops, symmetrize=symmetrize, in_edges=in_edges, exact_weights=exact_weights, threads=threads,
                              progress=progress)

    @classmethod
    def _from_rows(cls, indptr: Any, indices: Any, weight: Any, nodes: Sequence[Hashable] | npt.NDArray[Any] | None, *, directed: bool = True,
                   copy: bool | None = None, duplicates: Duplicates = "keep", parallel_edges: ParallelEdges | None = None,
                   self_loops: SelfLoops = "keep", symmetrize: bool = False, in_edges: bool = True, exact_weights: bool = False,
                   threads: int = 0, progress: Progress = None) -> Graph:
        """Build a graph from CSR arrays, with these names."""
        starts, ends = _arrays.ids(indptr, "indptr", "offsets must be integers"), _arrays.ids(indices, "indices", "positions must be integers")
        weight = _columns.weight_values(weight, "weight")
        values, note = _arrays.weights(weight, "weight", ends.size)
        if starts.size and starts.dtype.kind == "i" and starts.min() < 0:
            raise ValueError(f"indptr[{int(np.argmin(starts))}] is {starts.min()}; offsets cannot be negative")
        if starts.size == 0:
            raise ValueError("indptr is empty; for a graph without vertices pass the one offset 0")
        starts, ends = _arrays.unchanging(starts, indptr, copy, (64,)), _arrays.unchanging(ends, indices, copy, (32,))
        if values is not None:
            values = _arrays.unchanging(values, weight, copy, (32, 64))
        with watching(progress) as watcher:
            held = _core.from_csr(starts, ends, values, *stored_names(nodes), flag(directed, "directed"), policy(duplicates, parallel_edges),
                                  choice("self_loops", self_loops), flag(symmetrize, "symmetrize"), flag(in_edges, "in_edges"),
                                  flag(exact_weights, "exact_weights"), [note] if note else [], threads, watcher)
        warn_of([note] if note else [])
        return cls(held, nodes)

    @classmethod
    def from_scipy(cls, matrix: scipy.sparse.sparray | scipy.sparse.spmatrix, *, weight: bool | None = None, **options: Any) -> Graph:
        """Build a graph from a square sparse matrix: entry (u, v), even an explicit zero, is an edge u -> v, as in `scipy.sparse.csgraph`.

        Vertices are positions: row and column indices of the matrix. SciPy converts formats other than CSR: it adds up duplicate
        entries, which of a CSR matrix are parallel edges, and stores the zeros of BSR's blocks, which then are edges.

        Parameters
        ----------
        matrix : SciPy sparse array or matrix, shape (n, n)
        weight : bool, optional
            Whether entries are weights. None: yes, unless their dtype is bool.
        **options
            Options of :meth:`from_csr`. With copy=False, the arrays of a CSR matrix with 32-bit indices and float32 entries are
            borrowed.

        Returns
        -------
        Graph

        Raises
        ------
        TypeError
            If `matrix` is not a sparse matrix, or has complex entries.
        ValueError
            If `matrix` is not square.

        Examples
        --------
        >>> import scipy.sparse
        >>> g = fathom.Graph.from_scipy(scipy.sparse.csr_array([[0, 2], [3, 0]]))
        >>> g.weights.tolist()
        [2.0, 3.0]
        """
        from ._convert import from_scipy

        return from_scipy(cls, matrix, weight, options)

    @classmethod
    def from_networkx(cls, graph: networkx.Graph[Any], *, weight: str | None = None, **options: Any) -> Graph:
        """Build a graph from a NetworkX graph. Functions accept vertices by node; entry i of a result array belongs to nodes[i].

        Parameters
        ----------
        graph : networkx.Graph
        weight : str, optional
            Edge attribute to use as weight; edges without it have weight 1. None: unweighted.
        **options
            Options of :meth:`from_edges`, except directed, num_vertices and keep_id_gaps. Self-loops are kept by default.

        Returns
        -------
        Graph

        Examples
        --------
        >>> import networkx as nx
        >>> g = fathom.Graph.from_networkx(nx.Graph([("a", "b"), ("b", "c")]))
        >>> fathom.bfs(g, "a").path_to("c")
        ['a', 'b', 'c']
        """
        from ._convert import from_networkx

        return from_networkx(cls, graph, weight, options)

    @classmethod
    def from_pandas(cls, frame: pandas.DataFrame, source: str = "source", target: str = "target", weight: str | None = None,
                    directed: bool = True, **options: Any) -> Graph:
        """Build a graph from a DataFrame of pandas or Polars with one row per edge.

        Integer columns are vertex ids, numbered in ascending order; other values are names, numbered in order of first appearance.
        :attr:`nodes` lists both.

        Parameters
        ----------
        frame : pandas.DataFrame or polars.DataFrame
        source, target : str
            Names of the endpoint columns.
        weight : str, optional
            Name of the weight column. None: unweighted.
        directed : bool
            False: each edge stands for both directions.
        **options
            Options of :meth:`from_edges`: num_vertices, keep_id_gaps, ...

        Returns
        -------
        Graph

        Raises
        ------
        KeyError
            If a column does not exist.
        ValueError
            If an endpoint is missing.

        Examples
        --------
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"source": ["a", "b"], "target": ["b", "c"], "km": [3, 4]})
        >>> fathom.sssp(fathom.Graph.from_pandas(frame, weight="km"), "a").distances.tolist()
        [0.0, 3.0, 7.0]
        """
        from ._convert import from_pandas

        return from_pandas(cls, frame, source, target, weight, directed, options)

    @classmethod
    def from_arrow(cls, table: Any, source: str = "source", target: str = "target", weight: str | None = None,
                   directed: bool = True, **options: Any) -> Graph:
        """Build a graph from an Arrow table with one row per edge.

        Parameters
        ----------
        table : pyarrow.Table or object with `__arrow_c_stream__`
            For example a DuckDB result, a Polars DataFrame or a Parquet file read by pyarrow.
        source, target, weight, directed, **options
            See :meth:`from_pandas`.

        Returns
        -------
        Graph

        Raises
        ------
        KeyError, ValueError
            See :meth:`from_pandas`.

        Examples
        --------
        >>> import pyarrow
        >>> fathom.Graph.from_arrow(pyarrow.table({"source": [1, 2], "target": [2, 5]})).nodes.tolist()
        [1, 2, 5]
        """
        from ._convert import from_arrow

        return from_arrow(cls, table, source, target, weight, directed, options)

    # -- properties -------------------------------------------------------------------------------------------------------------

    @property
    def num_vertices(self) -> int:
        """Number of vertices, n."""
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        """Number of stored directed edges, m."""
        return self._core.num_edges

    @property
    def directed(self) -> bool:
        """Whether some stored edge has no reverse edge."""
        return self._core.directed

    @property
    def weighted(self) -> bool:
        """Whether edges have weights."""
        return self._core.weighted

    @property
    def nbytes(self) -> int:
        """Size of the CSR arrays in bytes, including borrowed ones."""
        return self._core.nbytes

    @property
    def indptr(self) -> npt.NDArray[np.int64]:
        """Row offsets, shape (n + 1,); read-only view."""
        return self._core.offsets

    @property
    def indices(self) -> npt.NDArray[np.int32]:
        """Targets of edges, row by row, shape (m,); read-only view."""
        return self._core.targets

    @property
    def weights(self) -> npt.NDArray[np.float32] | npt.NDArray[np.float64] | None:
        """Weights of edges, row by row, shape (m,), or None; read-only view."""
        return self._core.weights

    @property
    def receipt(self) -> Receipt:
        """Account of how the input became this graph."""
        fields = self._core.receipt
        fields["notes"] = [in_python(note) for note in fields["notes"]]
        return Receipt(fields)

    @property
    def properties(self) -> Fields:
        """Measured properties: self_loops, duplicates, isolated, degrees, and the histogram of out-degrees by powers of two."""
        return Fields(self._core.properties)

    @property
    def degrees(self) -> npt.NDArray[np.int64]:
        """Out-degrees, shape (n,)."""
        return np.diff(self.indptr)

    @property
    def nodes(self) -> Sequence[Any]:
        """Names of the vertices by position: NetworkX nodes, names of a table, labels or ids of a file, or else 0 to n - 1.

        Entry i belongs to entry i of every array of shape (n,).
        """
        if self._nodes is None:
            self._nodes = self._core.labels
        if self._nodes is None:
            ids = self._core.original_ids
            if ids is None:
                return range(self.num_vertices)
            self._nodes = ids.view(np.int64) if int(ids.max(initial=0)) < 2**63 else ids
        return cast("Sequence[Any]", self._nodes)

    @property
    def _names(self) -> Names:
        if self._named is None:
            self._named = names_of(self.nodes)
        return self._named

    def vertex(self, node: Hashable) -> Position:
        """Return the position of the vertex named `node`, which is its index in result arrays.

        Functions also accept the returned value in place of a name, even if the names of vertices are numbers.

        Raises
        ------
        KeyError
            If no vertex has that name.

        Examples
        --------
        >>> g = fathom.Graph.from_edges([10, 20], [20, 30])
        >>> fathom.bfs(g, 10).distances[g.vertex(30)].item()
        2
        """
        return Position(self._names.require_inside(node, self._names.position(node)))

    def prepare(self, device: str = "auto", *, joined: bool = False, threads: int = 0, progress: Progress = None) -> Fields:
        """Prepare the graph for searches on `device`, as the first search on a GPU and the ninth on a CPU would.

        Parameters
        ----------
        joined : bool
            Prepare for multi-source searches instead of :func:`fathom.bfs`.
        device, threads, progress
            See :func:`fathom.bfs`.

        Returns
        -------
        Fields
            The vertex `order` with its `order_reason`, `seconds` and `bytes`.

        Examples
        --------
        >>> fathom.generate.path(4).prepare("cpu").order
        'caller'
        """
        with watching(progress) as watcher:
            return Fields(self._core.prepare(device, joined, threads, watcher))

    # -- parts ------------------------------------------------------------------------------------------------------------------

    def subgraph(self, vertices: Any, *, threads: int = 0, progress: Progress = None) -> Graph:
        """Return the subgraph induced by `vertices`: those vertices, and every stored edge between two of them.

        Vertices keep their names, weights and order. In a graph without names, their names are their positions in this graph.

        Parameters
        ----------
        vertices : sequence of vertices
            In any order; repetitions are ignored.
        threads, progress
            See :func:`fathom.bfs`.

        Returns
        -------
        Graph

        Raises
        ------
        IndexError, KeyError, MemoryError
            See :func:`fathom.bfs`.

        Examples
        --------
        >>> g = fathom.Graph.from_edges(["a", "b", "c"], ["b", "c", "d"])
        >>> part = g.subgraph(["d", "c", "a"])
        >>> part.nodes, part.num_edges
        (['a', 'c', 'd'], 1)
        """
        from . import _options

        return self._of_positions(np.unique(_options.vertices(self, vertices, "vertices")), threads, progress)

    def _of_positions(self, kept: npt.NDArray[Any], threads: int = 0, progress: Progress = None) -> Graph:
        """Return the subgraph of ascending positions."""
        with watching(progress) as watcher:
            held = _core.subgraph(self._core, kept.astype(np.int64, copy=False), threads, watcher)
        return self._derived(held, self._nodes_at(kept))

    def _nodes_at(self, kept: npt.NDArray[Any]) -> Sequence[Hashable] | npt.NDArray[Any] | None:
        """Return the names of these positions as far as they exist only in Python."""
        if self._nodes is None or isinstance(self._nodes, np.ndarray):
            return None if self._nodes is None else self._nodes[kept]
        return [self._nodes[i] for i in kept.tolist()]

    def ego_graph(self, vertex: Any, hops: int = 1, *, device: str = "auto", threads: int = 0, progress: Progress = None) -> Graph:
        """Return the subgraph induced by the vertices within `hops` of a vertex, including the vertex.

        Parameters
        ----------
        vertex : vertex
        hops : int
            Largest distance, along the direction of edges.
        device, threads, progress
            See :func:`fathom.bfs`.

        Returns
        -------
        Graph
            See :meth:`subgraph`.

        Raises
        ------
        ValueError, IndexError, KeyError, DeviceError, MemoryError
            See :func:`fathom.bfs`.

        Examples
        --------
        >>> fathom.generate.path(9).ego_graph(4, 2).nodes.tolist()
        [2, 3, 4, 5, 6]
        """
        from ._options import limit
        from ._searches import bfs

        most = limit(hops, "hops")
        distances = bfs(self, vertex, depth_limit=None if most < 0 else most, return_predecessors=False, device=device, threads=threads,
                        progress=progress).distances
        assert distances is not None
        return self._of_positions(np.flatnonzero(distances >= 0), threads, progress)

    def largest_component(self, *, strong: bool = False, device: str = "auto", threads: int = 0, progress: Progress = None) -> Graph:
        """Return the subgraph induced by the largest connected component; ties go to the component of the first vertex.

        Parameters
        ----------
        strong : bool
            Use strongly connected components. False: ignore the directions of edges.
        device, threads, progress
            See :func:`fathom.bfs`.

        Returns
        -------
        Graph
            See :meth:`subgraph`.

        Raises
        ------
        DeviceError, MemoryError
            See :func:`fathom.bfs`.

        Examples
        --------
        >>> g = fathom.Graph.from_edges(["a", "x", "y"], ["b", "y", "z"])
        >>> g.largest_component().nodes
        ['x', 'y', 'z']
        """
        from . import _components

        find = _components.strongly_connected_components if flag(strong, "strong") else _components.weakly_connected_components
        return self._of_positions(find(self, device=device, threads=threads, progress=progress).largest_positions, threads, progress)

    def reverse(self, *, threads: int = 0, progress: Progress = None) -> Graph:
        """Return the graph with every edge reversed, which shares this graph's arrays. An undirected graph is its own reverse.

        Parameters
        ----------
        threads, progress
            See :func:`fathom.bfs`.

        Returns
        -------
        Graph
            With the same vertices, names and weights.

        Raises
        ------
        MemoryError
            If the graph was built without in-edges, for which memory is insufficient.

        Examples
        --------
        >>> g = fathom.Graph.from_edges(["a", "b"], ["b", "c"]).reverse()
        >>> fathom.bfs(g, "c").path_to("a")
        ['c', 'b', 'a']
        """
        with watching(progress) as watcher:
            return self._derived(_core.reversed(self._core, threads, watcher), self._nodes)

    # -- output and conversion --------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str], *, format: str | None = None, prepared: bool = False, threads: int = 0,
             progress: Progress = None) -> str:
        """Write the graph to a file. The file is replaced only once it is complete.

        Parameters
        ----------
        path : path-like
        format : str, optional
            One of the formats in docs/formats.md; .fathom files open fastest. None: chosen by the file's suffix.
        prepared : bool
            Include the data prepared for :func:`fathom.bfs` on the CPU (.fathom only).
        threads, progress
            See :func:`fathom.bfs`.

        Returns
        -------
        str
            Parts of the graph that the format cannot store, such as "names, weights"; empty if it stores everything.

        Raises
        ------
        ValueError
            If the suffix or format is unknown.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> fathom.Graph.from_edges(["a"], ["b"], [2.5]).save("g.el")
        'names, weights'
        """
        try:
            with watching(progress) as watcher:
                left_out = self._core.save(output_file(path), text_or_none(format, "format"), prepared, threads, watcher)[1]
        except OSError as error:
            if error.errno is not None:
                raise
            raise OSError(in_python(str(error).replace("--no-weights", "a graph without weights"))) from None
        # Nodes that are not strings or not in ascending order exist only in Python.
        unknown = type(self._names) is not Names and self._core.labels is None and self._core.original_ids is None
        return ", ".join(filter(None, ["names" if unknown else "", left_out]))

    def to_scipy(self) -> scipy.sparse.csr_array:
        """Return a SciPy CSR array of shape (n, n) with weights as entries, or ones if unweighted. `indices` is not copied.

        Examples
        --------
        >>> fathom.generate.path(3).to_scipy().toarray().tolist()
        [[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
        """
        from ._convert import to_scipy

        return to_scipy(self)

    def to_networkx(self) -> networkx.Graph[Any]:
        """Return a NetworkX Graph, or DiGraph if directed, with :attr:`nodes` as nodes and weights in the attribute "weight".

        A graph with parallel edges becomes a MultiGraph or MultiDiGraph.

        Examples
        --------
        >>> sorted(fathom.Graph.from_edges(["a"], ["b"], [2.5], directed=False).to_networkx().edges(data=True))
        [('a', 'b', {'weight': 2.5})]
        """
        from ._convert import to_networkx

        return to_networkx(self)

    def to_pandas(self, source: str = "source", target: str = "target", weight: str = "weight") -> pandas.DataFrame:
        """Return a DataFrame with one row per edge, which :meth:`from_pandas` converts back; isolated vertices have no row.

        Parameters
        ----------
        source, target, weight : str
            Names of the columns. There is no column of weights if the graph is unweighted.

        Returns
        -------
        pandas.DataFrame
            An edge of an undirected graph has one row, with the endpoint first that is first in :attr:`nodes`.

        Examples
        --------
        >>> fathom.Graph.from_edges(["a", "b"], ["b", "c"], [0.5, 2]).to_pandas()
          source target  weight
        0      a      b     0.5
        1      b      c     2.0
        """
        from ._convert import to_pandas

        return to_pandas(self, source, target, weight)

    def __len__(self) -> int:
        return self.num_vertices

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the names of the vertices, as :attr:`nodes` lists them."""
        return iter(self.nodes if isinstance(self.nodes, (range, list)) else np.asarray(self.nodes).tolist())

    def __contains__(self, vertex: object) -> bool:
        """Return whether functions accept this vertex: a name, or a position in a graph without names."""
        try:
            self.vertex(vertex)
        except (KeyError, IndexError, TypeError):
            return False
        return True

    def __eq__(self, other: object) -> bool:
        """Return whether both graphs have the same names in the same order, stored edges and weights."""
        if not isinstance(other, Graph):
            return NotImplemented
        if self is other:
            return True
        if (self.num_vertices, self.num_edges, self.weighted) != (other.num_vertices, other.num_edges, other.weighted):
            return False
        same = np.array_equal(self.indptr, other.indptr) and np.array_equal(self.indices, other.indices)
        if same and self.weighted:
            same = np.array_equal(np.asarray(self.weights), np.asarray(other.weights))
        return same and same_nodes(self.nodes, other.nodes)

    def __hash__(self) -> int:
        return hash((self.num_vertices, self.num_edges, self.weighted))

    def __copy__(self) -> Graph:
        return self  # immutable

    def __deepcopy__(self, memo: dict[int, Any]) -> Graph:
        return self

    @property
    def _num_edges_once(self) -> int:
        """Number of edges as other packages count them: those of an undirected graph once."""
        return self.num_edges if self.directed else (self.num_edges + self.properties.self_loops) // 2

    def __repr__(self) -> str:
        return line_of(self, self._num_edges_once)

    def _repr_html_(self) -> str:
        return table_of(self, self._num_edges_once)

    def __reduce__(self) -> tuple[Any, ...]:
        options = {"self_loops": "keep", "duplicates": "keep", "exact_weights": True}
        return _restore, (np.array(self.indptr), np.array(self.indices), None if self.weights is None else np.array(self.weights),
                          options, None if isinstance(self.nodes, range) else own_copy(self.nodes), self._loops_lost)


def _restore(indptr: Any, indices: Any, weight: Any, options: dict[str, Any], nodes: Sequence[Hashable] | None,
             loops_lost: bool = False) -> Graph:
    graph = Graph._from_rows(indptr, indices, weight, nodes, copy=False, **options)
    graph._loops_lost = loops_lost
    return graph
