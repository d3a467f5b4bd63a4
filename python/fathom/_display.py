"""Texts and tables that describe a graph, for prompts and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._graph import Graph


def line_of(graph: Graph, edges_once: int) -> str:
    """Return the repr() of a graph; an undirected edge counts once in `edges_once`."""
    kind = "directed" if graph.directed else "undirected"
    weights = ", weighted" if graph.weighted else ""
    directed = _counted(graph.num_edges, "directed edge")
    edges = directed if graph.directed else f"{_counted(edges_once, 'edge')} ({graph.num_edges:,} directed)"
    return f"<fathom.Graph: {kind}{weights}, {_counted(graph.num_vertices, 'vertex', 'vertices')}, {edges}, {_megabytes(graph.nbytes)}>"


def table_of(graph: Graph, edges_once: int) -> str:
    """Return the HTML table of a graph that notebooks show."""
    rows = {"vertices": f"{graph.num_vertices:,}", "edges": f"{edges_once:,}", "stored directed edges": f"{graph.num_edges:,}",
            "weights": "none" if graph.weights is None else str(graph.weights.dtype), "memory": _megabytes(graph.nbytes)}
    cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows.items())
    return f"<table><caption>fathom.Graph, {'directed' if graph.directed else 'undirected'}</caption>{cells}</table>"


def _counted(count: int, one: str, more: str = "") -> str:
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 1e5 else f"{count:,} bytes"
