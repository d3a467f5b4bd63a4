"""Adjacency and Laplacian matrices as SciPy arrays, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from ._graph import BackendGraph
from ._paths import weight_is_name


def adjacency(G: BackendGraph, weight: str | None, dtype: Any = None) -> Any:
    """Return the adjacency matrix with the edges' values, those of parallel edges added up; its arrays belong to the caller."""
    import scipy.sparse

    values: npt.NDArray[Any] = G.sums(weight)
    if dtype is None:
        values = values.astype(values.dtype if values.size else float)
    else:
        _require_convertible(G, weight, values, np.dtype(dtype))
        values = values.astype(dtype)
    matrix = scipy.sparse.csr_array((values, G.indices.copy(), G.indptr.copy()), shape=(len(G), len(G)))
    matrix.sort_indices()
    matrix.has_canonical_format = True
    return matrix


def _require_convertible(G: BackendGraph, weight: str | None, values: npt.NDArray[Any], dtype: np.dtype[Any]) -> None:
    """Raise NotImplementedError unless sums may be converted: NetworkX converts the values of single edges, and then adds them up."""
    if dtype.kind not in "biufc":
        raise NotImplementedError(f"SciPy has no matrices of {dtype}")
    if weight is None or np.can_cast(values.dtype, dtype):
        return
    if G.multigraph:
        raise NotImplementedError(f"the attribute {weight!r} of parallel edges may have another sum in {dtype}")
    if dtype.kind in "iu" and values.size:
        least, largest = (float(bound) for bound in (np.iinfo(dtype).min, np.iinfo(dtype).max))
        if values.min() < least or values.max() > largest or (dtype.kind == "u" and G.loops.size):
            raise NotImplementedError(f"the attribute {weight!r} of some edge is outside the range of {dtype}")


def to_scipy_sparse_array(G: BackendGraph, nodelist: Any = None, dtype: Any = None, weight: str | None = "weight",
                          format: str = "csr") -> Any:
    if len(G) == 0:
        raise nx.NetworkXError("Graph has no nodes or edges")
    if dtype is None:
        for kept in G.value_types(weight):
            if kept not in (np.int64, np.float64):
                raise NotImplementedError(f"NetworkX chooses the type of a matrix of {kept}")
    matrix = adjacency(G, weight, dtype)
    if nodelist is not None:
        listed = list(nodelist)
        if not listed:
            raise nx.NetworkXError("nodelist has no nodes")
        for node in listed:
            if node not in G:
                raise nx.NetworkXError(f"Node {node} in nodelist is not in G")
        if len(set(listed)) != len(listed):
            raise nx.NetworkXError("nodelist contains duplicates.")
        if listed != G.nodes:
            order = np.array([G.vertex(node) for node in listed])
            matrix = matrix[order][:, order]
            matrix.sort_indices()
            if not matrix.nnz and dtype is None:
                matrix = matrix.astype(float)  # like every matrix without entries
            elif dtype is None and len(listed) < len(G) and matrix.dtype.kind == "f" and (matrix.data == np.rint(matrix.data)).all():
                raise NotImplementedError(f"the values of {weight!r} between these nodes may all be integers")
    return matrix.asformat(format)


def adjacency_matrix(G: BackendGraph, nodelist: Any = None, dtype: Any = None, weight: str | None = "weight") -> Any:
    return to_scipy_sparse_array(G, nodelist, dtype, weight)


def laplacian_matrix(G: BackendGraph, nodelist: Any = None, weight: str | None = "weight") -> Any:
    import scipy.sparse

    matrix = to_scipy_sparse_array(G, nodelist, weight=weight)
    return scipy.sparse.dia_array((matrix.sum(axis=1), 0), shape=matrix.shape).tocsr() - matrix


def normalized_laplacian_matrix(G: BackendGraph, nodelist: Any = None, weight: str | None = "weight") -> Any:
    import scipy.sparse

    matrix = to_scipy_sparse_array(G, nodelist, weight=weight)
    diagonal = matrix.sum(axis=1)
    laplacian = scipy.sparse.dia_array((diagonal, 0), shape=matrix.shape).tocsr() - matrix
    with np.errstate(divide="ignore"):
        root = 1.0 / np.sqrt(diagonal)
    root[np.isinf(root)] = 0
    scale = scipy.sparse.dia_array((root, 0), shape=matrix.shape).tocsr()
    return scale @ (laplacian @ scale)


def _can_store(G: Any, nodelist: Any = None, dtype: Any = None, weight: Any = "weight", format: str = "csr") -> bool | str:
    if format not in ("csr", "csc"):
        return "other formats keep NetworkX's order of entries"
    return weight_is_name(weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "to_scipy_sparse_array": _can_store,
    "adjacency_matrix": lambda G, nodelist=None, dtype=None, weight="weight": weight_is_name(weight),
    "laplacian_matrix": lambda G, nodelist=None, weight="weight": weight_is_name(weight),
    "normalized_laplacian_matrix": lambda G, nodelist=None, weight="weight": weight_is_name(weight),
}
FUNCTIONS: list[Any] = [to_scipy_sparse_array, adjacency_matrix, laplacian_matrix, normalized_laplacian_matrix]
