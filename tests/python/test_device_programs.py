"""GPU programs: compiled if nvcc is available, and run if a GPU is; otherwise rejected with clear errors."""

from __future__ import annotations

import os
import pathlib
import shutil

import numpy as np
import pytest

import fathom

NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
needs_nvcc = pytest.mark.skipif(NVCC is None, reason="no nvcc")
needs_gpu = pytest.mark.skipif(NVCC is None or fathom.why_no_cuda() != "", reason=f"no nvcc or no GPU: {fathom.why_no_cuda()}")

WITHIN = """
struct within {
  struct state {
    std::uint64_t reached = 1;
  };
  int hops = 1;
  const std::uint8_t* open = nullptr;

  FATHOM_CALLABLE bool visit_vertex(auto&, fathom::vertex_id, fathom::vertex_id v) const { return open[v] != 0; }
  FATHOM_CALLABLE void post(auto& search) const {
    search.once([&] { search.state.reached = search.reached(); });
    if (search.level() + 1 == hops) search.stop();
  }
};
"""

LARGEST = """
struct largest {
  using value = std::uint32_t;
  using message = std::uint32_t;
  static constexpr auto combine = fathom::combiner::maximum;
  static constexpr bool same_for_all_edges = true;

  const std::uint32_t* numbers = nullptr;

  FATHOM_CALLABLE value initial_value(auto& v) const { return numbers[v.id()]; }
  FATHOM_CALLABLE void edge_compute(auto& e) const { e.send(e.source_value()); }
  FATHOM_CALLABLE void vertex_compute(auto& v, const message& m) const {
    if (m <= v.value) return v.vote_to_halt();
    v.value = m;
    v.vote_to_active();
  }
};
"""


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    folder = tmp_path_factory.getbasetemp() / "programs-cache"
    monkeypatch.setenv("FATHOM_CACHE", str(folder))
    return folder


def search_program(device: str) -> fathom.SearchProgram:
    return fathom.compile_search(WITHIN, searches=["reached"], parameters=["hops", "open"], device=device)


def superstep_program(device: str) -> fathom.SuperstepProgram:
    return fathom.compile_program(LARGEST, parameters=["numbers"], device=device)


def test_a_device_has_to_be_a_device() -> None:
    with pytest.raises(ValueError, match="device is 'gpu'"):
        search_program("gpu")


def test_without_nvcc_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(FileNotFoundError, match="CUDA's compiler.*nvcc"):
        search_program("cuda")


@needs_nvcc
def test_programs_compile_and_say_where_there_is_no_gpu(cache: pathlib.Path) -> None:
    before = len(set(cache.rglob("*.so")))
    search, supersteps = search_program("cuda"), superstep_program("cuda:0")
    assert len(set(cache.rglob("*.so"))) == before + 2
    assert search_program("cuda").device == "cuda" and "for cuda:0" in repr(supersteps)
    if fathom.why_no_cuda() == "":
        return  # the next test runs them
    g = fathom.generate.grid(4, 4)
    with pytest.raises(fathom.DeviceError, match="cuda"):
        search(g, [0], hops=2, open=np.ones(16))
    with pytest.raises(fathom.DeviceError, match="cuda"):
        supersteps(g, numbers=np.arange(16))


@needs_nvcc
def test_compiler_messages_name_lines_of_the_program() -> None:
    with pytest.raises(fathom.CompileError, match=r"program\.hpp\(2\): error"):
        fathom.compile_search("struct broken {\n  int x = nothing_of_this_name;\n};\n", device="cuda")


# On the CPU, always, so that the expected results of a GPU are verified.
@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=needs_gpu)])
def test_programs_run(device: str) -> None:
    if device == "cpu" and shutil.which(os.environ.get("CXX", "c++")) is None:
        pytest.skip("no C++ compiler")
    g = fathom.generate.grid(8, 8)
    free = np.ones(64)
    found = search_program(device)(g, [0, 9], hops=2, open=free)
    assert found.searches["reached"].tolist() == [6, 11] and found.report.device.startswith(device)
    free[8:16] = 0  # a wall
    assert search_program(device)(g, [0], hops=100, open=free).searches["reached"].tolist() == [8]
    values = superstep_program(device)(g, numbers=np.arange(64)[::-1]).values["value"]
    assert values.tolist() == 64 * [63]
