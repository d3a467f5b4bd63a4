"""Per-level reports as a table, a plot and an HTML page."""

from __future__ import annotations

import html
import os
import time
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .report import Report

_COLORS = {"top-down": "#3b6ea8", "bottom-up": "#c8783c"}

# Size of an adjacency entry in bytes.
_ENTRY_BYTES = 4


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


def copy_bandwidth() -> float:
    """Measure the bandwidth of host memory: bytes read and written per second by a 64 MiB copy, best of three.

    It is the reference for the speed of levels.
    """
    source = np.ones(8 << 20)
    target = np.empty_like(source)
    np.copyto(target, source)
    best = min(_timed_copy(target, source) for _ in range(3))
    return 2 * source.nbytes / best


def _timed_copy(target: np.ndarray, source: np.ndarray) -> float:
    began = time.perf_counter()
    np.copyto(target, source)
    return time.perf_counter() - began


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; color: #222 }}
table {{ border-collapse: collapse; margin: 1em 0 }} td, th {{ padding: .2em .8em; border-bottom: 1px solid #ddd; text-align: right }}
td:first-child, th:first-child, .left {{ text-align: left }} h1 {{ font-size: 1.5em }} h2 {{ font-size: 1.15em; margin-top: 1.6em }}
.note {{ color: #666 }} svg text {{ font: 11px system-ui, sans-serif; fill: #444 }}
</style></head><body><h1>{title}</h1>{parts}</body></html>
"""


def report_html(path: str | os.PathLike[str], report: Report, *, title: str | None = None, energy: Any = None,
                bandwidth: float | None = None) -> None:
    """Write a self-contained HTML page about a run: its parameters, levels, their speed relative to memory bandwidth, and energy.

    Parameters
    ----------
    path : path-like
    report : Report
        Report of a search with report_levels=True.
    title : str, optional
        Title of the page. None: algorithm, device and time.
    energy : optional
        Value of :func:`fathom.measure_energy` around the run.
    bandwidth : float, optional
        Copy bandwidth of the device in bytes per second. None: measured now for a run on the CPU, omitted for other devices.

    Raises
    ------
    ValueError
        If the report has no levels.
    OSError
        If the file cannot be written.
    """
    levels = _levels(report)
    if bandwidth is None and report.get("device") == "cpu":
        bandwidth = copy_bandwidth()
    heading = title or f"{report.get('algorithm', 'run')} on {report.get('device', '?')}, {report.get('seconds', 0) * 1e3:.3g} ms"
    parts = ["<h2>Run</h2>", _run_table(report), "<h2>Levels</h2>", _bars([level["seconds"] * 1e3 for level in levels], levels, "ms"),
             _level_rows(levels)]
    if bandwidth:
        parts += ["<h2>Speed relative to memory bandwidth</h2>", _roofline(levels, bandwidth)]
    parts += ["<h2>Energy</h2>", _energy(energy, report)]
    with open(path, "w", encoding="utf-8") as file:
        file.write(_PAGE.format(title=html.escape(heading), parts="\n".join(parts)))


def _run_table(report: Report) -> str:
    plain = [(name, value) for name, value in report.items() if not isinstance(value, (list, dict))]
    return "<table>" + "".join(f"<tr><td>{html.escape(name)}</td><td class=left>{html.escape(_shown(value))}</td></tr>"
                               for name, value in plain) + "</table>"


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _level_rows(levels: list[dict[str, Any]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("level", "direction", "frontier", "edges inspected", "found", "ms", "why"))
    body = "".join(
        f"<tr><td>{level['level']}</td><td class=left>{level['direction']}</td><td>{level['frontier']:,}</td>"
        f"<td>{level['edges_inspected']:,}</td><td>{level['found']:,}</td><td>{level['seconds'] * 1e3:.3f}</td>"
        f"<td class=left>{html.escape(level['reason'])}</td></tr>" for level in levels)
    return f"<table><tr>{head}</tr>{body}</table>"


def _bars(values: list[float], levels: list[dict[str, Any]], unit: str, line: float = 0.0) -> str:
    width, height, bottom = 900, 200, 24
    step, top = width / len(values), max(max(values), line) or 1.0
    bars = "".join(
        f'<rect x="{i * step + 1:.1f}" y="{(1 - v / top) * height:.1f}" width="{max(step - 2, 0.5):.1f}" height="{v / top * height:.1f}" '
        f'fill="{_COLORS.get(levels[i]["direction"], "#888")}"><title>level {levels[i]["level"]}: {v:.4g} {unit}</title></rect>'
        for i, v in enumerate(values))
    rule = f'<line x1="0" x2="{width}" y1="{(1 - line / top) * height:.1f}" y2="{(1 - line / top) * height:.1f}" stroke="#a33"/>' if line else ""
    legend = " ".join(f'<tspan fill="{color}">■</tspan> {name}' for name, color in _COLORS.items())
    return (f'<svg viewBox="0 -14 {width} {height + bottom + 14}" role="img"><text x="0" y="-3">{top:.4g} {unit}</text>{bars}{rule}'
            f'<text x="0" y="{height + 18}">{legend}</text></svg>')


def _roofline(levels: list[dict[str, Any]], bandwidth: float) -> str:
    speeds = [level["edges_inspected"] * _ENTRY_BYTES / level["seconds"] / 1e9 if level["seconds"] > 0 else 0.0 for level in levels]
    note = (f"Adjacency entries inspected per second, at {_ENTRY_BYTES} bytes each; the line is the bandwidth of a memory copy on this "
            f"device ({bandwidth / 1e9:.1f} GB/s). Levels far below it are limited by memory latency or synchronization.")
    return _bars(speeds, levels, "GB/s", bandwidth / 1e9) + f'<p class="note">{note}</p>'


def _energy(energy: Any, report: Report) -> str:
    reading = getattr(energy, "reading", energy)
    if reading is None:
        return '<p class="note">Not measured. Use fathom.measure_energy() on a device with energy counters.</p>'
    edges = report.get("edges_traversed", 0)
    per_edge = f", {reading['joules'] / edges * 1e9:.3g} nJ per edge traversed" if edges else ""
    return (f"<p>{reading['joules']:.4g} J (± {reading['uncertainty_joules']:.2g}) in {reading['seconds']:.4g} s, "
            f"{reading['average_watts']:.4g} W on average{per_edge}; measured by {html.escape(str(reading['method']))} for the whole device.</p>")


__all__ = ["copy_bandwidth", "report_html"]
