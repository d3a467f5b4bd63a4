"""Receipts of graphs and reports of runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from . import _core


class Fields(Mapping[str, Any]):
    """Immutable mapping of named values, with access by attribute or by key."""

    __slots__ = ("_held",)

    def __init__(self, fields: dict[str, Any] | _core.UnreadReport) -> None:
        object.__setattr__(self, "_held", fields)

    @property
    def _fields(self) -> dict[str, Any]:
        """The values, converted on first access."""
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
            raise AttributeError(f"{type(self).__name__} has no field {name!r}; fields: {', '.join(self._fields)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is read-only; {name!r} cannot be set")

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
        """Return the values as a JSON object. `options` are passed to json.dumps()."""
        return json.dumps(self._fields, **options)


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, dict)):
        return f"<{len(value)}>"
    return repr(value)


class Receipt(Fields):
    """Account of a graph's input: the numbers of edges read, removed, added and stored, and notes on decisions."""

    __slots__ = ()


class Report(Fields):
    """Report of a run: `algorithm`, `engine` (the implementation and why it was chosen), `device`, `seconds` and its parts, and counts.

    The fields and their units are those of JSON reports: docs/json.md.

    With report_levels=True, `levels` of a search has one dictionary per level: level, direction, frontier (vertices), edges_inspected,
    found (vertices), seconds, and the reason if the direction changed.
    """

    __slots__ = ()

    def table(self) -> str:
        """Return the levels as a text table, one line per level. Raises ValueError if the report has no levels.

        Examples
        --------
        >>> table = fathom.bfs(fathom.generate.path(3), 0, report_levels=True, device="cpu").report.table()
        >>> print(table.splitlines()[0])
        level  direction  frontier  edges inspected  found     ms
        """
        from ._plots import level_table

        return level_table(self)

    def plot(self, axes: Any = None) -> Any:
        """Plot frontier size, edges inspected, time and direction of each level.

        Parameters
        ----------
        axes : pair of matplotlib axes, optional
            Axes of the counts and of the times. None: a new figure.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        ValueError
            If the report has no levels (run with report_levels=True).
        ImportError
            If matplotlib is not installed.

        Examples
        --------
        >>> figure = fathom.bfs(fathom.generate.kron(10), 1, report_levels=True).report.plot()  # doctest: +SKIP
        """
        from ._plots import plot_levels

        return plot_levels(self, axes)
