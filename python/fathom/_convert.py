"""Conversion of graphs from and to objects of other packages."""

from __future__ import annotations

import gc
import numbers
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _columns
from ._edge_options import require_known
from ._graph import Graph
from ._notes import warn_of
from ._refusals import flag


def from_scipy(cls: type[Graph], matrix: Any, weight: bool | None, options: dict[str, Any]) -> Graph:
    import scipy.sparse

    if not scipy.sparse.issparse(matrix):
        raise TypeError(f"{type(matrix).__name__} is not a SciPy sparse matrix; create one with scipy.sparse.csr_array(...)")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"the matrix has shape {matrix.shape}; an adjacency matrix must be square")
    if np.iscomplexobj(matrix):
        raise TypeError("the matrix has complex entries; weights must be real numbers")
    require_known("from_scipy", options, "weight", "directed", "copy", "in_edges")
    rows = matrix.tocsr()
    if rows is not matrix:  # a new matrix made by SciPy, referenced only here
        rows.indptr.flags.writeable = rows.indices.flags.writeable = rows.data.flags.writeable = False
    weighted = rows.data.dtype.kind != "b" if weight is None else flag(weight, "weight")
    # SciPy permits unused capacity after the last row.
    stored = int(rows.indptr[-1])
    made = cls.from_csr(rows.indptr, rows.indices[:stored], rows.data[:stored] if weighted else None, **options)
    if options.get("copy") is False:
        for array, used in ((rows.indptr, made.indptr), (rows.indices, made.indices), (rows.data, made.weights)):
            if used is not None and np.may_share_memory(array, used):
                array.flags.writeable = False
    return made


def to_scipy(graph: Graph) -> Any:
    import scipy.sparse

    n = graph.num_vertices
    data = np.ones(graph.num_edges, np.float32) if graph.weights is None else graph.weights
    # SciPy requires indptr and indices of the same dtype: convert indptr, which is shorter.
    indptr = graph.indptr.astype(np.int32) if graph.num_edges < 2**31 else graph.indptr
    return scipy.sparse.csr_array((data, graph.indices, indptr), shape=(n, n), copy=False)


def from_networkx(cls: type[Graph], graph: Any, weight: str | None, options: dict[str, Any]) -> Graph:
    from .networkx._rows import attribute_values, has_own_neighbours, plain, positions

    if not (hasattr(graph, "_adj") and hasattr(graph, "is_multigraph")):
        raise TypeError(f"{type(graph).__name__} is not a NetworkX graph; use Graph.from_edges, from_scipy, from_pandas or from_arrow")
    refused = {"num_vertices", "keep_id_gaps"} & set(options)
    if refused:
        raise TypeError(f"from_networkx has no argument {sorted(refused)[0]!r}: the vertices are the nodes of the graph")
    if "directed" in options:
        raise TypeError("from_networkx has no argument 'directed': the graph states it; use graph.to_directed() or graph.to_undirected()")
    require_known("from_networkx", options, "weight")
    options.setdefault("self_loops", "keep")
    if callable(weight):
        raise TypeError(f"weight is {weight!r}; use the name of an edge attribute")
    nodes = list(graph)
    n = len(nodes)
    index = dict(zip(nodes, range(n)))
    values = None
    if has_own_neighbours(graph):
        m = graph.number_of_edges()
        ends = np.fromiter((index[end] for u, v in graph.edges() for end in (u, v)), np.int64, 2 * m).astype(np.uint32)
        sources, targets = np.ascontiguousarray(ends[0::2]), np.ascontiguousarray(ends[1::2])
        if weight is not None:
            values = _attribute_column((w for _, _, w in graph.edges(data=weight, default=1)), weight, m)
    else:
        adjacency = plain(graph._adj)
        sources, targets, count = positions(adjacency, index, graph.is_multigraph())
        once = slice(None) if graph.is_directed() else sources <= targets  # each edge in the row of its first node
        if weight is not None:
            values = _attribute_column(attribute_values(adjacency, graph.is_multigraph(), weight), weight, count)[once]
        sources, targets = sources[once], targets[once]
    if weight is not None and sources.size and not any(weight in data for _, _, data in graph.edges(data=True)):
        warn_of([f"no edge has the attribute {weight!r}; every weight is 1"])
    return cls._from_columns(sources, targets, values, nodes, n, True, graph.is_directed(), **options)


def _attribute_column(listed: Iterable[Any], weight: str, size: int) -> np.ndarray:
    values = listed if isinstance(listed, list) else list(listed)
    try:
        if None not in values and not any(isinstance(value, str) for value in values):  # fromiter() reads "3" as 3.0
            column = np.fromiter(values, np.float64, size)
            return column if size == 0 or np.abs(column).max() < 1 << 53 else _objects(values)  # weights() counts rounded integers
    except OverflowError:
        return _objects(values)
    except (TypeError, ValueError):
        pass
    wrong = next(value for value in values if not isinstance(value, numbers.Real))
    raise TypeError(f"the attribute {weight!r} of some edge is {wrong!r}; weights must be numbers")


def _objects(values: list[Any]) -> np.ndarray:
    column = np.empty(len(values), object)
    column[:] = values
    return column


