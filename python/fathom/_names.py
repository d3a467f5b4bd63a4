"""Vertex names of the input and their positions in the graph."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


class Position(int):
    """Position of a vertex in :attr:`Graph.nodes`, returned by :meth:`Graph.vertex`.

    It is an int that indexes result arrays, and functions that accept a vertex distinguish it from a name.
    """

    __slots__ = ()


def _whole(v: Any) -> int | None:
    """Return `v` as an int if it is integral, else None."""
    try:
        return operator.index(v)
    except TypeError:
        return int(v) if isinstance(v, (float, np.floating)) and float(v).is_integer() else None


class Names:
    """Vertices without names, addressed by position."""

    def __init__(self, size: int) -> None:
        self.size = size

    def position(self, v: Any) -> int:
        """Return the position of the vertex named `v`. Raises KeyError if there is none.

        Without names, a 64-bit integer is returned unchanged: the extension module raises IndexError if it is outside the graph.
        """
        number = _whole(v)
        if number is None:
            raise KeyError(f"no vertex is called {v!r}: the vertices of this graph are the numbers 0 to {self.size - 1}")
        if not -2**63 <= number < 2**63:
            raise IndexError(f"vertex {number} is outside the graph of vertices 0 to {self.size - 1}")
        return number

    def positions(self, listed: Any, argument: str) -> npt.NDArray[np.int64]:
        """Return the positions of an array or list of vertices."""
        if isinstance(listed, np.ndarray) and listed.dtype.kind in "iu":
            return self._of_integers(listed, argument)
        values = listed.tolist() if isinstance(listed, np.ndarray) else listed
        return np.fromiter((self.position(v) for v in values), np.int64, len(values))

    def positions_like(self, listed: Any, argument: str) -> npt.NDArray[np.int64]:
        """Return the positions of an array of vertices, in its shape."""
        if isinstance(listed, (list, tuple)) and not any(isinstance(v, (list, tuple, np.ndarray)) and not self.knows(v) for v in listed):
            return self.positions(listed, argument)  # NumPy would make strings of mixed names, and axes of tuples
        array = np.asarray(listed)
        return self.positions(array.reshape(-1), argument).reshape(array.shape)

    def named(self, positions: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the names of the vertices at `positions`; without names, the positions themselves."""
        return positions

    def name(self, position: int) -> Any:
        """Return the name of one vertex."""
        return int(position)

    def knows(self, v: Any) -> bool:
        """Return whether `v` is one vertex rather than an array of vertices."""
        return np.ndim(v) == 0

    def require_inside(self, v: Any, position: int) -> int:
        """Return `position`. Raises KeyError if it is outside the graph."""
        if not 0 <= position < self.size:
            raise KeyError(f"no vertex is called {v!r}: the vertices of this graph are the numbers 0 to {self.size - 1}")
        return position

    def _of_integers(self, listed: np.ndarray, argument: str) -> npt.NDArray[np.int64]:
        if listed.dtype == np.uint64 and listed.size and listed.max() >= 2**63:  # which would wrap
            raise IndexError(f"{argument} has the vertex {listed.max()}, outside the graph of {self.size} vertices")
        return np.ascontiguousarray(listed, dtype=np.int64)

    def _unknown(self, v: Any, hint: str = "") -> KeyError:
        number = _whole(v)
        text = f"no vertex is called {v!r}; Graph.nodes lists the names"
        if hint:
            text += f"; {hint}"
        elif number is not None and 0 <= number < self.size:
            text += f"; the vertex at position {number} is called {self.name(number)!r}"
        return KeyError(text)


