"""Every public function with random graphs, containers and options, against NetworkX, SciPy and plain Python oracles.

The calls are watched, so that a public function or an argument that no check tries fails the test. FATHOM_FUZZ_GRAPHS is the number
of graphs (default 100), and FATHOM_FUZZ_SEED the first seed. A failure names the graph's seed.
"""

from __future__ import annotations

import gc
import inspect
import os
import pathlib
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from types import CodeType, FrameType
from typing import Any

import pytest

for package in ("networkx", "scipy", "pandas", "pyarrow"):
    pytest.importorskip(package)

import fuzz_checks
import fuzz_samples

import fathom

GRAPHS = int(os.environ.get("FATHOM_FUZZ_GRAPHS", "100"))
FIRST = int(os.environ.get("FATHOM_FUZZ_SEED", "1"))

# Functions that these checks do not call, and the test that does.
ELSEWHERE = {"fathom.compile_search": "test_programs.py", "fathom.compile_program": "test_programs.py",
             "fathom.SearchProgram.__call__": "test_programs.py", "fathom.SuperstepProgram.__call__": "test_programs.py",
             "fathom.report_html": "test_reports.py",  # which measures the CPU for seconds
             "fathom.partition": "test_partitioned.py", "fathom.read_partitioned": "processes_of_mpi.py",
             **dict.fromkeys((f"fathom.PartitionedGraph.{name}" for name in ("num_vertices", "num_edges", "directed", "weighted", "own_vertices", "grid",
                                                                             "nodes")), "test_partitioned.py")}
# Arguments that need a GPU, or that other tests cover: interruption and progress.
OTHER_ARGUMENTS = {"self", "cls", "device", "devices", "keep_on_device", "progress", "graph", "memo"}


def run(check: Any, sample: fuzz_samples.Sample, seed: int, folder: pathlib.Path) -> None:
    try:
        check(sample, random.Random(f"{seed} {check.__name__}"), folder)
    except (Exception, pytest.fail.Exception) as error:
        raise AssertionError(f"{check.__name__} of the graph of {sample.story}: {type(error).__name__}: {error}") from error


def public_functions() -> Iterator[tuple[str, CodeType]]:
    """Functions, methods and properties of the package, by name, with their code."""
    places: list[tuple[str, Any]] = [("fathom." + name, getattr(fathom, name)) for name in fathom.__all__]
    places += [(f"fathom.generate.{name}", thing) for name, thing in vars(fathom.generate).items()
               if getattr(thing, "__module__", "") == "fathom.generate"]
    for name, thing in places:
        if inspect.isfunction(thing) and thing.__module__.startswith("fathom") and not name.rpartition(".")[2].startswith("_"):
            yield name, inspect.unwrap(thing).__code__
        elif inspect.isclass(thing) and thing.__module__.startswith("fathom") and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                inner = value.fget if isinstance(value, property) else value.func if isinstance(value, cached_property) else getattr(value, "__func__", value)
                if inspect.isfunction(inner) and inner.__module__.startswith("fathom") and (not member.startswith("_") or member in ("__call__", "_repr_html_")):
                    yield f"{name}.{member}", inner.__code__


@pytest.mark.filterwarnings("ignore::fathom.ReadWarning")
def test_every_public_function_agrees_with_oracles(tmp_path: pathlib.Path) -> None:
    codes = {code: name for name, code in public_functions()}
    defaults = {code: _defaults(code) for code in codes}
    called: set[str] = set()
    tried: dict[str, set[str]] = defaultdict(set)

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code in codes:
            caller = frame.f_back
            while caller is not None and (caller.f_code.co_filename.endswith(("contextlib.py", "functools.py"))
                                          or caller.f_code.co_name == "called"):  # of fathom._partitioned.collective
                caller = caller.f_back
            if caller is not None and caller.f_code.co_filename in fuzz_checks.FILES:
                name = codes[code]
                called.add(name)
                given = defaults[code]
                tried[name] |= {key for key, value in frame.f_locals.items() if key not in given or value is not given[key]}

    sys.setprofile(watch)
    try:
        for seed in range(FIRST, FIRST + GRAPHS):
            sample = fuzz_samples.random_sample(seed, tmp_path)
            for check in fuzz_checks.CHECKS.values():  # check_graph() is the first, which makes sums of weights exact
                run(check, sample, seed, tmp_path)
    finally:
        sys.setprofile(None)
    public = dict(public_functions())
    assert {"fathom.bfs", "fathom.generate.kron", "fathom.Graph.subgraph", "fathom.TrianglesResult.clustering", "fathom.read"} <= set(public)
    assert set(public) - called == set(ELSEWHERE)
    for name, file in ELSEWHERE.items():
        text = (pathlib.Path(__file__).parent / file).read_text(encoding="utf-8")
        assert name.rpartition(".")[2] in text or "program(" in text or name.startswith("fathom.PartitionedGraph."), name
    missing = {f"{name}({key})" for name in called for key in _parameters(public[name]) - tried[name] - OTHER_ARGUMENTS}
    assert not missing


def _parameters(code: CodeType) -> set[str]:
    return set(code.co_varnames[:code.co_argcount + code.co_kwonlyargcount])


def _defaults(code: CodeType) -> dict[str, Any]:
    function = next(one for one in gc.get_referrers(code) if inspect.isfunction(one))
    return {key: p.default for key, p in inspect.signature(function, follow_wrapped=False).parameters.items() if p.default is not p.empty}