def to_networkx(graph: Graph) -> Any:
    import networkx

    nodes = list(graph.nodes.tolist() if isinstance(graph.nodes, np.ndarray) else graph.nodes)
    sources, targets, weights = np.repeat(np.arange(graph.num_vertices), graph.degrees), np.asarray(graph.indices), graph.weights
    if ((sources[1:] == sources[:-1]) & (targets[1:] == targets[:-1])).any():
        return _to_multigraph(graph.directed, nodes, sources, targets, weights)
    made = networkx.DiGraph() if graph.directed else networkx.Graph()
    made.add_nodes_from(nodes)
    m = sources.size
    attributes = np.empty(m, object)
    mirrored = np.lexsort((sources, targets))  # entry i is the reverse of edge i, or for a directed graph, edges by target
    collecting = gc.isenabled()
    gc.disable()  # each of many new dictionaries would have it scan all earlier ones
    try:
        attributes[:] = [{} for _ in range(m)] if weights is None else [{"weight": w} for w in weights.tolist()]
        if not graph.directed:  # both directions of an edge share the attributes of the one that comes last
            first = sources < targets
            attributes[first] = attributes[mirrored[first]]
        names = np.empty(len(nodes), object)
        names[:] = nodes
        _fill_rows(made._adj, nodes, sources, names[targets], attributes)
        if graph.directed:
            _fill_rows(made._pred, nodes, targets[mirrored], names[sources[mirrored]], attributes[mirrored])
    finally:
        if collecting:
            gc.enable()
    return made


def _to_multigraph(directed: bool, nodes: list[Any], sources: np.ndarray, targets: np.ndarray, weights: np.ndarray | None) -> Any:
    import networkx

    made = networkx.MultiDiGraph() if directed else networkx.MultiGraph()
    made.add_nodes_from(nodes)
    once = slice(None) if directed else sources <= targets  # each edge in the row of its first node
    ends = [nodes[u] for u in sources[once].tolist()], [nodes[v] for v in targets[once].tolist()]
    made.add_edges_from(zip(*ends) if weights is None else zip(*ends, ({"weight": w} for w in weights[once].tolist())))
    return made


def _fill_rows(adjacency: Any, nodes: list[Any], owners: np.ndarray, others: np.ndarray, attributes: np.ndarray) -> None:
    """Fill the dictionaries of an adjacency. Entries are sorted by `owners`, the position of the row's node."""
    bounds = np.searchsorted(owners, np.arange(len(nodes) + 1)).tolist()
    listed, data = others.tolist(), attributes.tolist()
    for node, begin, end in zip(nodes, bounds, bounds[1:]):
        if begin != end:
            adjacency[node].update(zip(listed[begin:end], data[begin:end]))


def to_pandas(graph: Graph, source: str, target: str, weight: str) -> Any:
    import pandas

    if source == target or (graph.weighted and weight in (source, target)):
        raise ValueError(f"the columns are called {source!r}, {target!r} and {weight!r}; use different names")
    rows, columns = np.repeat(np.arange(graph.num_vertices), graph.degrees), np.asarray(graph.indices)
    once = slice(None) if graph.directed else rows <= columns
    names = graph._names
    data = {source: names.named(rows[once]), target: names.named(columns[once])}
    if graph.weights is not None:
        data[weight] = graph.weights[once]
    frame = pandas.DataFrame(data)
    return frame.infer_objects()


def from_pandas(cls: type[Graph], frame: Any, source: str, target: str, weight: str | None, directed: bool,
                options: dict[str, Any]) -> Graph:
    if not hasattr(frame, "columns") or not (hasattr(frame, "iloc") or hasattr(frame, "to_arrow")):  # of pandas, of Polars; not lazy frames
        hint = "call collect() first" if hasattr(frame, "collect") else "use Graph.from_edges for columns, Graph.from_arrow for other tables"
        raise TypeError(f"{type(frame).__name__} is not a DataFrame; {hint}")
    require_known("from_pandas", options, "source", "target", "weight", "directed", "num_vertices", "keep_id_gaps")
    _require_columns(frame.columns, (source, target, weight))
    ends = _columns.edge_ends(frame[source], frame[target], True, (_labelled(source), _labelled(target)))
    return cls._from_ends(ends, None if weight is None else _columns.weight_values(frame[weight], _labelled(weight)), directed=directed, **options)


def from_arrow(cls: type[Graph], table: Any, source: str, target: str, weight: str | None, directed: bool,
               options: dict[str, Any]) -> Graph:
    import pyarrow

    if hasattr(table, "collect"):
        raise TypeError(f"{type(table).__name__} has no rows yet; call collect() first")
    if hasattr(table, "__arrow_c_stream__") and not isinstance(table, pyarrow.Table):
        table = pyarrow.RecordBatchReader.from_stream(table).read_all()
    if not isinstance(table, pyarrow.Table):
        try:
            table = pyarrow.table(table)
        except TypeError:
            raise TypeError(f"{type(table).__name__} is not an Arrow table; use Graph.from_edges for columns") from None
    require_known("from_arrow", options, "source", "target", "weight", "directed", "num_vertices", "keep_id_gaps")
    _require_columns(table.column_names, (source, target, weight))
    ends = _columns.edge_ends(table.column(source), table.column(target), True, (_labelled(source), _labelled(target)))
    values = None if weight is None else _columns.weight_values(table.column(weight), _labelled(weight))
    return cls._from_ends(ends, values, directed=directed, **options)


def _require_columns(columns: Any, wanted: tuple[str, str, str | None]) -> None:
    listed = list(columns)
    for name in wanted:
        if name is not None and name not in listed:
            raise KeyError(f"no column is called {name!r}; the columns are {', '.join(map(repr, listed))}")
        if listed.count(name) > 1:
            raise ValueError(f"{listed.count(name)} columns are called {name!r}; rename them")
    if len(set(wanted)) < 3:
        raise ValueError(f"source, target and weight are {', '.join(map(repr, wanted))}; use different columns")


def _labelled(column: str) -> str:
    return f"column {column!r}"
