"""Fields of reports, plots and HTML pages of runs."""

from __future__ import annotations

import collections
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
    """Counts elements, and checks that they are closed and load nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.open, self.links, self.elements = [], [], collections.Counter()

    def handle_starttag(self, tag, attrs) -> None:
        self.elements[tag] += 1
        self.links += [value for name, value in attrs if name in ("src", "href")]
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.elements[tag] += 1

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


def page_of(path: pathlib.Path) -> tuple[str, Page]:
    text = path.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == [] and page.links == [] and page.elements["script"] == 0
    return text, page


def test_page(tmp_path: pathlib.Path) -> None:
    g = fathom.generate.kron(9)
    seen = []
    fathom.report_html(g, tmp_path / "g.html", title="a < b", device="cpu", progress=lambda *state: seen.append(state))
    text, page = page_of(tmp_path / "g.html")
    titles = ["Degree distribution", "Distances", "Component sizes", "Core numbers", "Clustering by degree", "Frontier by level",
              "Edges inspected by level", "Time by level", "Roofline", "Time by phase"]
    assert all(f">{title}<" in text for title in titles) and page.elements["svg"] == len(titles)
    assert page.elements["details"] == len(titles)  # the numbers of each chart
    assert "Report of a &lt; b" in text and "random sources (seed 27491095)" in text and "fathom.report_html(" in text
    assert f"{g.receipt.edges_read:,}" in text
    assert f"{fathom.triangles(g).count:,}" in text and seen


def test_page_with_sources(tmp_path: pathlib.Path) -> None:
    g = fathom.Graph.from_edges(["a", "b"], ["b", "c"], directed=False)
    fathom.report_html(g, tmp_path / "g.html", sources=["b"])
    assert "named sources" in page_of(tmp_path / "g.html")[0]
    with pytest.raises(KeyError):
        fathom.report_html(g, tmp_path / "h.html", sources=["x"])
    assert not (tmp_path / "h.html").exists()


def test_page_of_a_graph_without_edges(tmp_path: pathlib.Path) -> None:
    fathom.report_html(fathom.Graph.from_edges([], [], num_vertices=3), tmp_path / "g.html")
    assert page_of(tmp_path / "g.html")[1].elements["svg"] >= 4
    with pytest.raises(OSError):
        fathom.report_html(fathom.generate.path(3), tmp_path / "no" / "g.html")
