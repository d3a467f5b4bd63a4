"""Start of the command-line program `fathom` that a wheel contains. This module does not import the package, so that it starts fast."""

from __future__ import annotations

import importlib.util
import os
import sys


def main() -> None:
    """Replaces this process by the program, with the same arguments."""
    package = importlib.util.find_spec("fathom")
    folders = list(package.submodule_search_locations or []) if package else []
    for folder in folders:
        program = os.path.join(folder, "bin", "fathom")
        if os.path.exists(program):
            os.execv(program, [sys.argv[0], *sys.argv[1:]])
    sys.exit(f"fathom: the program is not in the package ({', '.join(folders) or 'not installed'}); install the wheel again")
