"""Per-level reports as a table and a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .report import Report

_COLORS = {"top-down": "#3b6ea8", "bottom-up": "#c8783c"}


def _levels(report: Report) -> list[dict[str, Any]]:
    """Return the levels of one search, or of all groups of a multi-source search, concatenated."""
    levels = list(report.get("levels", []))
    for group in report.get("groups", []):
        for level in group["levels"]:
            levels.append({**level, "frontier": level["joint_frontier"], "reason": ""})
    if not levels:
        raise ValueError("the report has no levels; run with report_levels=True (a source without edges has no levels)")
    return levels


def level_table(report: Report) -> str:
    rows = [("level", "direction", "frontier", "edges inspected", "found", "ms", "")]
    for level in _levels(report):
        rows.append((str(level["level"]), level["direction"], f"{level['frontier']:,}", f"{level['edges_inspected']:,}",
                     f"{level['found']:,}", f"{level['seconds'] * 1e3:.3f}", level["reason"]))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    left = (1, 6)
    return "\n".join("  ".join(cell.ljust(width) if i in left else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))).rstrip()
                     for row in rows)


def plot_levels(report: Report, axes: Any = None) -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("plot() requires matplotlib; install it with: pip install matplotlib") from None
    levels = _levels(report)
    if axes is None:
        _, axes = plt.subplots(2, 1, sharex=True, figsize=(8, 6), layout="constrained")
    counts, times = axes
    numbers = np.arange(len(levels))
    counts.plot(numbers, [max(level["frontier"], 1) for level in levels], marker="o", label="vertices in the frontier")
    counts.plot(numbers, [max(level["edges_inspected"], 1) for level in levels], marker="s", label="edges inspected")
    counts.set_yscale("log")
    counts.legend()
    counts.set_title(f"{report.get('algorithm', '')} on {report.get('device', '')}: {report.get('seconds', 0) * 1e3:.3g} ms")
    for direction, color in _COLORS.items():
        mine = [i for i, level in enumerate(levels) if level["direction"] == direction]
        if mine:
            times.bar(mine, [levels[i]["seconds"] * 1e3 for i in mine], color=color, label=direction)
    times.set_ylabel("ms")
    times.set_xlabel("level")
    times.legend()
    return counts.figure
