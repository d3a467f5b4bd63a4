"""Warnings made from the notes of a receipt."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterable

_PACKAGE = os.path.dirname(os.path.abspath(__file__))

# Notes that only describe the input, which has no other interpretation.
_DESCRIPTIONS = ("Matrix Market ", "renumbered", "built on the CPU", "checksums ", "numbered ", "vertices are named by ", "the matrix holds truth values",
                 "weights are stored in double precision")


# The library's messages use the option names of the command line.
_OPTIONS = [(re.compile(rf"(?<![\w-])--{option}(?![\w-])"), argument) for option, argument in (
    ("directed", "directed=True"), ("undirected", "directed=False"), ("no-weights", "weights=False"),
    ("keep-id-gaps", "keep_id_gaps=True"), ("symmetrize", "symmetrize=True"), (r"(?:num-)?vertices (\d+)", r"num_vertices=\1"), ("(?:num-)?vertices", "num_vertices"),
    ("header yes", "header=True"), ("header no", "header=False"), ("header", "header"),
    (r"format ([a-z0-9_]+)", r'format="\1"'), ("format", "format"), (r"parallel-edges (min|sum|first|keep)", r'parallel_edges="\1"'),
    ("parallel-edges", "parallel_edges"), (r"(source|target|weight)-column (\d+)", r"\1_column=\2"),
    ("(source|target|weight)-column", r"\1_column"), ("separator", "separator"))]


def in_python(message: str) -> str:
    """Return a message of the library with command-line options replaced by arguments of :func:`fathom.read`."""
    if "--" in message:
        for option, argument in _OPTIONS:
            message = option.sub(argument, message)
    return message


class ReadWarning(UserWarning):
    """Warning that reading or converting a graph took a decision that may change results: on direction, columns, weights or counts.

    The notes of the graph's receipt include the same text. Functions whose results depend on self-loops warn if these were removed by
    default.
    """


def _only_describes(note: str) -> bool:
    if note.startswith(_DESCRIPTIONS) or " numbered by first appearance" in note or " with ids from " in note:
        return True
    # The file states the direction or the count itself.
    return note.startswith("read as ") and (note.endswith(" says") or note.endswith(" say")) or (" vertices, as " in note and note.endswith(" states"))


def warn_of(notes: Iterable[str]) -> None:
    """Issue a ReadWarning for each note on such a decision, attributed to the caller's line outside this package."""
    decisions = [note for note in notes if not _only_describes(note)]
    if not decisions:
        return
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and os.path.abspath(frame.f_code.co_filename).startswith(_PACKAGE + os.sep):
        frame, level = frame.f_back, level + 1
    for note in decisions:
        warnings.warn(in_python(note), ReadWarning, stacklevel=level)