class Ids(Names):
    """Integer names, in any order."""

    def __init__(self, ids: npt.NDArray[Any]) -> None:
        super().__init__(ids.size)
        self._ids = ids
        self._order: npt.NDArray[np.int64] | None = None if bool((ids[1:] > ids[:-1]).all()) else np.argsort(ids, kind="stable")
        self._sorted = ids if self._order is None else ids[self._order]

    def position(self, v: Any) -> int:
        if isinstance(v, Position):
            return self.require_inside(v, int(v))
        number, limits = _whole(v), np.iinfo(self._ids.dtype)
        if number is None:
            raise self._unknown(v, f"the names of this graph are integers; use {v}" if isinstance(v, str) and v.isdecimal() else "")
        if limits.min <= number <= limits.max:
            place = int(np.searchsorted(self._sorted, self._ids.dtype.type(number)))
            if place < self.size and int(self._sorted[place]) == number:
                return place if self._order is None else int(self._order[place])
        raise self._unknown(v)

    def named(self, positions: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return self._ids[positions]

    def name(self, position: int) -> Any:
        return int(self._ids[position])

    def _of_integers(self, listed: np.ndarray, argument: str) -> npt.NDArray[np.int64]:
        limits = np.iinfo(self._ids.dtype)
        outside = np.zeros(listed.size, bool)
        if listed.size and (int(listed.min()) < limits.min or int(listed.max()) > limits.max):
            outside = (listed < 0) if limits.min == 0 else (listed > np.uint64(limits.max))
        values = listed.astype(self._ids.dtype)
        places = np.searchsorted(self._sorted, values)
        within = np.minimum(places, max(self.size - 1, 0))
        found = ~outside & (self._sorted[within] == values) if self.size else np.zeros(listed.size, bool)
        if not found.all():
            i = int(np.flatnonzero(~found)[0])
            raise KeyError(f"{argument}[{i}]: {self._unknown(int(listed[i])).args[0]}")
        return (within if self._order is None else self._order[within]).astype(np.int64)


class Labels(Names):
    """Names of any type: strings of a table, NetworkX nodes."""

    def __init__(self, names: Sequence[Hashable]) -> None:
        super().__init__(len(names))
        self._names = names
        self._index: dict[Hashable, int] = dict(zip(names, range(len(names))))
        self._array: np.ndarray | None = None

    def position(self, v: Any) -> int:
        if isinstance(v, Position):
            return self.require_inside(v, int(v))
        try:
            return self._index[v]
        except (KeyError, TypeError):
            raise self._unknown(v, f"use {str(v)!r}" if not isinstance(v, str) and str(v) in self._index else "") from None

    def named(self, positions: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if self._array is None:
            self._array = np.fromiter(self._names, object, self.size)
        return self._array[positions]

    def name(self, position: int) -> Any:
        return self._names[position]

    def knows(self, v: Any) -> bool:
        try:
            return np.ndim(v) == 0 or v in self._index
        except (TypeError, ValueError):
            return False

    def _of_integers(self, listed: np.ndarray, argument: str) -> npt.NDArray[np.int64]:
        return np.fromiter((self.position(v) for v in listed.tolist()), np.int64, listed.size)


def names_of(nodes: Sequence[Hashable] | npt.NDArray[Any]) -> Names:
    """Return the names in `nodes`, a graph's list of names by position."""
    if isinstance(nodes, range):
        return Names(len(nodes))
    if isinstance(nodes, np.ndarray):
        return Ids(nodes)
    if nodes and all(type(node) is int for node in nodes):
        if all(node == i for i, node in enumerate(nodes)):
            return Names(len(nodes))
        try:
            return Ids(np.array(nodes, np.int64))
        except OverflowError:
            pass
    return Labels(nodes)


def label_columns(names: Sequence[Hashable] | None) -> tuple[np.ndarray | None, np.ndarray | None]:
    """Return string names as the extension module stores them, so that files can store them: offsets and concatenated UTF-8 text."""
    if not names or not all(isinstance(name, str) for name in names):
        return None, None
    try:
        encoded = [str(name).encode(errors="surrogateescape") for name in names]
    except UnicodeEncodeError:
        return None, None
    offsets = np.zeros(len(names) + 1, np.uint64)
    np.cumsum(np.fromiter(map(len, encoded), np.uint64, len(names)), out=offsets[1:])
    return offsets, np.frombuffer(b"".join(encoded), np.uint8)


def stored_names(nodes: Any) -> tuple[npt.NDArray[np.uint64] | None, np.ndarray | None, np.ndarray | None]:
    """Return the names that files can store, as the extension module stores them: ascending ids, or the columns of label_columns()."""
    if not isinstance(nodes, np.ndarray):
        return None, *label_columns(nodes)
    ascending = nodes.size > 0 and nodes.dtype.kind in "iu" and int(nodes[0]) >= 0 and bool((nodes[1:] > nodes[:-1]).all())
    return (nodes.astype(np.uint64) if ascending else None), None, None


def same_nodes(one: Any, other: Any) -> bool:
    """Return whether two lists of names are equal."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    one, other = (names.tolist() if isinstance(names, np.ndarray) else names for names in (one, other))  # a tuple beside NumPy's integer fails
    return one == other if type(one) is type(other) else list(one) == list(other)


def own_copy(nodes: Any) -> Any:
    """Return a list of names of their own, for pickling."""
    return np.array(nodes) if isinstance(nodes, np.ndarray) else list(nodes)
