"""Progress reporting of a call: none, a user's callback, or a tqdm bar."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Any, Union

Progress = Union[None, bool, Callable[[str, int, int], Any]]


class _Bar:
    """One tqdm bar per stage."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self._make = tqdm
        self._bar: Any = None
        self._stage = ""

    def __call__(self, stage: str, done: int, total: int) -> None:
        if self._bar is None or stage != self._stage or done < self._bar.n:
            self.close()
            self._bar, self._stage = self._make(total=total or None, desc=stage, unit="", leave=False), stage
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


_NO_PROGRESS = nullcontext(None)


def watching(progress: Progress) -> AbstractContextManager[Callable[[str, int, int], Any] | None]:
    """Return a context manager of the callback for the extension module, called with (stage, done, total); a total of 0 is unknown."""
    if progress is None or progress is False:
        return _NO_PROGRESS
    if progress is True:
        return closing(_Bar())
    if callable(progress):
        return nullcontext(progress)
    raise TypeError(f"progress is {progress!r}; use None, True (a tqdm bar), or a callable with (stage, done, total)")
