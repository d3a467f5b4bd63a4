"""Execution of the code in the documentation."""

from __future__ import annotations

import doctest
import functools
import importlib
import inspect
import json
import pathlib
import pkgutil
import re

import numpy as np
import pytest

import fathom

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FATHOM_CACHE", str(tmp_path))
    pytest.importorskip("matplotlib").use("Agg")


def test_the_guide() -> None:
    pytest.importorskip("networkx")
    pytest.importorskip("mpi4py")
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "python.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)


def test_learning_on_graphs() -> None:
    page = (ROOT / "docs" / "how-to" / "graph-learning.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    exec(compile("\n".join(blocks), "docs/how-to/graph-learning.md", "exec"), {})


@pytest.mark.parametrize("package", ["networkx", "scipy", "igraph"])
def test_coming_from(package: str) -> None:
    pytest.importorskip(package)
    page = (ROOT / "docs" / "coming-from.md").read_text(encoding="utf-8")
    mine = [block for block in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL) if f"import {package}" in block]
    assert len(mine) == 1
    exec(compile(mine[0], "docs/coming-from.md", "exec"), {})


@pytest.mark.parametrize("file", sorted((ROOT / "examples" / "notebooks").glob("*.ipynb")), ids=lambda file: file.stem)
def test_the_gallery(file: pathlib.Path) -> None:
    """Cells run, in order, and their outputs are stored. Outputs may depend on the machine, and are not compared."""
    for package in ("networkx", "pandas"):
        pytest.importorskip(package)
    cells = [cell for cell in json.loads(file.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert sum(bool(cell["outputs"]) for cell in cells) >= 3
    assert not any(output["output_type"] == "error" for cell in cells for output in cell["outputs"])
    names: dict[str, object] = {}
    if file.stem == "gpu":
        pytest.importorskip("cupy")
        if fathom.why_no_cuda():
            pytest.skip(fathom.why_no_cuda())
    for cell in cells:
        exec(compile("".join(cell["source"]), file.name, "exec"), names)


def test_the_notebook() -> None:
    pytest.importorskip("networkx")
    notebook = json.loads((ROOT / "examples" / "quickstart.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "outputs are not kept"
            exec(compile("".join(cell["source"]), "quickstart.ipynb", "exec"), names)


def test_docstrings() -> None:
    for package in ("networkx", "pandas", "pyarrow", "scipy"):
        pytest.importorskip(package)
    names = [one.name for one in pkgutil.iter_modules(fathom.__path__) if one.name not in ("_core", "libfathom")]  # compiled
    ran = 0
    for module in [fathom, *(importlib.import_module(f"fathom.{name}") for name in names)]:
        found = doctest.testmod(module, extraglobs={"fathom": fathom, "np": np})
        assert found.failed == 0, module.__name__
        ran += found.attempted
    assert ran > 100


def test_everything_public_is_documented_with_an_example() -> None:
    things = {name: getattr(fathom, name) for name in fathom.__all__}
    things |= {name: thing for name, thing in vars(fathom.generate).items() if getattr(thing, "__module__", "") == "fathom.generate"}
    for kind in [thing for thing in things.values() if inspect.isclass(thing) and thing.__module__.startswith("fathom.")]:
        things |= {f"{kind.__name__}.{name}": getattr(kind, name) for name in vars(kind) if not name.startswith("_")}
    for name, thing in things.items():
        if callable(thing):
            assert thing.__doc__ and len(thing.__doc__) > 10, name
        if inspect.isroutine(thing) and not isinstance(thing, functools.cached_property):
            assert ">>> " in str(thing.__doc__), name
