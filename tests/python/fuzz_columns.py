"""Columns of numbers and names in random containers."""

from __future__ import annotations

import array
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas
import pyarrow

try:
    import polars
except ImportError:
    polars = None

INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
FLOATS = [np.float32, np.float64]


def _strided(values: np.ndarray) -> np.ndarray:
    wide = np.zeros((values.size, 3), values.dtype)
    wide[:, 1] = values
    return wide[:, 1]


def _read_only(values: np.ndarray) -> np.ndarray:
    values = values.copy()
    values.flags.writeable = False
    return values


def _chunked(values: np.ndarray) -> pyarrow.ChunkedArray:
    middle = values.size // 2
    return pyarrow.chunked_array([values[:middle], values[middle:]], pyarrow.from_numpy_dtype(values.dtype))


# Containers of a column of numbers.
NUMBERS: list[Callable[[np.ndarray], Any]] = [
    lambda a: a, lambda a: a.tolist(), lambda a: tuple(a.tolist()), lambda a: iter(a.tolist()), _strided, _read_only,
    lambda a: a[::-1].copy()[::-1], lambda a: a.astype(a.dtype.newbyteorder()), pandas.Series, pyarrow.array, _chunked, memoryview,
    lambda a: array.array(a.dtype.char, a.tolist()), lambda a: pandas.Series(a, index=range(7, 7 + a.size)),
    lambda a: dict(enumerate(a.tolist())).values(), lambda a: np.ma.masked_array(a, False),
]
if polars is not None:
    NUMBERS.append(polars.Series)
# Containers of a column of names.
NAMES: list[Callable[[list[Any]], Any]] = [lambda a: a, tuple, iter, lambda a: objects(a)]
STRINGS: list[Callable[[list[str]], Any]] = [
    *NAMES, lambda a: np.array(a, str), pandas.Series, lambda a: pandas.Series(a, dtype="category"), lambda a: pyarrow.array(a, pyarrow.string()),
    lambda a: pyarrow.array(a, pyarrow.string()).dictionary_encode(),
]
if polars is not None:
    STRINGS += [lambda a: polars.Series(a, dtype=polars.String), lambda a: polars.Series(a, dtype=polars.Categorical)]


def objects(values: Iterable[Any]) -> np.ndarray:
    listed = list(values)
    made = np.empty(len(listed), object)
    made[:] = listed
    return made


def column(values: list[int], rng: random.Random) -> Any:
    """Ids in a random container of a random integer type that holds them."""
    fitting = [t for t in INTEGERS if not values or (np.iinfo(t).min <= min(values) and max(values) <= np.iinfo(t).max)]
    return rng.choice(NUMBERS)(np.array(values, rng.choice(fitting)))


def weight_column(values: list[float], rng: random.Random) -> Any:
    """Weights in a random container of a random type that holds them exactly."""
    exact = [t for t in [*INTEGERS, *FLOATS, np.float16] if holds(t, values)]
    dtype = rng.choice(exact)
    make = rng.choice(NUMBERS)
    if dtype is np.float16:  # unknown to the buffer protocol's users and to Polars
        make = rng.choice([lambda a: a, pandas.Series, _strided])
    return make(np.array(values, dtype))


def holds(dtype: Any, values: list[float]) -> bool:
    with np.errstate(all="ignore"):
        if np.dtype(dtype).kind != "f":
            limits = np.iinfo(dtype)
            return all(w == int(w) and limits.min <= int(w) <= limits.max for w in values)
        return all(float(dtype(w)) == w for w in values)
