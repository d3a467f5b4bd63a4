"""Notes of receipts as warnings."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable

_PACKAGE = os.path.dirname(os.path.abspath(__file__))

# Notes that only describe: no other reading of the input is in question.
_DESCRIPTIONS = ("Matrix Market ", "renumbered", "built on the CPU", "checksums ", "numbered ", "the matrix holds truth values",
                 "weights are stored in double precision")


class ReadWarning(UserWarning):
    """Reading or converting a graph took a decision that may change results: about direction, columns, weights or counts.

    The receipt of the graph has the same text among its notes.
    """


def _only_describes(note: str) -> bool:
    if note.startswith(_DESCRIPTIONS) or " were numbered by " in note or ", numbered " in note:
        return True
    # The file states it itself.
    return note.startswith("read as ") and (note.endswith(" says") or note.endswith(" say")) or (" vertices, as " in note and note.endswith(" states"))


def warn_of(notes: Iterable[str]) -> None:
    """Warns of every note that tells of such a decision, at the line of the caller outside this package."""
    asked = [note for note in notes if not _only_describes(note)]
    if not asked:
        return
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and os.path.abspath(frame.f_code.co_filename).startswith(_PACKAGE + os.sep):
        frame, level = frame.f_back, level + 1
    for note in asked:
        warnings.warn(note, ReadWarning, stacklevel=level)
