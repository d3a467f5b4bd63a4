"""Who watches a call: nobody, a function of the user's, or a bar by tqdm."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any, Iterator, Union

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


@contextmanager
def watching(progress: Progress) -> Iterator[Callable[[str, int, int], Any] | None]:
    """`progress` as what the compiled part calls: with the stage, what is done and the total (0: not known)."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        bar = _Bar()
        try:
            yield bar
        finally:
            bar.close()
    elif callable(progress):
        yield progress
    else:
        raise TypeError("progress is None, True (a bar by tqdm), or callable with (stage, done, total)")
