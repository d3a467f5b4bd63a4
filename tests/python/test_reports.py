"""Plots and HTML pages of runs."""

from __future__ import annotations

import html.parser

import pytest

import fathom


@pytest.fixture
def report() -> fathom.Report:
    g = fathom.generate.kron(10)
    return fathom.bfs(g, fathom.random_sources(g, 1)[0], report_levels=True).report


def test_plot(report: fathom.Report) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    figure = report.plot()
    counts, times = figure.axes
    assert len(counts.lines) == 2 and len(counts.lines[0].get_xdata()) == len(report.levels)
    assert sum(len(bars) for bars in times.containers) == len(report.levels)


def test_no_levels_no_plot() -> None:
    with pytest.raises(ValueError, match="report_levels=True"):
        fathom.bfs(fathom.generate.path(3), 0).report.plot()


class Page(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open, self.rows, self.links = [], 0, []

    def handle_starttag(self, tag, attrs) -> None:
        self.rows += tag == "tr"
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "rect", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        if tag not in ("rect", "line"):
            assert self.open.pop() == tag


def test_page(report: fathom.Report, tmp_path) -> None:
    fathom.report_html(tmp_path / "run.html", report, title="a < b", energy={
        "joules": 2.0, "uncertainty_joules": 0.1, "seconds": 1.0, "average_watts": 2.0, "method": "counter"})
    text = (tmp_path / "run.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == [] and page.links == [] and "a &lt; b" in text and "nJ per edge" in text
    assert page.rows == len(report.levels) + 1 + sum(not isinstance(v, (list, dict)) for v in report.values())
    assert ("GB/s" in text) == (report["device"] == "cpu")  # memory bandwidth is known only for the CPU


def test_page_of_joined_searches(tmp_path) -> None:
    g = fathom.generate.kron(9)
    r = fathom.multi_bfs(g, fathom.random_sources(g, 3), report_levels=True, method="bitwise")
    fathom.report_html(tmp_path / "run.html", r.report, bandwidth=1e10)
    assert "Not measured" in (tmp_path / "run.html").read_text(encoding="utf-8")
