"""Columns of edge endpoints, from arrays and tables of any package: as integer ids, or by dictionary encoding as positions in a list
of names."""

from __future__ import annotations

import numbers
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from . import _arrays, _strings


@dataclass(frozen=True)
class Coded:
    """Column of names: entry i is names[codes[i]]. Names are distinct, and each may be unused."""

    codes: np.ndarray
    names: list[Hashable]


def edge_ends(src: Any, dst: Any, of_tables: bool = False, labels: tuple[str, str] = ("src", "dst")
              ) -> tuple[np.ndarray, np.ndarray, list[Hashable] | _strings.StringNames | None]:
    """Return two columns of ids and None, or two columns of positions and the names, in order of first appearance.

    of_tables: accept integral floating-point numbers, as pandas stores integer columns that once had a missing value, and take other
    ones for names.
    """
    if dst is None:
        src, dst = _pair_columns(src)
    strings = _strings.encoded(src, dst)
    if strings is not None:
        return strings
    columns = [_column(given, name, of_tables) for given, name in ((src, labels[0]), (dst, labels[1]))]
    sizes = [column.codes.size if isinstance(column, Coded) else column.size for column in columns]
    if sizes[0] != sizes[1]:
        raise ValueError(f"{labels[0]} has {sizes[0]} entries and {labels[1]} has {sizes[1]}; both must have one entry per edge")
    sources, targets = columns
    if not isinstance(sources, Coded) and not isinstance(targets, Coded):
        return sources, targets, None
    first, second = (_by_appearance(column if isinstance(column, Coded) else _coded(column.tolist())) for column in columns)
    names = list(dict.fromkeys(chain(first.names, second.names)))
    return first.codes.astype(np.uint32), _positions(second.names, names)[second.codes], names


def _pair_columns(pairs: Any) -> tuple[Any, Any]:
    """Return the two columns of an array of shape (m, 2), or of a collection of pairs."""
    if pairs is None or isinstance(pairs, (str, bytes, numbers.Number)):
        raise TypeError(f"src is {pairs!r}; pass src and dst, or pairs (source, target)")
    if isinstance(pairs, Mapping) and not isinstance(pairs, Set):  # the edges of a NetworkX graph are both
        raise TypeError(f"src is a {type(pairs).__name__}; pass pairs (source, target), such as src.items(), or src and dst")
    if isinstance(pairs, (Iterator, Set)) or type(pairs).__module__.partition(".")[0] == "networkx":
        pairs = list(pairs)
    if isinstance(pairs, (list, tuple)):
        try:
            if not any(isinstance(pair, str) for pair in pairs):
                return [u for u, _ in pairs], [v for _, v in pairs]
        except (TypeError, ValueError):
            pass
        three = bool(pairs) and isinstance(pairs[0], (list, tuple)) and len(pairs[0]) == 3
        hint = "; use Graph.from_networkx for edges with data" if three and isinstance(pairs[0][2], Mapping) else ""
        if three and not hint:
            hint = "; pass the third entries as weight"
        raise ValueError(f"dst is missing, and src is not a list of pairs; pass src and dst, or pairs (source, target){hint}")
    if hasattr(pairs, "columns"):
        raise TypeError(f"src is a {type(pairs).__name__}; use Graph.from_pandas or Graph.from_arrow for tables")
    array = np.asarray(_arrays.host(pairs, "src"))  # columns of a matrix have two dimensions
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"dst is missing, and src has shape {array.shape}; pass src and dst, or an array of shape (m, 2)")
    return array[:, 0], array[:, 1]


