"""Conversion of graphs from and to objects of other packages."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._graph import Graph


def from_scipy(cls: type[Graph], matrix: Any, weight: bool | None, options: dict[str, Any]) -> Graph:
    import scipy.sparse

    if not scipy.sparse.issparse(matrix):
        raise TypeError(f"{type(matrix).__name__} is not a SciPy sparse matrix; create one with scipy.sparse.csr_array(...)")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"the matrix has shape {matrix.shape}; an adjacency matrix must be square")
    if np.iscomplexobj(matrix):
        raise TypeError("the matrix has complex entries; weights must be real numbers")
    rows = matrix.tocsr()
    if rows is not matrix:  # a new matrix made by SciPy, referenced only here
        rows.indptr.flags.writeable = rows.indices.flags.writeable = rows.data.flags.writeable = False
    weighted = rows.data.dtype.kind != "b" if weight is None else weight
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
    nodes = list(graph)
    n, m = len(nodes), graph.number_of_edges()
    index = dict(zip(nodes, range(n)))
    refused = {"num_vertices", "keep_id_gaps"} & set(options)
    if refused:
        raise TypeError(f"from_networkx has no argument {sorted(refused)[0]!r}: the vertices are the nodes of the graph")
    ends = np.fromiter((index[end] for u, v in graph.edges() for end in (u, v)), np.int64, 2 * m).astype(np.uint32)
    values = None
    if weight is not None:
        values = np.fromiter((w for _, _, w in graph.edges(data=weight, default=1)), np.float64, m)
    sources, targets = np.ascontiguousarray(ends[0::2]), np.ascontiguousarray(ends[1::2])
    return cls._from_columns(sources, targets, values, nodes, n, True, graph.is_directed(), **options)


def to_networkx(graph: Graph) -> Any:
    import networkx

    made = networkx.DiGraph() if graph.directed else networkx.Graph()
    nodes = list(graph.nodes.tolist() if isinstance(graph.nodes, np.ndarray) else graph.nodes)
    made.add_nodes_from(nodes)
    sources = np.repeat(np.arange(graph.num_vertices), graph.degrees).tolist()
    edges = ((nodes[u], nodes[v]) for u, v in zip(sources, graph.indices.tolist()))
    if graph.weights is None:
        made.add_edges_from(edges)
    else:
        made.add_weighted_edges_from((u, v, w) for (u, v), w in zip(edges, graph.weights.tolist()))
    return made


def from_pandas(cls: type[Graph], frame: Any, source: str, target: str, weight: str | None, directed: bool,
                options: dict[str, Any]) -> Graph:
    columns = [frame[source], frame[target]]
    for column in columns:
        if column.isna().any():
            row = int(np.flatnonzero(column.isna().to_numpy())[0])
            raise ValueError(f"column {column.name!r} has no value in row {row}")
    values = None if weight is None else frame[weight].to_numpy()
    return cls.from_edges(_ids(columns[0].to_numpy()), _ids(columns[1].to_numpy()), values, directed=directed, **options)


def from_arrow(cls: type[Graph], table: Any, source: str, target: str, weight: str | None, directed: bool,
               options: dict[str, Any]) -> Graph:
    import pyarrow

    if hasattr(table, "__arrow_c_stream__") and not isinstance(table, pyarrow.Table):
        table = pyarrow.RecordBatchReader.from_stream(table).read_all()
    if not isinstance(table, pyarrow.Table):
        table = pyarrow.table(table)

    def column(name: str) -> Any:
        values = table.column(name)
        if values.null_count:
            raise ValueError(f"column {name!r} has {values.null_count} missing values")
        if pyarrow.types.is_dictionary(values.type):
            values = values.cast(values.type.value_type)
        values = values.chunk(0) if values.num_chunks == 1 else values.combine_chunks()
        numeric = pyarrow.types.is_integer(values.type) or pyarrow.types.is_floating(values.type)
        return values.to_numpy(zero_copy_only=False) if numeric else np.asarray(values.to_pylist(), dtype=object)

    values = None if weight is None else column(weight)
    return cls.from_edges(_ids(column(source)), _ids(column(target)), values, directed=directed, **options)


def _ids(column: np.ndarray) -> np.ndarray:
    """Return a table column as from_edges() accepts it.

    Integral floating-point numbers become integers: pandas stores integer columns that once had a missing value as floats.
    """
    if column.dtype.kind in "iuO":
        return column
    if column.dtype.kind == "f" and (np.abs(column) <= 2**53).all() and (column == np.floor(column)).all():
        return column.astype(np.int64)
    return np.fromiter(column.tolist(), object, column.size)
