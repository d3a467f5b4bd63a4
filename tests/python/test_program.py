"""The command-line program of a wheel: the script that starts it, its library, and its manual."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import sysconfig

import pytest

import fathom

_PROGRAM = pathlib.Path(sysconfig.get_path("scripts")) / "fathom"


def _is_installed() -> bool:
    return os.path.dirname(fathom.__file__).startswith(sysconfig.get_path("platlib"))


pytestmark = pytest.mark.skipif(not _is_installed(), reason="the package is used from the checkout, without its program")


def _run(*arguments: str, status: int = 0) -> str:
    ended = subprocess.run([_PROGRAM, *arguments], capture_output=True, text=True, check=False)
    assert ended.returncode == status, ended.stderr
    return ended.stdout if status == 0 else ended.stderr


def test_program_has_the_version_of_the_package() -> None:
    assert fathom.__version__ in _run("--version").split()


def test_program_and_package_find_the_same() -> None:
    printed = json.loads(_run("bfs", "kron:10:8", "--source", "3", "--validate", "--json"))
    found = fathom.bfs(fathom.generate.from_spec("kron:10:8"), 3)
    assert printed["runs"][0]["reached"] == int((found.distances >= 0).sum())


def test_program_returns_its_status() -> None:
    assert "no_such_file" in _run("bfs", "no_such_file", status=3)


def test_start_does_not_import_the_package() -> None:
    """NumPy alone would take longer to import than the search of a small graph."""
    code = "import os, sys; os.execv = lambda *_: sys.exit(print(sorted(sys.modules))); import _fathom_program; _fathom_program.main()"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "'_fathom_program'" in modules and "'fathom'" not in modules and "'numpy'" not in modules


def test_manual_is_installed() -> None:
    page = pathlib.Path(sysconfig.get_path("data")) / "share" / "man" / "man1" / "fathom-bfs.1"
    assert ".TH" in page.read_text()
