"""What there is to run on, and what it consumes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from . import _core
from .report import Fields


def devices() -> list[Fields]:
    """The CPU first, then every usable CUDA device: device, name, memory_bytes, parallelism, compute_capability."""
    return [Fields(one) for one in _core.devices()]


def why_no_cuda() -> str:
    """Why there is no CUDA device; empty where there is one."""
    return _core.why_no_cuda()


class EnergyReading:
    """What measure_energy() yields: filled when its block ends."""

    def __init__(self) -> None:
        self.reading: Fields | None = None


@contextmanager
def measure_energy(device: str = "auto") -> Iterator[EnergyReading]:
    """Measures what a device consumes in a with-block: joules, seconds, average_watts, uncertainty_joules, method.

    Raises DeviceError, saying why, where it cannot be measured.
    """
    meter = _core.EnergyMeter(device)
    result = EnergyReading()
    meter.start()
    try:
        yield result
    finally:
        result.reading = Fields(meter.stop())


__all__ = ["devices", "measure_energy", "why_no_cuda"]