def _column(given: Any, name: str, of_tables: bool) -> np.ndarray | Coded:
    """Return a column of 32-bit or 64-bit integers, or of names. Raises ValueError for missing values."""
    if isinstance(given, (str, bytes)) or given is None or isinstance(given, numbers.Number):
        raise TypeError(f"{name} is {given!r}; use a list or array with one entry per edge")
    if isinstance(given, Set) and not hasattr(given, "mapping"):
        raise TypeError(f"{name} is a {type(given).__name__}, whose entries have no order; use a list")
    if hasattr(given, "columns") and not isinstance(given, np.ndarray):
        raise TypeError(f"{name} is a {type(given).__name__}; use Graph.from_pandas or Graph.from_arrow for tables")
    package = type(given).__module__.partition(".")[0]
    if package == "pandas":
        given = _of_pandas(given, name)
    elif package == "pyarrow":
        given = _of_arrow(given, name)
    elif package == "polars":
        given = _of_polars(given, name)
    elif isinstance(given, Iterator) or (isinstance(given, Collection) and not isinstance(given, Sequence) and not hasattr(given, "shape")):
        given = list(given)  # generators and views of dictionaries
    if isinstance(given, (list, tuple)):
        given = _of_list(given, name, of_tables)
    elif not isinstance(given, Coded):
        given = _of_array(_arrays.host(given, name), name, of_tables)
    if isinstance(given, Coded):
        return _checked(given, name)
    return _arrays.ids(given, name)


def _of_list(listed: list[Any] | tuple[Any, ...], name: str, of_tables: bool) -> np.ndarray | Coded:
    if all(type(value) is int for value in listed):
        return _arrays.whole_numbers(listed, name) if listed else np.empty(0, np.int64)
    if any(isinstance(value, (str, tuple)) for value in listed):
        return _coded(listed)  # np.asarray() turns numbers in a mixed list into strings, and tuples into axes
    return _of_array(_arrays.host(listed, name), name, of_tables)


def _of_array(array: np.ndarray, name: str, of_tables: bool) -> np.ndarray | Coded:
    if array.ndim == 1 and array.size:
        if array.dtype.kind in "OUST":
            return _coded(array.tolist())
        if of_tables and array.dtype.kind == "f" and (np.abs(array, dtype=np.float64) <= 2**53).all() and (array == np.floor(array)).all():
            return array.astype(np.int64)
        if of_tables and array.dtype.kind not in "iu":
            return _coded(array.tolist())
    return array


def _of_pandas(series: Any, name: str) -> Any:
    """Return the values of a Series or Index as an array or as names."""
    absent = series.isna()
    if absent.any():
        raise missing(name, int(np.flatnonzero(np.asarray(absent))[0]))
    dtype = series.dtype
    if getattr(dtype, "kind", "O") in "iuf":
        return series.to_numpy(dtype=getattr(dtype, "numpy_dtype", getattr(dtype, "subtype", dtype)))  # nullable, sparse or of NumPy
    if isinstance(dtype, np.dtype) and dtype.kind not in "OmM":
        return series.to_numpy()
    codes, names = series.factorize()  # strings, categories, objects; times, of which NumPy makes integers if they count nanoseconds
    return Coded(codes, names.tolist())


def _of_arrow(column: Any, name: str) -> Any:
    """Return the values of an Array or ChunkedArray as an array or as names."""
    import pyarrow

    if column.null_count:
        raise missing(name, column.is_null().index(True).as_py() if hasattr(column, "is_null") else 0)
    if pyarrow.types.is_integer(column.type) or pyarrow.types.is_floating(column.type):
        if isinstance(column, pyarrow.ChunkedArray):
            column = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
        return column.to_numpy(zero_copy_only=False)
    encoded_here = not pyarrow.types.is_dictionary(column.type)
    if encoded_here:
        try:
            column = column.dictionary_encode()
        except pyarrow.ArrowNotImplementedError:
            return column.to_pylist()
    chunks = column.chunks if isinstance(column, pyarrow.ChunkedArray) else [column]
    index: dict[Hashable, int] = {}  # chunks may have different dictionaries, with repetitions
    codes = [np.empty(0, np.int64)]
    for chunk in chunks:
        names = chunk.dictionary.to_pylist()
        if encoded_here and len(set(names)) < len(names):
            raise _too_fine(name)
        places = np.fromiter((index.setdefault(one, len(index)) for one in names), np.int64, len(names))
        codes.append(places[chunk.indices.to_numpy(zero_copy_only=False)] if len(chunk) else codes[0])
    return Coded(np.concatenate(codes), list(index))


