"""Receipts of graphs and reports of runs: what happened, and where the time went."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from . import _core


class Fields(Mapping[str, Any]):
    """Named values, by attribute or by key."""

    __slots__ = ("_held",)

    def __init__(self, fields: dict[str, Any] | _core.UnreadReport) -> None:
        object.__setattr__(self, "_held", fields)

    @property
    def _fields(self) -> dict[str, Any]:
        """Read when somebody looks for the first time."""
        held = self._held
        if not isinstance(held, dict):
            held = held.read()
            object.__setattr__(self, "_held", held)
        return held

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(f"no {name!r} here; there is {', '.join(self._fields)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a report cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._fields,)

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={_short(value)}" for name, value in self._fields.items())
        return f"{type(self).__name__}({shown})"

    def to_json(self, **options: Any) -> str:
        """One JSON object. Options are those of json.dumps()."""
        return json.dumps(self._fields, **options)


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, dict)):
        return f"<{len(value)}>"
    return repr(value)


class Receipt(Fields):
    """What became of a graph's input: edges read, dropped, added and stored, and notes on what was decided."""

    __slots__ = ()


class Report(Fields):
    """Of a run: `algorithm`, `engine` (which implementation, and why), `device`, `seconds` and its parts, and counts.

    `levels` of a search has a dictionary a level where report_levels was asked for: level, direction, frontier (vertices),
    edges_inspected, found (vertices), seconds, and the reason where the direction changed.
    """

    __slots__ = ()

    @property
    def teps(self) -> float:
        """Directed edges, as stored, out of reached vertices, a second."""
        seconds = self._fields.get("seconds", 0)
        return self._fields.get("edges_traversed", 0) / seconds if seconds > 0 else 0.0

    def table(self) -> str:
        """The levels, one line each."""
        from ._plots import level_table

        return level_table(self)

    def plot(self, axes: Any = None) -> Any:
        """Draws the levels: vertices of the frontier and edges looked at, the time, the direction. Needs matplotlib.

        Returns the figure. Raises ValueError where the run had no report_levels=True.
        """
        from ._plots import plot_levels

        return plot_levels(self, axes)
