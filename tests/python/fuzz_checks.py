"""Checks of the package's public functions on a sample graph, against NetworkX, SciPy or a plain Python oracle.

A check is a function check_NAME(sample, rng, folder). Names of vertices go in, and positions or names come out, as documented.
"""

from __future__ import annotations

import fuzz_graphs
import fuzz_oracles
import fuzz_samples
import fuzz_searches
import fuzz_structure

MODULES = (fuzz_graphs, fuzz_searches, fuzz_structure)
CHECKS = {name: check for module in MODULES for name, check in vars(module).items() if name.startswith("check_")}
# Calls from these files are watched.
FILES = {module.__file__ for module in (*MODULES, fuzz_oracles, fuzz_samples)}
