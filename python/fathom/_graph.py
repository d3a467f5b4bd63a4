"""Graph: an immutable adjacency structure, made from files, arrays and other packages' graphs."""

from __future__ import annotations

import operator
import os
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from . import _arrays, _core
from ._names import Names, Position, names_of
from ._notes import in_python, warn_of
from ._progress import Progress, watching
from .report import Fields, Receipt

if TYPE_CHECKING:
    import networkx
    import pandas
    import pyarrow
    import scipy.sparse

Duplicates = Literal["remove", "keep"]
ParallelEdges = Literal["min", "sum", "first", "keep"]
SelfLoops = Literal["remove", "keep"]


class Graph:
    """A graph of n vertices with compressed sparse rows; made by the functions whose names begin with `from_`, by :func:`fathom.read`
    and by :mod:`fathom.generate`.

    Vertices stand at the positions 0 to n - 1. Where the input had names for them (ids with gaps, strings, nodes), :attr:`nodes` lists
    the names by position, and functions take a vertex by its name alone: a number that is not a name is a KeyError.

    It cannot be changed. Searches prepare it once for each device and keep what they have prepared in it, so that the second one
    is faster; :meth:`prepare` does so beforehand. Threads may share it.

    Edges are counted directed, as stored: an undirected edge is two. Whether the graph is directed is measured: it is undirected
    where every stored edge has its reverse.
    """

    __slots__ = ("_core", "_named", "_nodes", "__weakref__")

    def __init__(self, held: _core.Graph, nodes: Sequence[Hashable] | npt.NDArray[Any] | None = None) -> None:
        if not isinstance(held, _core.Graph):
            raise TypeError("a Graph is made by from_edges, from_csr, from_scipy, from_networkx, from_pandas, from_arrow or read")
        self._core = held
        self._nodes = nodes
        self._named: Names | None = None

    # -- making -----------------------------------------------------------------------------------------------------------------

    @classmethod
    def from_edges(
        cls,
        src: Any,
        dst: Any,
        weight: Any = None,
        num_vertices: int | None = None,
        directed: bool = True,
        *,
        keep_id_gaps: bool = False,
        duplicates: Duplicates = "remove",
        parallel_edges: ParallelEdges | None = None,
        self_loops: SelfLoops = "remove",
        symmetrize: bool = False,
        threads: int = 0,
        progress: Progress = None,
    ) -> Graph:
        """A graph of the edges src[i] -> dst[i]; without `directed` each stands for both directions.

        The vertices are those that the edges name. Ids that are not exactly 0 to n - 1 are numbered in ascending order, and
        :attr:`nodes` lists them: functions take a vertex by its id.

        Args:
            src, dst: whole numbers from 0 to 2^64 - 1, or names (strings, mixed values), as many of one as of the other: NumPy
                arrays, anything with DLPack or `__cuda_array_interface__`, lists. They must not be changed during the call.
            weight: numbers. They are kept in single precision, or all in double precision where single precision would change a
                whole number, a number of 2^24 or more or one below 1.2e-38; a note in the receipt says so. None: the edges have none.
            num_vertices: n. Where all ids are below n, the vertices are 0 to n - 1; else the smallest unused ids join those that the
                edges name. None: no vertex but these.
            keep_id_gaps: ids are positions: the vertices are 0 to the largest id, or to num_vertices - 1.
            duplicates: of parallel edges one is kept, that of the smallest weight, or all ("keep").
            parallel_edges: the same and more, in place of `duplicates`: of parallel edges the one of the smallest weight ("min"), one
                with the sum of their weights ("sum"), the first ("first") or all ("keep"). Without `directed` a-b and b-a are
                parallel.
            self_loops: edges from a vertex to itself are dropped, or kept.
            symmetrize: adds the reverse of every directed edge.
            threads: 0: all there are.
            progress: see :func:`fathom.bfs`.

        Raises:
            TypeError: for ids that are neither whole numbers nor names.
            ValueError: for a negative id, a missing name, a num_vertices below the number of distinct ids (with keep_id_gaps: an id at
                or above it), columns of different lengths, a NaN weight.
            MemoryError: beforehand, with what is needed and what there is.
        """
        sources, targets, names = _arrays.edge_ends(src, dst)
        n = -1 if num_vertices is None else operator.index(num_vertices)
        if num_vertices is not None and n < 0:
            raise ValueError(f"num_vertices is {n}; it cannot be negative")
        if names is not None and n >= 0 and n != len(names):
            raise ValueError(f"num_vertices is {n}, but the edges name {len(names)} vertices, and others would have no name; leave it out")
        if names is not None and keep_id_gaps:
            raise ValueError("keep_id_gaps is for ids that are whole numbers, and src or dst holds names; leave it out")
        return cls._from_columns(sources, targets, weight, names, n if names is None else len(names), keep_id_gaps or names is not None,
                                 directed, duplicates=duplicates, parallel_edges=parallel_edges, self_loops=self_loops,
                                 symmetrize=symmetrize, threads=threads, progress=progress)

    @classmethod
    def _from_columns(cls, sources: np.ndarray, targets: np.ndarray, weight: Any, names: Sequence[Hashable] | None, num_vertices: int,
                      keep_id_gaps: bool, directed: bool, *, duplicates: Duplicates = "remove", parallel_edges: ParallelEdges | None = None,
                      self_loops: SelfLoops = "remove", symmetrize: bool = False, threads: int = 0, progress: Progress = None) -> Graph:
        """Of ids, or of positions in `names`. num_vertices: -1 for None."""
        values, note = _arrays.weights(weight, "weight", sources.size)
        offsets, text = _label_columns(names)
        with watching(progress) as watcher:
            held = _core.from_edges(sources, targets, values, num_vertices, bool(keep_id_gaps), offsets, text, bool(directed),
                                    _policy(duplicates, parallel_edges), _choice("self_loops", self_loops), bool(symmetrize),
                                    [note] if note else [], threads, watcher)
        warn_of([note] if note else [])
        return cls(held, names)

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
        threads: int = 0,
        progress: Progress = None,
    ) -> Graph:
        """A graph of rows that exist: the edges of vertex v lead to indices[indptr[v]:indptr[v + 1]]. Vertices are positions.

        Rows that are not in ascending order are sorted into arrays of the graph's own.

        Args:
            directed: False asserts that each edge is stored both ways, which is checked. With True it is measured.
            copy: None: arrays are copied unless they are read-only. False: `indices` of 32 bits, `indptr` of 64 bits and `weight` in
                single precision are used where they lie, and NumPy's arrays become read-only, so that nobody changes what the graph
                reads; what changes them in another way ends in wrong results or a crash. True: arrays are copied.
            in_edges: a directed graph is given its rows of in-edges, too, without which no search can run bottom-up.
            others: see from_edges().
        """
        starts, ends = _arrays.ids(indptr, "indptr"), _arrays.ids(indices, "indices")
        values, note = _arrays.weights(weight, "weight", ends.size)
        if starts.size == 0:
            raise ValueError("indptr is empty; a graph without vertices has the one offset 0")
        starts, ends = _arrays.unchanging(starts, indptr, copy, (64,)), _arrays.unchanging(ends, indices, copy, (32,))
        if values is not None:
            values = _arrays.unchanging(values, weight, copy, (32, 64))
        with watching(progress) as watcher:
            held = _core.from_csr(starts, ends, values, bool(directed), _policy(duplicates, parallel_edges),
                                  _choice("self_loops", self_loops), bool(symmetrize), bool(in_edges), [note] if note else [], threads,
                                  watcher)
        warn_of([note] if note else [])
        return cls(held)

    @classmethod
    def from_scipy(cls, matrix: scipy.sparse.sparray | scipy.sparse.spmatrix, *, weight: bool | None = None, **options: Any) -> Graph:
        """A graph of a square sparse matrix: entry (u, v) is an edge u -> v, explicit zeros too, as in `scipy.sparse.csgraph`.

        Vertices are positions: rows and columns of the matrix. Formats other than CSR are converted by SciPy.

        Args:
            weight: whether entries are weights; None: unless they are of type bool.
            options: of from_csr(); with copy=False the rows of a CSR matrix with 32-bit indices, and entries of type float32, are used
                where they lie.
        """
        from ._convert import from_scipy

        return from_scipy(cls, matrix, weight, options)

    @classmethod
    def from_networkx(cls, graph: networkx.Graph, *, weight: str | None = None, **options: Any) -> Graph:
        """A graph of NetworkX's. Functions take a vertex by its node; the i-th entry of a result's arrays is that of nodes[i].

        Args:
            weight: the edge attribute to take; edges without it count 1. None: the graph has no weights.
            options: of from_edges(), without num_vertices and keep_id_gaps.
        """
        from ._convert import from_networkx

        return from_networkx(cls, graph, weight, options)

    @classmethod
    def from_pandas(cls, frame: pandas.DataFrame, source: str = "source", target: str = "target", weight: str | None = None,
                    directed: bool = True, **options: Any) -> Graph:
        """A graph of a table with one row per edge. Columns of whole numbers are vertex ids, which are numbered in ascending order;
        other values are names, numbered in the order of their first appearance. :attr:`nodes` lists both.

        Args:
            options: of from_edges(): num_vertices, keep_id_gaps, ...

        Raises KeyError for a column that is not there, ValueError for missing values.
        """
        from ._convert import from_pandas

        return from_pandas(cls, frame, source, target, weight, directed, options)

    @classmethod
    def from_arrow(cls, table: pyarrow.Table | Any, source: str = "source", target: str = "target", weight: str | None = None,
                   directed: bool = True, **options: Any) -> Graph:
        """A graph of an Arrow table with one row per edge, or of anything that hands one over (`__arrow_c_stream__`: a result of
        DuckDB, a Polars frame, a Parquet file that pyarrow has read). Columns as in from_pandas().
        """
        from ._convert import from_arrow

        return from_arrow(cls, table, source, target, weight, directed, options)

    # -- what it is -------------------------------------------------------------------------------------------------------------

    @property
    def num_vertices(self) -> int:
        """n."""
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        """Directed edges, as stored."""
        return self._core.num_edges

    @property
    def directed(self) -> bool:
        """Whether some stored edge lacks its reverse."""
        return self._core.directed

    @property
    def weighted(self) -> bool:
        return self._core.weighted

    @property
    def nbytes(self) -> int:
        """Bytes of the rows; what is borrowed counts, too."""
        return self._core.nbytes

    @property
    def indptr(self) -> npt.NDArray[np.int64]:
        """Where rows begin: n + 1 offsets. A read-only view."""
        return self._core.offsets

    @property
    def indices(self) -> npt.NDArray[np.int32]:
        """Ends of edges, row by row. A read-only view."""
        return self._core.targets

    @property
    def weights(self) -> npt.NDArray[np.float32] | npt.NDArray[np.float64] | None:
        """Weights of edges, row by row, or None. A read-only view."""
        return self._core.weights

    @property
    def receipt(self) -> Receipt:
        """What became of the input."""
        fields = self._core.receipt
        fields["notes"] = [in_python(note) for note in fields["notes"]]
        return Receipt(fields)

    @property
    def properties(self) -> Fields:
        """What was measured: self_loops, duplicates, isolated, degrees, the histogram of out-degrees by powers of two."""
        return Fields(self._core.properties)

    @property
    def degrees(self) -> npt.NDArray[np.int64]:
        """Out-degrees, n of them."""
        return np.diff(self.indptr)

    @property
    def nodes(self) -> Sequence[Any]:
        """What the input called the vertices, n entries: nodes of NetworkX, names of a table, labels or ids of a file, else 0 to
        n - 1. Entry i belongs to entry i of every array with n entries."""
        if self._nodes is None:
            self._nodes = self._core.labels
        if self._nodes is None:
            ids = self._core.original_ids
            if ids is None:
                return range(self.num_vertices)
            self._nodes = ids.view(np.int64) if int(ids.max(initial=0)) < 2**63 else ids
        return self._nodes

    @property
    def _names(self) -> Names:
        if self._named is None:
            self._named = names_of(self.nodes)
        return self._named

    def vertex(self, node: Hashable) -> Position:
        """The position of the vertex that the input called `node`, which is its index in arrays of results.

        Functions take it as a position, too, even where vertices have names that are numbers. Raises KeyError where the input named no
        vertex so.
        """
        return Position(self._names.require_inside(node, self._names.position(node)))

    def prepare(self, device: str = "auto", *, joined: bool = False, threads: int = 0, progress: Progress = None) -> Fields:
        """Makes what the first search on `device` would make: for :func:`fathom.bfs`, or where `joined` for searches from many
        sources. Returns what it was: its order of vertices with the reason, seconds, bytes."""
        with watching(progress) as watcher:
            return Fields(self._core.prepare(device, joined, threads, watcher))

    # -- where it goes ----------------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str], *, format: str | None = None, prepared: bool = False, threads: int = 0,
             progress: Progress = None) -> str:
        """Writes the graph, in the format of the file's suffix unless told: .fathom opens fastest, the others are listed in
        docs/formats.md. Nothing half-written is ever left under the name.

        Args:
            prepared: .fathom: what :func:`fathom.bfs` has prepared for the CPU goes along.

        Returns what of the graph the format cannot hold, such as "names, weights"; empty where it holds everything.

        Raises ValueError for an unknown suffix or format, OSError where it cannot be written.
        """
        with watching(progress) as watcher:
            left_out = self._core.save(os.fspath(path), format or "", prepared, threads, watcher)[1]
        # Nodes that are not strings, or not in ascending order, exist in Python alone.
        unknown = type(self._names) is not Names and self._core.labels is None and self._core.original_ids is None
        return ", ".join(filter(None, ["names" if unknown else "", left_out]))

    def to_scipy(self) -> scipy.sparse.csr_array:
        """The rows as SciPy's CSR array of shape (n, n): weights as entries, ones without. The column numbers are not copied."""
        from ._convert import to_scipy

        return to_scipy(self)

    def to_networkx(self) -> networkx.Graph:
        """A Graph of NetworkX, or a DiGraph of a directed one, with :attr:`nodes` as nodes and the attribute "weight"."""
        from ._convert import to_networkx

        return to_networkx(self)

    def __len__(self) -> int:
        return self.num_vertices

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        weights = ", weighted" if self.weighted else ""
        edges = f"{self.num_edges:,} directed edges" if self.directed else f"{self.num_edges:,} directed edges (each both ways)"
        return f"<fathom.Graph: {kind}{weights}, {self.num_vertices:,} vertices, {edges}, {_megabytes(self.nbytes)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        options = {"self_loops": "keep", "duplicates": "keep"}
        return _restore, (np.array(self.indptr), np.array(self.indices), None if self.weights is None else np.array(self.weights),
                          options, None if isinstance(self.nodes, range) else _own(self.nodes))


