"""User programs in C++, compiled at run time: by the system's compiler for the CPU, by nvcc for a GPU."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import _arrays, _core, _options
from ._graph import Graph
from ._progress import Progress, watching
from ._refusals import text_or_none
from .report import Report

_COMMON = ["-std=c++20", "-O3", "-DNDEBUG", "-shared"]
_FLAGS_CPU = [*_COMMON, "-fPIC", "-fdiagnostics-color=never"]
_FLAGS_CUDA = [*_COMMON, "-Xcompiler=-fPIC,-fdiagnostics-color=never"]


class CompileError(ValueError):
    """Error that a user program does not compile. The message has the compiler's output, with line numbers of the program as passed."""


@dataclass(frozen=True, eq=False)
class SearchProgramResult:
    """Result of a :class:`SearchProgram`."""

    searches: dict[str, np.ndarray]
    """Members of the state, in the order of the sources: shape (k,), (k, N) for std::array, (k, n) for a kept vertex_array."""
    totals: dict[str, np.ndarray]
    """Members of the totals: shape (n,) for a vertex_array, (m,) for an edge_array, one number for a total_value."""
    report: Report
    """Report of the run."""


@dataclass(frozen=True, eq=False)
class SuperstepProgramResult:
    """Result of a :class:`SuperstepProgram`."""

    values: dict[str, np.ndarray]
    """Values of vertices by member, shape (n,) each."""
    report: Report
    """Report of the run."""


class _Program:
    def __init__(self, library: Path, name: str, parameters: Sequence[str], device: str) -> None:
        self._library, self.name, self.parameters, self.device = library, name, tuple(parameters), device

    def _arguments(self, graph: Graph, given: dict[str, Any]) -> list[np.ndarray]:
        unknown, missing = set(given) - set(self.parameters), set(self.parameters) - set(given)
        if unknown or missing:
            raise TypeError(f"{self.name} has the parameters {', '.join(self.parameters) or '(none)'}; "
                            + "; ".join(f"{what}: {', '.join(sorted(names))}" for what, names in
                                        (("not given", missing), ("unknown", unknown)) if names))
        columns = [np.atleast_1d(np.ascontiguousarray(_arrays.host(given[name], name), np.float64)) for name in self.parameters]
        for name, column in zip(self.parameters, columns):
            if column.shape not in ((1,), (graph.num_vertices,)):
                raise ValueError(f"{name} has shape {column.shape}; it must be one number, or one per vertex ({graph.num_vertices})")
        return columns

    def __repr__(self) -> str:
        return f"<fathom.{type(self).__name__} {self.name}({', '.join(self.parameters)}) for {self.device}>"


class SearchProgram(_Program):
    """Compiled visitor of concurrent searches; created by :func:`compile_search`."""

    def __call__(self, graph: Graph, sources: Any, *, depth_limit: int | None = None, threads: int = 0, progress: Progress = None,
                 **parameters: Any) -> SearchProgramResult:
        """Run one search from each of `sources`, on one CPU thread or one GPU thread block per search.

        Parameters
        ----------
        graph : Graph
        sources : sequence of vertices
            None: every vertex.
        depth_limit, threads, progress
            See :func:`bfs`.
        **parameters
            Parameters of the program: one number each, or n numbers for a member that is a pointer.

        Returns
        -------
        SearchProgramResult

        Raises
        ------
        TypeError
            If a parameter is missing or unknown.
        ValueError, IndexError, KeyError, DeviceError, MemoryError
            See :func:`bfs`.
        """
        g = _options.graph_of(graph)
        arguments = self._arguments(g, parameters)
        with watching(progress) as watcher:
            searches, totals, report = _core.run_search_program(
                g._core, str(self._library), _options.vertices(g, sources, "sources"), arguments,
                _options.limit(depth_limit, "depth_limit"), self.device, threads, watcher)
        return SearchProgramResult(_views(searches), _views(totals), Report(report))


class SuperstepProgram(_Program):
    """Compiled superstep program; created by :func:`compile_program`."""

    def __call__(self, graph: Graph, *, max_supersteps: int | None = None, threads: int = 0, progress: Progress = None,
                 **parameters: Any) -> SuperstepProgramResult:
        """Run supersteps until no vertex is active.

        Parameters
        ----------
        graph : Graph
        max_supersteps : int, optional
            Maximum number of supersteps. None: no limit.
        threads, progress
            See :func:`bfs`.
        **parameters
            See :meth:`SearchProgram.__call__`.

        Returns
        -------
        SuperstepProgramResult

        Raises
        ------
        TypeError, ValueError, DeviceError, MemoryError
            See :meth:`SearchProgram.__call__`.
        """
        g = _options.graph_of(graph)
        arguments = self._arguments(g, parameters)
        with watching(progress) as watcher:
            values, report = _core.run_superstep_program(g._core, str(self._library), arguments,
                                                         _options.limit(max_supersteps, "max_supersteps"), self.device, threads,
                                                         watcher)
        return SuperstepProgramResult(_views(values), Report(report))


