"""Available devices and their energy consumption."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from . import _core
from .report import Fields


def devices() -> list[Fields]:
    """List the CPU and every usable CUDA device, in this order.

    Returns
    -------
    list of Fields
        One entry per device, with `device`, `name`, `memory_bytes`, `parallelism` and `compute_capability`.

    Examples
    --------
    >>> fathom.devices()[0].device
    'cpu'
    """
    return [Fields(one) for one in _core.devices()]


def why_no_cuda() -> str:
    """Return why no CUDA device is available, or an empty string if there is one.

    Examples
    --------
    >>> isinstance(fathom.why_no_cuda(), str)
    True
    """
    return _core.why_no_cuda()


class EnergyReading:
    """Value of :func:`measure_energy`, filled in when its with-block ends."""

    def __init__(self) -> None:
        self.reading: Fields | None = None


@contextmanager
def measure_energy(device: str = "auto") -> Iterator[EnergyReading]:
    """Measure the energy that a device consumes during a with-block.

    Parameters
    ----------
    device : str
        See :func:`bfs`.

    Yields
    ------
    EnergyReading
        Its `reading` has `joules`, `seconds`, `average_watts`, `uncertainty_joules`, `method` and the other fields of docs/json.md,
        once the block has ended.

    Raises
    ------
    DeviceError
        If energy cannot be measured, with the reason.

    Examples
    --------
    >>> with fathom.measure_energy() as energy:  # doctest: +SKIP
    ...     found = fathom.bfs(fathom.generate.kron(20), 0)
    >>> energy.reading.joules  # doctest: +SKIP
    2.1
    """
    meter = _core.EnergyMeter(device)
    result = EnergyReading()
    meter.start()
    try:
        yield result
    finally:
        result.reading = Fields(meter.stop())


__all__ = ["devices", "measure_energy", "why_no_cuda"]
