"""Dictionary encoding of columns of strings by the extension module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core


@dataclass(frozen=True)
class StringNames:
    """Distinct strings as the extension module stores them: offsets and concatenated UTF-8 text."""

    offsets: np.ndarray
    text: np.ndarray

    def __len__(self) -> int:
        return int(self.offsets.size) - 1


def encoded(src: Any, dst: Any) -> tuple[np.ndarray, np.ndarray, StringNames] | None:
    """Return two columns of positions and the names, in order of first appearance; None unless both columns hold strings only."""
    table = _core.StringTable()
    columns = []
    for given in (src, dst):
        codes = _codes(table, given)
        if codes is None:
            return None
        columns.append(codes)
    sources, targets = columns
    return (sources, targets, StringNames(*table.take())) if sources.size == targets.size > 0 else None


def _codes(table: Any, given: Any) -> np.ndarray | None:
    """Return the column's positions in the table; None for missing values, or values that are not strings."""
    package = type(given).__module__.partition(".")[0]
    if package == "pandas":
        values: Any = getattr(given, "array", None)
        if hasattr(values, "codes") and hasattr(values, "categories"):
            return _of_categories(table, values.codes, values.categories)
        given = _of_pandas(given)
    elif package == "polars":
        given = given.to_arrow() if str(given.dtype).startswith(("String", "Utf8", "Categorical", "Enum")) else None
    elif isinstance(given, np.ndarray):
        given = _of_numpy(given)
    if isinstance(given, tuple):
        given = list(given)
    if isinstance(given, list):
        codes: np.ndarray | None = table.encode_list(given) if given and type(given[0]) is str else None
        return codes
    if isinstance(given, np.ndarray):
        width = given.dtype.itemsize // 4
        points = np.ascontiguousarray(given).view(np.uint32) if width else None
        return None if points is None else table.encode_fixed(points, width)
    return _of_arrow(table, given) if type(given).__module__.partition(".")[0] == "pyarrow" else None


def _of_categories(table: Any, rows: np.ndarray, categories: Any) -> np.ndarray | None:
    distinct = _core.StringTable()
    places = _codes(distinct, categories)
    if places is None:
        return None
    rows = np.ascontiguousarray(rows, np.int32)
    if len(distinct) != places.size:  # dictionaries of Arrow may repeat an entry
        rows = np.where(rows < 0, rows, places.astype(np.int32)[rows])
    codes: np.ndarray | None = table.encode_categories(distinct, rows)
    return codes


def _of_numpy(array: np.ndarray) -> Any:
    if array.ndim != 1 or isinstance(array, np.ma.MaskedArray):
        return None
    if array.dtype.kind == "U":
        return array if array.dtype.isnative else None
    return array.tolist() if array.dtype.kind in "OT" else None


def _of_pandas(column: Any) -> Any:
    """Return the values of a Series or Index as a list, or as an array of Arrow."""
    dtype = getattr(column, "dtype", None)
    if dtype == object:
        return column.to_numpy().tolist()
    if str(getattr(dtype, "storage", "")) == "python":
        return column.to_numpy(dtype=object).tolist()
    values: Any = getattr(column, "array", None)
    is_arrow = hasattr(dtype, "pyarrow_dtype") or str(getattr(dtype, "storage", "")).startswith("pyarrow")
    return values.__arrow_array__() if is_arrow and hasattr(values, "__arrow_array__") else None


def _of_arrow(table: Any, column: Any) -> np.ndarray | None:
    import pyarrow

    if not isinstance(column, (pyarrow.Array, pyarrow.ChunkedArray)) or column.null_count:
        return None
    if str(column.type) == "string_view":
        column = column.cast(pyarrow.large_string())
    if pyarrow.types.is_dictionary(column.type):
        return _of_dictionaries(table, column.chunks if isinstance(column, pyarrow.ChunkedArray) else [column])
    if not (pyarrow.types.is_string(column.type) or pyarrow.types.is_large_string(column.type)):
        return None
    offset = np.int64 if pyarrow.types.is_large_string(column.type) else np.int32
    codes = [np.empty(0, np.uint32)]
    for chunk in column.chunks if isinstance(column, pyarrow.ChunkedArray) else [column]:
        if len(chunk) == 0:
            continue
        _, offsets, text = chunk.buffers()
        starts = np.frombuffer(offsets, offset)[chunk.offset:chunk.offset + len(chunk) + 1]
        codes.append(table.encode_arrow(starts, np.empty(0, np.uint8) if text is None else np.frombuffer(text, np.uint8)))
    return np.concatenate(codes) if len(codes) != 2 else codes[1]


def _of_dictionaries(table: Any, chunks: list[Any]) -> np.ndarray | None:
    codes = [np.empty(0, np.uint32)]
    for chunk in chunks:
        part = _of_categories(table, chunk.indices.to_numpy(zero_copy_only=False), chunk.dictionary) if len(chunk) else codes[0]
        if part is None:
            return None
        codes.append(part)
    return np.concatenate(codes)
