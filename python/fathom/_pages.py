"""Page about a graph, the same as that of `fathom report`."""

from __future__ import annotations

import datetime
import os
import platform
from typing import Any

from . import _core, _options
from ._devices import devices
from ._graph import Graph
from ._progress import Progress, watching
from ._refusals import output_file, text_or_none
from ._seed import SEED

_NUM_SOURCES = 16  # the number that `fathom report` draws


def report_html(graph: Graph, file: str | os.PathLike[str], *, sources: Any = None, seed: int = SEED, title: str | None = None,
                device: str = "auto", threads: int = 0, progress: Progress = None) -> None:
    """Write a self-contained HTML page about a graph: its structure, its distances and one search, with charts.

    The page is that of the command `fathom report`: degree distribution with a fitted tail, distances, component sizes, core numbers,
    clustering by degree, the search level by level, its speed below the measured ceilings of the CPU, and the receipt.

    Parameters
    ----------
    graph : Graph
    file : path-like
        File of the page; replaced if it exists.
    sources : sequence of vertices, optional
        Sources of the distances; the first is that of the search. None: 16 random ones, or none in a graph without edges.
    seed : int
        Seed of random sources.
    title : str, optional
        Name of the graph on the page. None: "graph".
    device, threads, progress
        See :func:`bfs`.

    Raises
    ------
    IndexError, KeyError
        If a source is not a vertex of the graph.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> fathom.report_html(fathom.generate.kron(6), "graph.html", title="kron:6")  # doctest: +SKIP
    """
    g, file, name = _options.graph_of(graph), output_file(file), text_or_none(title, "title") or "graph"
    if sources is None:
        # A self-loop is no way to another vertex.
        has_edges = g.num_edges > g.properties.self_loops
        starts = _core.random_sources(g._core, _NUM_SOURCES, seed) if has_edges else _options.vertices(g, [], "sources")
        described = f"random sources (seed {seed})"
    else:
        starts = _options.vertices(g, sources, "sources")
        described = "named sources"
    facts = [("fathom", _core.__version__), ("Python", platform.python_version()), ("system", platform.platform()),
             *((one.device, one.name) for one in devices()),
             ("started", datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")), ("seed", str(seed))]
    chosen = "" if sources is None else ", sources=sources"
    call = f"fathom.report_html(graph, {file!r}{chosen}, seed={seed}, device={device!r}, threads={threads})"
    with watching(progress) as watcher:
        page = _core.study_page(g._core, name, starts, described, call, facts, device, threads, watcher)
    with open(file, "w", encoding="utf-8") as out:
        out.write(page)


__all__ = ["report_html"]
