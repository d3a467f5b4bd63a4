"""Who watches a call: nobody, a function of the user's, or a bar by tqdm."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Any, Union

Progress = Union[None, bool, Callable[[str, int, int], Any]]


class _Bar:
    """A bar a stage."""

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


_NOBODY = nullcontext(None)


def watching(progress: Progress) -> AbstractContextManager[Callable[[str, int, int], Any] | None]:
    """`progress` as what the compiled part calls: with the stage, what is done and the total (0: not known)."""
    if progress is None or progress is False:
        return _NOBODY
    if progress is True:
        return closing(_Bar())
    if callable(progress):
        return nullcontext(progress)
    raise TypeError("progress is None, True (a bar by tqdm), or callable with (stage, done, total)")
