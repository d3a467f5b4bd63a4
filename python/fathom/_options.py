"""Conversion and validation of arguments common to all algorithms."""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import Any, Literal, Union

import numpy as np
import numpy.typing as npt

from . import _arrays, _core
from ._core import DeviceError
from ._graph import Graph
from ._names import Labels
from ._notes import warn_of
from ._partitioned import PartitionedGraph
from ._refusals import flag, integer

Devices = Union[Sequence[Union[str, int]], Literal["all"], None]
"""Devices of one process; None: one device."""


def graph_of(graph: Any) -> Graph:
    """Return `graph` itself if it is a Graph; convert a SciPy sparse matrix or a NetworkX graph, on every call."""
    if isinstance(graph, Graph):
        return graph
    if hasattr(graph, "tocsr"):
        return Graph.from_scipy(graph)
    if hasattr(graph, "is_multigraph") and hasattr(graph, "edges"):
        return Graph.from_networkx(graph)
    if isinstance(graph, PartitionedGraph):
        raise TypeError("this function does not take a PartitionedGraph; pass a whole graph, or use bfs, multi_bfs, distances, "
                        "distances_to_file, sssp, components, pagerank, core_numbers or triangles")
    raise TypeError(f"{type(graph).__name__} is not a graph; create one with Graph.from_edges, from_scipy, from_networkx, ...")


def graph_with_loops(graph: Any, function: str) -> Graph:
    """Return the same for a function whose result depends on self-loops. Warn if they were removed by default."""
    g = graph_of(graph)
    if g._loops_lost:
        warn_of([f"self-loops count in {function}(), but were removed when the graph was built; build it with self_loops='keep', or with "
                 "self_loops='remove' to ignore them without this warning"])
    return g


def vertex(graph: Graph | PartitionedGraph, v: Any) -> int:
    """Return the position of a vertex given by name, or by number in a graph without names. Raises TypeError for several vertices."""
    if isinstance(v, (list, set)) or getattr(v, "ndim", 0) > 0:
        raise TypeError(f"{type(v).__name__} where one vertex is expected; multi_bfs() and distances() search from several")
    return graph._names.position(v)


def vertex_or_none(graph: Graph | PartitionedGraph, v: Any, name: str) -> int:
    """Return the position of a vertex, or -1 for None. Raises IndexError for a negative number, which must not be taken for None."""
    if v is None:
        return -1
    number = vertex(graph, v)
    if number < 0:
        raise IndexError(f"{name} is {number}, outside the graph of vertices 0 to {graph.num_vertices - 1}")
    return number


def _is_mask(listed: Any) -> bool:
    """Return whether all entries are truth values, which count as 0 and 1 among vertices without names."""
    if isinstance(listed, (list, tuple)):
        return len(listed) > 0 and all(isinstance(one, (bool, np.bool_)) for one in listed)
    return bool(listed.dtype == bool)


def vertices(graph: Graph | PartitionedGraph, listed: Any, name: str) -> npt.NDArray[np.int64]:
    """Return the positions of a list of vertices, in its order. None or "all": every vertex, in the graph's order."""
    if listed is None or (isinstance(listed, str) and listed == "all"):
        return np.arange(graph.num_vertices, dtype=np.int64)
    if isinstance(listed, (int, np.integer, str, bytes)):
        raise TypeError(f"{name} must be a list of vertices; for one vertex use [{listed!r}]")
    if isinstance(listed, (set, frozenset)):
        raise TypeError(f"{name} is a {type(listed).__name__}, whose entries have no order; use a list")
    if isinstance(listed, Mapping):
        raise TypeError(f"{name} is a {type(listed).__name__}; use a list, such as list({name})")
    if isinstance(listed, (Iterator, KeysView, ValuesView)):
        listed = list(listed)  # NumPy would make strings of mixed names, and axes of tuples
    if not isinstance(listed, (list, tuple)):
        listed = _arrays.host(listed, name)
    if _is_mask(listed) and not isinstance(graph._names, Labels):
        raise TypeError(f"{name} holds truth values; use the vertices themselves, such as numpy.flatnonzero(mask)")
    if not isinstance(listed, (list, tuple)):
        if listed.dtype.kind in "iu" or (listed.dtype.kind not in "OUST" and not isinstance(graph._names, Labels)):
            listed = _arrays.ids(listed, name)
        elif listed.ndim != 1:
            raise ValueError(f"{name} has {listed.ndim} dimensions; it must have one")
    return graph._names.positions(listed, name)


def limit(value: Any, name: str) -> int:
    """Return a nonnegative integer, or -1 for None."""
    if value is None:
        return -1
    number = integer(value, name)
    if number < 0:
        raise ValueError(f"{name} is {number}; it cannot be negative; use None for no limit")
    return number


def required_limit(value: Any, name: str) -> int:
    """Return a nonnegative integer."""
    number = integer(value, name)
    if number < 0:
        raise ValueError(f"{name} is {number}; it cannot be negative")
    return number


def devices(device: str, listed: Devices, keep_on_device: bool = False) -> tuple[str, list[str]]:
    """Return the device of a search on one, and the names of `listed`; of a list of one device, that device and an empty list."""
    if listed is None:
        return device, []
    if device != "auto":
        raise ValueError("device and devices exclude each other; use one of them")
    if isinstance(listed, str) and listed == "all":
        names = [one["device"] for one in _core.devices() if one["device"] != "cpu"]
        if not names:
            raise DeviceError(f"devices='all': there is no GPU ({_core.why_no_cuda()}); leave devices out")
    elif isinstance(listed, (str, bytes, int)):
        raise TypeError(f"devices is {listed!r}; use a list such as [0, 1], or 'all'")
    else:
        names = [one if isinstance(one, str) else f"cuda:{integer(one, 'an entry of devices')}" for one in listed]
        if not names:
            raise ValueError("devices is empty; use a list such as [0, 1], or 'all'")
    if len(names) == 1:
        return names[0], []
    if flag(keep_on_device, "keep_on_device"):
        raise ValueError("keep_on_device=True requires a single device; leave devices out")
    return device, names


def count(value: Any, name: str) -> int:
    """Return a positive integer, or 0 for None."""
    if value is None:
        return 0
    number = integer(value, name)
    if number < 1:
        raise ValueError(f"{name} is {number}; it must be at least 1; use None for all")
    return number


def require_defaults(what: str, **given: tuple[Any, Any]) -> None:
    """Raise ValueError for the first option that is not at its default; `given` has pairs of value and default."""
    for name, (value, default) in given.items():
        if value is not default and value != default:
            raise ValueError(f"{name} does not apply to {what}; leave it out")
