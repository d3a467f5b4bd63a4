"""Type information: stubs of the extension module, and annotations of the public API."""

from __future__ import annotations

import ast
import importlib
import importlib.resources
import inspect
import pathlib
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

import fathom
from fathom import _core

PACKAGE = importlib.resources.files("fathom")


@pytest.fixture(scope="module")
def stubs() -> ast.Module:
    return ast.parse((PACKAGE / "_core.pyi").read_text(encoding="utf-8"))


def test_the_package_is_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_stubs_have_what_the_compiled_part_has(stubs: ast.Module) -> None:
    declared = {node.name for node in stubs.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert len(declared) > 30
    there = {name for name in dir(_core) if callable(getattr(_core, name)) and not name.startswith("_")}
    assert declared == there
    for node in stubs.body:
        if isinstance(node, ast.ClassDef):
            members = {m.name for m in node.body if isinstance(m, ast.FunctionDef)}
            assert members - set(dir(getattr(_core, node.name))) == set(), node.name


def test_stubs_give_every_type(stubs: ast.Module) -> None:
    functions = [node for node in ast.walk(stubs) if isinstance(node, ast.FunctionDef)]
    assert len(functions) > 30
    for function in functions:
        given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        untyped = [a.arg for a in given if a.annotation is None and a.arg != "self"]
        assert not untyped and (function.returns is not None or function.name == "__init__"), (function.name, untyped)


def test_the_package_lists_the_public_names_of_its_modules() -> None:
    """In the forms that type checkers read: a list of texts, and sums with the lists of modules."""
    own, summed = [], []
    for node in ast.parse(inspect.getsource(fathom)).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            own.append(ast.literal_eval(node.value))
        elif isinstance(node, ast.AugAssign) and ast.unparse(node.target) == "__all__":
            summed.append(ast.unparse(node.value))
    apart = ("_core", "_plots", "_threads")
    names = [info.name for info in pkgutil.iter_modules(fathom.__path__) if info.name.startswith("_") and info.name not in apart]
    listing = {name: module.__all__ for name in names if hasattr(module := importlib.import_module(f"fathom.{name}"), "__all__")}
    assert len(own) == 1 and summed == [f"{name}.__all__" for name in sorted(listing)]
    assert fathom.__all__ == own[0] + [name for module in sorted(listing) for name in listing[module]]
    assert len(set(fathom.__all__)) == len(fathom.__all__)
    assert all(hasattr(fathom, name) for name in fathom.__all__)


def public_functions() -> Iterator[tuple[str, object]]:
    listed = [(f"fathom.{name}", getattr(fathom, name)) for name in fathom.__all__]
    listed += [(f"fathom.generate.{name}", thing) for name, thing in vars(fathom.generate).items()
               if inspect.isfunction(thing) and thing.__module__ == "fathom.generate" and not name.startswith("_")]
    for name, thing in listed:
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing) and thing.__module__.startswith("fathom") and thing.__module__ != "fathom._core":
            for member, value in vars(thing).items():
                inner = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
                if inspect.isfunction(inner) and (not member.startswith("_") or member in ("__init__", "__call__")):
                    yield f"{name}.{member}", inner


def test_everything_public_is_annotated() -> None:
    found = dict(public_functions())
    assert {"fathom.bfs", "fathom.Graph.from_edges", "fathom.generate.kron", "fathom.BfsResult.path_to"} <= set(found)
    missing = []
    for name, function in found.items():
        signature = inspect.signature(function)
        untyped = [p.name for p in signature.parameters.values() if p.annotation is p.empty and p.name not in ("self", "cls")]
        missing += [f"{name}({p})" for p in untyped]
        if signature.return_annotation is signature.empty:
            missing.append(f"{name} ->")
    assert missing == []


SAMPLE = pathlib.Path(__file__).parent / "sample_program.py"


def test_a_sample_program_uses_every_public_function() -> None:
    used = {node.attr for node in ast.walk(ast.parse(SAMPLE.read_text(encoding="utf-8"))) if isinstance(node, ast.Attribute)}
    spoken = {"__init__", "__call__", "ranks"}  # called without their names; deprecated
    missing = {name for name, _ in public_functions() if name.rpartition(".")[2] not in used | spoken}
    assert missing == set()


def test_the_sample_program_runs(tmp_path: pathlib.Path) -> None:
    for package in ("networkx", "scipy", "pandas", "pyarrow"):
        pytest.importorskip(package)
    done = subprocess.run([sys.executable, str(SAMPLE), str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_accept_the_sample_program(checker: str, tmp_path: pathlib.Path) -> None:
    program = shutil.which(checker, path=str(pathlib.Path(sys.executable).parent)) or shutil.which(checker)
    if program is None:
        pytest.skip(f"{checker} is not installed")
    options = {"mypy": ["--strict", "--cache-dir", str(tmp_path), "--python-executable", sys.executable], "pyright": ["--pythonpath", sys.executable]}
    if checker == "pyright" and subprocess.run([program, "--version"], capture_output=True).returncode != 0:
        pytest.skip("pyright cannot install its JavaScript runtime here")
    done = subprocess.run([program, *options[checker], str(SAMPLE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


# Findings of stubtest that are not mistakes.
ALLOWED = r"""
# nanobind's classes have a metaclass of its own, and an __init__ that takes anything and raises.
fathom\._core\.[A-Z]\w*
fathom\._core\.[A-Z]\w*\.__init__
# Modules without a stub are compared with themselves: aliases of Literal, imports for annotations, static methods, cached functions.
fathom\._edge_options\.\w+
fathom\._graph\.(networkx|pandas|scipy)
fathom\._ranks\.Ranks\._mpi
fathom\.networkx\.Backend\.\w+
fathom\.networkx\._(has_scipy|known)
"""


def test_stubs_agree_with_the_package(tmp_path: pathlib.Path) -> None:
    """By mypy's stubtest, which first checks that the package's own code has the types that the stubs declare."""
    pytest.importorskip("mypy")
    config, allowed = tmp_path / "stubtest.ini", tmp_path / "allowed.txt"
    config.write_text("[mypy]\ndisable_error_code = import-untyped, import-not-found\n", encoding="utf-8")
    allowed.write_text(ALLOWED, encoding="utf-8")
    options = ["--ignore-missing-stub", "--mypy-config-file", str(config), "--allowlist", str(allowed), "--ignore-unused-allowlist"]
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "fathom", *options], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
