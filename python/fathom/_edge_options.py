"""Options for duplicate edges and self-loops, of every function that builds a graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Duplicates = Literal["remove", "keep"]
ParallelEdges = Literal["min", "sum", "first", "keep"]
SelfLoops = Literal["remove", "keep"]

_OF_ALL = ("duplicates", "parallel_edges", "self_loops", "symmetrize", "exact_weights", "threads", "progress")


def require_known(function: str, options: Iterable[str], *more: str) -> None:
    """Raise TypeError for an option that neither all functions which build graphs have nor this one, which has `more`."""
    for name in options:
        if name not in _OF_ALL and name not in more:
            raise TypeError(f"{function} has no argument {name!r}; it has {', '.join((*more, *_OF_ALL))}")


def loops(value: str | None) -> str:
    """Return the library's policy for self-loops; None: remove them."""
    return "remove" if value is None else choice("self_loops", value)


def choice(name: str, value: str) -> str:
    if value not in ("remove", "keep"):
        raise ValueError(f"{name} is {value!r}; use 'remove' or 'keep'")
    return value


def policy(duplicates: str, parallel_edges: str | None) -> str:
    """Return the library's policy for edges with the same endpoints."""
    if parallel_edges is None:
        return choice("duplicates", duplicates)
    if parallel_edges not in ("min", "sum", "first", "keep"):
        raise ValueError(f"parallel_edges is {parallel_edges!r}; use 'min', 'sum', 'first' or 'keep'")
    return parallel_edges
