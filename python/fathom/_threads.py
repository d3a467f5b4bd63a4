"""Spin count of OpenMP threads, which the runtime reads from the environment when the extension module loads it."""

import os

_SPINS = "300"  # about 10 us; by default threads spin for milliseconds, and occupy the cores of a busy machine

if "GOMP_SPINCOUNT" in os.environ or "OMP_WAIT_POLICY" in os.environ:
    from . import _core
else:
    os.environ["GOMP_SPINCOUNT"] = _SPINS
    try:
        from . import _core
    finally:
        del os.environ["GOMP_SPINCOUNT"]

__all__ = ["_core"]
