"""Reading graphs from files."""

from __future__ import annotations

import os

from . import _core
from ._edge_options import Duplicates, ParallelEdges, SelfLoops, loops, policy
from ._graph import Graph
from ._notes import in_python, warn_of
from ._progress import Progress, watching
from ._refusals import file_name, flag, text_or_none


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    directed: bool | None = None,
    duplicates: Duplicates = "remove",
    parallel_edges: ParallelEdges | None = None,
    self_loops: SelfLoops | None = None,
    symmetrize: bool = False,
    weights: bool = True,
    exact_weights: bool = False,
    trust: bool = False,
    keep_id_gaps: bool = False,
    num_vertices: int | None = None,
    source_column: str | int | None = None,
    target_column: str | int | None = None,
    weight_column: str | int | None = None,
    separator: str | None = None,
    header: bool | None = None,
    threads: int = 0,
    progress: Progress = None,
) -> Graph:
    """Read a graph from a file in any format of docs/formats.md, compressed or not.

    :attr:`Graph.receipt` accounts for every edge; :attr:`Graph.nodes` has the file's names of the vertices.

    Parameters
    ----------
    path : path-like
    format : str, optional
        "mtx", "snap", "csv", "fathom", ... None: detected by suffix, then by content.
    directed : bool, optional
        Whether edges are directed. None: as the file states.
    parallel_edges : {"min", "sum", "first", "keep"}, optional
        See :meth:`Graph.from_edges`. None: a .fathom file keeps its parallel edges.
    weights : bool
        Whether to read weights.
    trust : bool
        Skip the verification of checksums and bounds, for .fathom files from a trusted source.
    keep_id_gaps : bool
        Edge lists: use ids as positions; unused ids become isolated vertices.
    num_vertices : int, optional
        Edge lists: number of vertices, including isolated ones. None: the vertices that the file names or declares.
    source_column, target_column, weight_column : str or int, optional
        Tables: name of a column, or its 1-based number. None: detected by common names.
    separator : str, optional
        Tables: one ASCII character. None: detected from the first rows.
    header : bool, optional
        Tables: whether the first row names the columns. None: detected from the first rows.
    duplicates, self_loops, symmetrize, exact_weights, threads, progress
        See :meth:`Graph.from_edges`.

    Returns
    -------
    Graph

    Raises
    ------
    FileNotFoundError, IsADirectoryError
        If `path` does not exist or is a directory.
    FormatError
        If the file is malformed, with the file, line and value.
    ValueError
        If an option does not apply to the file's format.

    Warns
    -----
    ReadWarning
        For each decision that may change results: a direction that the file does not state, columns that were not read, counts that
        contradict each other.

    Examples
    --------
    >>> fathom.Graph.from_edges([0, 1], [1, 2], directed=False).save("g.fathom")
    ''
    >>> fathom.read("g.fathom").indices.tolist()
    [1, 0, 2, 1]
    """
    if separator is not None and (len(separator) != 1 or not separator.isascii()):
        raise ValueError(f"separator is {separator!r}; it must be one ASCII character")
    if num_vertices is not None and num_vertices < 0:
        raise ValueError(f"num_vertices is {num_vertices}; it cannot be negative")
    form = text_or_none(format, "format")
    columns = {"source_column": source_column, "target_column": target_column, "weight_column": weight_column}
    source, target, weight = (text_or_none(None if column is None else str(column), name) for name, column in columns.items())
    file = file_name(path)
    if not os.path.exists(file):
        hint = f"; to generate a graph, use fathom.generate.from_spec({file!r})" if _core.is_generator(file) else ""
        raise FileNotFoundError(2, "No such file" + hint, file)
    if os.path.isdir(file):
        raise IsADirectoryError(21, "Is a directory", file)
    direction = "" if directed is None else ("directed" if flag(directed, "directed") else "undirected")
    try:
        with watching(progress) as watcher:
            graph = Graph(_core.read(file, form, direction, policy(duplicates, parallel_edges), loops(self_loops),
                                    symmetrize, weights, exact_weights, trust, keep_id_gaps, -1 if num_vertices is None else num_vertices,
                                    source, target, weight, separator or "", "" if header is None else "yes" if flag(header, "header") else "no", threads, watcher))
    except ValueError as error:
        text = in_python(str(error))
        if text == str(error) or type(error) not in (ValueError, _core.FormatError):
            raise
        raise type(error)(text) from None
    warn_of(graph.receipt.notes)
    graph._loops_lost = self_loops is None and graph.receipt.self_loops_removed > 0
    return graph


__all__ = ["read"]
