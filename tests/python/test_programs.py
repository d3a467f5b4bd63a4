"""User programs in C++ compiled by the tests: the library's examples, and programs with errors."""

from __future__ import annotations

import pathlib
import shutil

import numpy as np
import pytest

import fathom

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")

DISTANCES = """
struct distances {
  struct state {
    fathom::vertex_array<fathom::hop_count> distance;
    int levels = 0;
    void arrays(auto&& each) { each(distance, fathom::unreachable, fathom::kept); }
  };
  struct totals {
    fathom::vertex_array<std::uint32_t> reached;
    void arrays(auto&& each) { each(reached, fathom::combiner::sum); }
  };
  static constexpr auto visits = fathom::edge_visits::until_vertex_joins;
  int most = 0;
  const std::uint8_t* open = nullptr;

  void init(auto& search) const { search.state.distance[search.source()] = 0; }
  bool visit_vertex(auto& search, fathom::vertex_id, fathom::vertex_id v) const {
    if (!open[v]) return false;
    search.state.distance[v] = search.level() + 1;
    return true;
  }
  void post(auto& search) const {
    search.state.levels = search.level() + 1;
    if (search.state.levels == most) search.stop();
  }
  void finalize(auto& search) const { search.add_total(search.totals.reached[search.source()], search.reached()); }
};
"""


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    folder = tmp_path_factory.getbasetemp() / "programs-cache"
    monkeypatch.setenv("FATHOM_CACHE", str(folder))
    return folder


def test_a_program_of_searches(cache: pathlib.Path) -> None:
    program = fathom.compile_search(DISTANCES, searches=["distance", "levels"], totals=["reached"], parameters=["most", "open"])
    g = fathom.generate.grid(8, 8)
    free = np.ones(64)
    r = program(g, [0, 63], most=100, open=free)
    assert np.array_equal(r.searches["distance"], fathom.distances(g, [0, 63]))
    assert r.totals["reached"].tolist() == [64] + 62 * [0] + [64] and r.report.searches == 2
    near = program(g, [0], most=2, open=free)
    assert near.searches["distance"].max() == 2 and near.searches["levels"].tolist() == [2]
    free[8:16] = 0  # a wall
    assert program(g, [0], most=100, open=free).searches["distance"].reshape(8, 8)[1:].max() == -1
    made = set(cache.rglob("*.so"))
    fathom.compile_search(DISTANCES, searches=["distance", "levels"], totals=["reached"], parameters=["most", "open"])
    assert set(cache.rglob("*.so")) == made and made


def test_what_a_call_gives_is_checked() -> None:
    program = fathom.compile_search(DISTANCES, searches=["distance", "levels"], totals=["reached"], parameters=["most", "open"])
    g = fathom.generate.path(5)
    with pytest.raises(TypeError, match="not given: open"):
        program(g, [0], most=1)
    with pytest.raises(TypeError, match="unknown: other"):
        program(g, [0], most=1, open=np.ones(5), other=2)
    with pytest.raises(ValueError, match=r"\(3,\)"):
        program(g, [0], most=1, open=np.ones(3))
    with pytest.raises(IndexError):
        program(g, [5], most=1, open=np.ones(5))
    assert "distances(most, open)" in repr(program)


def test_a_program_of_supersteps() -> None:
    source = (EXAMPLES / "supersteps" / "shortest_paths.hpp").read_text(encoding="utf-8")
    program = fathom.compile_program(source, parameters=["from"])
    g = fathom.generate.grid(6, 6, weights=(1, 9))
    found = program(g, **{"from": 3})
    assert found.values["value"].dtype == np.float32
    assert np.array_equal(found.values["value"], fathom.sssp(g, 3).distances) and found.report.end == "no-active-vertex"


def test_compiler_messages_name_lines_of_the_program() -> None:
    with pytest.raises(fathom.CompileError, match=r"program\.hpp:2:.*error"):
        fathom.compile_search("struct broken {\n  int x = nothing_of_this_name;\n};\n")
    with pytest.raises(ValueError, match="no struct"):
        fathom.compile_search("int main() {}")
    with pytest.raises(ValueError, match="not a valid member name"):
        fathom.compile_search("struct a {};", searches=["x; y"])
    with pytest.raises(FileNotFoundError, match="CXX"):
        fathom.compile_search("struct a { int unused = 1; };", compiler="no-such-compiler")


def test_what_a_callback_throws_reaches_python() -> None:
    program = fathom.compile_search("""
#include <stdexcept>
struct thrower {
  void init(auto&) const { throw std::out_of_range("too far"); }
};
""")
    with pytest.raises(IndexError, match="too far"):
        program(fathom.generate.path(3), [0])