def _views(columns: dict[str, tuple[np.ndarray, str, tuple[int, ...]]]) -> dict[str, np.ndarray]:
    return {name: data.view(np.dtype(kind)).reshape(shape) for name, (data, kind, shape) in columns.items()}


def compile_search(source: str, *, name: str | None = None, searches: Sequence[str] = (), totals: Sequence[str] = (),
                   parameters: Sequence[str] = (), device: str = "cpu", compiler: str | None = None) -> SearchProgram:
    '''Compile a visitor of concurrent searches (docs/library.md, "Searches with code of your own").

    Compiled programs are cached in the directory FATHOM_CACHE, or else ~/.cache/fathom, so that each program compiles once.

    Parameters
    ----------
    source : str
        C++ source of a struct with the callbacks. `fathom/visitor/multi_search.hpp` is already included.
    name : str, optional
        Name of the struct. None: the last struct whose definition starts at the beginning of a line.
    searches : sequence of str
        Members of its `state` to return.
    totals : sequence of str
        Members of its `totals` to return.
    parameters : sequence of str
        Members of the struct to set on each call.
    device : str
        "cpu", or "cuda" or "cuda:1" for a program whose functions are marked FATHOM_CALLABLE. Compiling does not require a GPU.
    compiler : str, optional
        C++20 compiler. None: the environment variable CXX, or else c++; nvcc for a GPU.

    Returns
    -------
    SearchProgram
        Calling it raises DeviceError if the device is not available.

    Raises
    ------
    CompileError
        If the program does not compile, with the compiler's messages and the lines of the program.
    FileNotFoundError
        If the compiler is not found.

    Examples
    --------
    >>> program = fathom.compile_search("""
    ... struct farthest {
    ...   struct state { int levels = 0; };
    ...   void post(auto& search) const { search.state.levels = search.level() + 1; }
    ... };
    ... """, searches=["levels"])  # doctest: +SKIP
    >>> program(fathom.generate.path(4), [0, 1]).searches["levels"].tolist()  # doctest: +SKIP
    [4, 3]
    '''
    struct, cuda = text_or_none(name, "name") or _last_struct(source), _is_cuda(device)
    lines = ["extern \"C\" void fathom_run_searches(const fathom_program::search_call& call) {",
             f"  {struct} program{{}};",
             "  fathom_program::kept_arrays kept;",
             "  const auto in_order = [&]<class T>(std::span<const T> values) { return fathom::in_layout_order(call.prepared, values, call.options); };"]
    lines += _settings(parameters)
    lines += [f"  auto result = fathom::multi_search{'_on_device' if cuda else ''}(call.g, call.prepared, call.sources, program, call.options);"]
    lines += [f"  fathom_program::give_searches(call, \"{_member(m)}\", result.searches, [](const auto& s) -> const auto& {{ return s.{m}; }});"
              for m in searches]
    lines += [f"  fathom_program::give_total(call, \"{_member(m)}\", result.totals.{m});" for m in totals]
    lines += ["  call.report = std::move(result.report);", "}"]
    return SearchProgram(_compiled(source, "multi_search", lines, device, compiler), struct, parameters, device)


def compile_program(source: str, *, name: str | None = None, values: Sequence[str] = (), parameters: Sequence[str] = (),
                    device: str = "cpu", compiler: str | None = None) -> SuperstepProgram:
    '''Compile a superstep program (docs/library.md, "Supersteps with code of your own").

    Parameters
    ----------
    source : str
        C++ source of a struct in the Edge-Vertex model. `fathom/visitor/edge_vertex.hpp` is already included.
    values : sequence of str
        Members of its `value` to return, if that is a struct. A plain value is returned as "value".
    name, parameters, device, compiler
        See :func:`compile_search`.

    Returns
    -------
    SuperstepProgram
        Calling it raises DeviceError if the device is not available.

    Raises
    ------
    CompileError, FileNotFoundError
        See :func:`compile_search`.

    Examples
    --------
    >>> program = fathom.compile_program("""
    ... struct smallest {
    ...   using value = fathom::vertex_id;
    ...   using message = fathom::vertex_id;
    ...   static constexpr auto combine = fathom::combiner::minimum;
    ...   value initial_value(auto& v) const { return v.id(); }
    ...   void edge_compute(auto& e) const { e.send(e.source_value()); }
    ...   void vertex_compute(auto& v, const message& found) const {
    ...     if (!(found < v.value)) return v.vote_to_halt();
    ...     v.value = found;
    ...   }
    ... };
    ... """)  # doctest: +SKIP
    >>> program(fathom.generate.path(4)).values["value"].tolist()  # doctest: +SKIP
    [0, 0, 0, 0]
    '''
    struct, cuda = text_or_none(name, "name") or _last_struct(source), _is_cuda(device)
    lines = ["extern \"C\" void fathom_run_supersteps(const fathom_program::superstep_call& call) {",
             f"  {struct} program{{}};",
             "  fathom_program::kept_arrays kept;",
             "  const auto in_order = [&]<class T>(std::span<const T> values) { return fathom::to_device(values, call.options.where); };"]
    lines += _settings(parameters)
    lines += [f"  auto result = fathom::edge_vertex{'_on_device' if cuda else ''}(call.g, program, call.options);",
              f"  const std::span<const {struct}::value> values(result.values.data(), result.values.size());"]
    if values:
        lines += [f"  fathom_program::give_values(call, \"{_member(m)}\", values, [](const auto& v) {{ return v.{m}; }});" for m in values]
    else:
        lines += ["  fathom_program::give_values(call, \"value\", values, [](const auto& v) { return v; });"]
    lines += ["  call.report = std::move(result.report);", "}"]
    return SuperstepProgram(_compiled(source, "edge_vertex", lines, device, compiler), struct, parameters, device)