def _restore(indptr: Any, indices: Any, weight: Any, options: dict[str, Any], nodes: Sequence[Hashable] | None) -> Graph:
    graph = Graph.from_csr(indptr, indices, weight, copy=False, **options)
    graph._nodes = nodes
    return graph


def _label_columns(names: Sequence[Hashable] | None) -> tuple[np.ndarray | None, np.ndarray | None]:
    """Names that are strings as the compiled part holds them, so that files can: where each begins, and their text."""
    if not names or not all(isinstance(name, str) for name in names):
        return None, None
    try:
        encoded = [str(name).encode() for name in names]
    except UnicodeEncodeError:
        return None, None
    offsets = np.zeros(len(names) + 1, np.uint64)
    np.cumsum(np.fromiter(map(len, encoded), np.uint64, len(names)), out=offsets[1:])
    return offsets, np.frombuffer(b"".join(encoded), np.uint8)


def _own(nodes: Any) -> Any:
    return np.array(nodes) if isinstance(nodes, np.ndarray) else list(nodes)


def _choice(name: str, value: str) -> str:
    if value not in ("remove", "keep"):
        raise ValueError(f"{name} is {value!r}; it may be 'remove' or 'keep'")
    return value


def _policy(duplicates: str, parallel_edges: str | None) -> str:
    if parallel_edges is None:
        return _choice("duplicates", duplicates)
    if parallel_edges not in ("min", "sum", "first", "keep"):
        raise ValueError(f"parallel_edges is {parallel_edges!r}; use 'min', 'sum', 'first' or 'keep'")
    return parallel_edges


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 1e5 else f"{count:,} bytes"


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    directed: bool | None = None,
    duplicates: Duplicates = "remove",
    parallel_edges: ParallelEdges | None = None,
    self_loops: SelfLoops = "remove",
    symmetrize: bool = False,
    weights: bool = True,
    trust: bool = False,
    keep_id_gaps: bool = False,
    num_vertices: int | None = None,
    source_column: str | int | None = None,
    target_column: str | int | None = None,
    weight_column: str | int | None = None,
    separator: str | None = None,
    header: bool | None = None,
    threads: int = 0,
    progress: Progress = None,
) -> Graph:
    """Reads a graph from a file of any format in docs/formats.md, compressed or not: by suffix, then by content.

    :attr:`Graph.receipt` says what became of every edge, :attr:`Graph.nodes` what the file calls the vertices.

    Args:
        format: "mtx", "snap", "csv", "fathom", ... where the suffix does not tell.
        directed: what the edges mean; None: what the file says of itself.
        parallel_edges: as for from_edges(). A .fathom file keeps the parallel edges that it holds unless this is given.
        trust: .fathom: skip checksums and bounds, for files that nobody else could have written.
        keep_id_gaps: edge lists: take ids for positions; ids that the file does not use become isolated vertices.
        num_vertices: edge lists: the number of vertices, isolated ones included; None: those that the file names or declares.
        source_column, target_column, weight_column: tables: a column's name, or its number from 1; None: by well-known names.
        separator: tables: one ASCII character; None: decided from the first rows.
        header: tables: whether the first row names the columns; None: decided from the first rows.
        others: see :meth:`Graph.from_edges`.

    Raises:
        FileNotFoundError, IsADirectoryError.
        FormatError: naming the file, the line and the value.
        ValueError: for an option that the file's format does not have.

    Warns:
        ReadWarning: for each decision that may change results: a direction that the file does not state, columns that were not
            read, counts that contradict each other.
    """
    if separator is not None and (len(separator) != 1 or not separator.isascii()):
        raise ValueError(f"separator is {separator!r}; it has to be one ASCII character")
    if num_vertices is not None and num_vertices < 0:
        raise ValueError(f"num_vertices is {num_vertices}; it cannot be negative")
    columns = ["" if column is None else str(column) for column in (source_column, target_column, weight_column)]
    file = os.fspath(path)
    if not os.path.exists(file):
        hint = "; graphs are made by fathom.generate, as in fathom.generate.from_spec(" + repr(file) + ")" if _core.is_generator(file) else ""
        raise FileNotFoundError(2, "No such file" + hint, file)
    if os.path.isdir(file):
        raise IsADirectoryError(21, "Is a directory", file)
    direction = "" if directed is None else ("directed" if directed else "undirected")
    try:
        with watching(progress) as watcher:
            graph = Graph(_core.read(file, format or "", direction, _policy(duplicates, parallel_edges), _choice("self_loops", self_loops),
                                    symmetrize, weights, trust, keep_id_gaps, -1 if num_vertices is None else num_vertices, *columns,
                                    separator or "", "" if header is None else "yes" if header else "no", threads, watcher))
    except ValueError as error:
        text = in_python(str(error))
        if text == str(error) or type(error) not in (ValueError, _core.FormatError):
            raise
        raise type(error)(text) from None
    warn_of(graph.receipt.notes)
    return graph