def _of_polars(series: Any, name: str) -> Any:
    if series.null_count():
        raise missing(name, int(series.is_null().arg_max()))
    if series.dtype.is_numeric():
        return series.to_list() if str(series.dtype).endswith("Int128") else series.to_numpy()
    if str(series.dtype).startswith(("String", "Categorical", "Enum")):
        try:
            return _of_arrow(series.cast(str).to_arrow(), name)
        except ImportError:  # without pyarrow
            pass
    listed = series.to_list()
    if series.dtype.is_temporal() and len(set(listed)) < series.n_unique():
        raise _too_fine(name)
    return listed


def _too_fine(name: str) -> ValueError:
    """Return the error for times that become equal as Python's, whose unit is the microsecond."""
    return ValueError(f"{name} has times that differ by nanoseconds, which Python's times do not hold; convert the column to integers or strings")


def _coded(listed: Sequence[Any]) -> Coded:
    try:
        names = list(dict.fromkeys(listed))
    except TypeError as error:
        raise TypeError(f"vertices must be integers or names, but one is not hashable: {error}") from None
    return Coded(_positions(listed, names), names)


def _positions(listed: Sequence[Any], names: list[Hashable]) -> np.ndarray:
    index = dict(zip(names, range(len(names))))
    return np.fromiter(map(index.__getitem__, listed), np.uint32, len(listed))


def _checked(column: Coded, name: str) -> np.ndarray | Coded:
    """Return integer ids if all names are integers. Raises ValueError if one is a missing value."""
    for i, value in enumerate(column.names):
        if _arrays.is_missing(value):
            raise missing(name, int(np.flatnonzero(column.codes == i)[0]))
    if column.names and all(isinstance(value, (int, np.integer)) and not isinstance(value, bool) for value in column.names):
        distinct: np.ndarray = _arrays.ids(_arrays.whole_numbers(column.names, name), name)
        return distinct[column.codes]
    return column


def _by_appearance(column: Coded) -> Coded:
    """Return the same column with names in order of first appearance, without unused names."""
    m, k = column.codes.size, len(column.names)
    first = np.full(k, m)
    first[column.codes[::-1]] = np.arange(m)[::-1]  # of repeated indices, the last assignment counts
    order = np.argsort(first, kind="stable")[:int(np.count_nonzero(first < m))]
    if order.size == k and bool((order == np.arange(k)).all()):
        return column
    place = np.empty(k, np.int64)
    place[order] = np.arange(order.size)
    return Coded(place[column.codes], [column.names[i] for i in order.tolist()])


def weight_values(given: Any, name: str) -> Any:
    """Return a column of weights of a table's package as an array, and others as they are. Raises ValueError for a missing value."""
    package = type(given).__module__.partition(".")[0]
    if hasattr(given, "columns"):
        raise TypeError(f"{name} is a {type(given).__name__}; use one of its columns")
    if package == "pandas":
        absent = np.asarray(given.isna())
        if absent.any():
            raise missing(name, int(np.flatnonzero(absent)[0]))
        return given.to_numpy()
    if package == "polars":
        if given.null_count():
            raise missing(name, int(given.is_null().arg_max()))
        return given.to_list() if str(given.dtype).endswith("Int128") else given.to_numpy()
    if package == "pyarrow":
        import pyarrow

        if given.null_count:
            raise missing(name, given.is_null().index(True).as_py())
        return (given.cast("float64") if pyarrow.types.is_decimal(given.type) else given).to_numpy(zero_copy_only=False)
    return given


def missing(name: str, row: int) -> ValueError:
    """Return the error for a column without a value in some row."""
    place = f"{name} has no value in row {row}" if name.startswith("column ") else f"{name}[{row}] has no value"
    return ValueError(f"{place}; drop edges with missing values first")
