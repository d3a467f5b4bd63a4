"""Fields of reports, plots and HTML pages of runs."""

from __future__ import annotations

import html.parser
import json
import pathlib
import pickle
import re

import pytest

import fathom


PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "json.md"

# Section of docs/json.md -> reports with its fields, of a graph and two of its vertices.
REPORTS = {
    "Receipt": lambda g, v: [g.receipt],
    "Properties": lambda g, v: [g.properties],
    "Layout": lambda g, v: [g.prepare(), g.prepare(joined=True)],
    "Breadth-first search": lambda g, v: [fathom.bfs(g, v[0]).report],
    "Level": lambda g, v: fathom.bfs(g, v[0], report_levels=True).report.levels,
    "Multi-source BFS": lambda g, v: [fathom.multi_bfs(g, v).report, fathom.multi_bfs(g, []).report, fathom.neighbors(g, v).report,
                                      fathom.closeness(g, v).report, fathom.closeness(g, []).report, fathom.harmonic(g).report],
    "Group": lambda g, v: fathom.multi_bfs(g, v).report.groups,
    "Level of a group": lambda g, v: fathom.multi_bfs(g, v, report_levels=True, method="bitwise").report.groups[0]["levels"],
    "Concurrent searches": lambda g, v: [fathom.betweenness(g, sources=v).report],
    "Shortest paths": lambda g, v: [fathom.sssp(g, v[0]).report],
    "Components": lambda g, v: [fathom.connected_components(g).report, fathom.strongly_connected_components(g).report],
    "Triangles": lambda g, v: [fathom.triangles(g).report, fathom.triangles(g, directions="counted").report],
    "PageRank": lambda g, v: [fathom.pagerank(g).report, fathom.personalized_pagerank(g, v).report],
    "Bounds": lambda g, v: [fathom.diameter(g).report, fathom.eccentricity(g, v).report],
    "Device": lambda g, v: fathom.devices(),
}


@pytest.mark.parametrize("section", REPORTS)
def test_reports_have_the_documented_fields(section: str) -> None:
    text = PAGE.read_text(encoding="utf-8").split(f"\n### {section}\n")[1].split("\n### ")[0]
    documented = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    g = fathom.generate.kron(9)
    found = REPORTS[section](g, fathom.random_sources(g, 2))
    assert documented and found
    for one in found:
        assert list(one) == documented
        assert list(json.loads(json.dumps(dict(one)))) == documented


def test_fields_are_attributes_and_keys() -> None:
    g = fathom.generate.kron(9)
    r = fathom.bfs(g, fathom.random_sources(g, 1)[0]).report
    assert r.teps == r["teps"] > 0 and r.teps_graph500 == pytest.approx(r.teps / 2)
    assert r.seconds == pytest.approx(r.seconds_search + r.seconds_map_back + r.seconds_host)
    assert dict(pickle.loads(pickle.dumps(r))) == dict(r) and json.loads(r.to_json()) == dict(r)
    empty = fathom.multi_bfs(g, []).report
    assert empty.searches == empty.sources == empty.seconds == empty.teps == 0 and empty.groups == []


def test_vertices_of_reports_are_positions() -> None:
    g = fathom.Graph.from_edges([20, 0], [0, 10])
    assert fathom.bfs(g, 20).report.source == fathom.sssp(g, 20).report.source == g.vertex(20) == 2
    assert g.properties.max_out_degree_vertex == 0
    assert fathom.Graph.from_edges([], [], num_vertices=0).properties.max_out_degree_vertex == -1


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