def _settings(parameters: Sequence[str]) -> list[str]:
    return ["  static_cast<void>(in_order);"] + [
        f"  fathom_program::set(program.{_member(p)}, call.parameters[{i}], kept, in_order);" for i, p in enumerate(parameters)]


def _member(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise ValueError(f"{name!r} is not a valid member name; use a C++ identifier")
    return name


def _last_struct(source: str) -> str:
    found = re.findall(r"^(?:struct|class)\s+([A-Za-z_]\w*)", source, re.MULTILINE)
    if not found:
        raise ValueError("no struct starts at the beginning of a line; pass its name as name=")
    return found[-1]


def _include_folders() -> list[Path]:
    """Return the include directories of the installed package, or of the source tree."""
    package = Path(__file__).resolve().parent
    if (package / "include").is_dir():
        return [package / "include"]
    return [package.parent / "include", package.parent.parent / "include"]


def _is_cuda(device: str) -> bool:
    if device != "cpu" and not re.fullmatch(r"cuda(:\d+)?", device):
        raise ValueError(f"device is {device!r}; use 'cpu', 'cuda' or 'cuda:N'")
    return device != "cpu"


def _nvcc() -> str:
    found = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if found is None:
        raise FileNotFoundError(2, "A GPU program requires CUDA's compiler; install the CUDA toolkit, or set compiler=", "nvcc")
    return found


def _architecture(device: str) -> str:
    """Return the compiler option for the GPU's architecture; without a GPU, one for PTX that drivers of newer GPUs can compile."""
    for one in _core.devices():
        if one["device"] == (device if ":" in device else device + ":0"):
            return "-arch=sm_" + str(one["compute_capability"]).replace(".", "")
    return "-arch=compute_80"


def _compiled(source: str, framework: str, entry: list[str], device: str, compiler: str | None) -> Path:
    cuda = device != "cpu"
    command = shlex.split(text_or_none(compiler, "compiler") or (_nvcc() if cuda else os.environ.get("CXX") or "c++"))
    header = f"fathom/visitor/{framework}.{'cuh' if cuda else 'hpp'}"
    library = Path(_core.library_path())
    flags = [*_FLAGS_CUDA, _architecture(device), f"-Xlinker=-rpath,{library.parent}"] if cuda else [*_FLAGS_CPU, f"-Wl,-rpath,{library.parent}"]
    flags += [*(f"-I{folder}" for folder in _include_folders()), str(library)]
    main = "\n".join([f"#include <{header}>", "#include <fathom_program.hpp>", "#include <algorithm>", "#include \"program.hpp\"", *entry, ""])
    stamp = library.stat()
    key = repr((source, main, command, flags, _core.__version__, stamp.st_size, stamp.st_mtime_ns))
    target = _cache_folder() / (hashlib.sha256(key.encode()).hexdigest()[:32] + ".so")
    if not target.exists():
        _compile(command, flags, source, "main.cu" if cuda else "main.cpp", main, target)
    return target


def _cache_folder() -> Path:
    configured = os.environ.get("FATHOM_CACHE")
    base = Path(configured) if configured else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fathom"
    folder = base / "programs"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _compile(command: list[str], flags: list[str], source: str, file: str, main: str, target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="fathom-", dir=target.parent) as folder:
        Path(folder, "program.hpp").write_text(source, encoding="utf-8")
        Path(folder, file).write_text(main, encoding="utf-8")
        try:
            done = subprocess.run([*command, file, "-o", "program.so", *flags], cwd=folder, capture_output=True, text=True)
        except FileNotFoundError:
            raise FileNotFoundError(2, "Compiler not found; install one, or set CXX", command[0]) from None
        if done.returncode != 0:
            raise CompileError(_explained(done.stderr + done.stdout))
        os.replace(Path(folder, "program.so"), target)  # atomic: other processes may compile the same program


def _explained(messages: str) -> str:
    """Return the compiler's output, preceded by the errors in the program itself."""
    own = [line for line in messages.splitlines() if re.match(r"program\.hpp[:(]\d+", line) and " error" in line]
    return "\n".join(["the program does not compile:", *own[:5], "", messages.strip()])


__all__ = ["CompileError", "SearchProgram", "SearchProgramResult", "SuperstepProgram", "SuperstepProgramResult", "compile_program",
           "compile_search"]
