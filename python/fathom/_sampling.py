"""Random walks and sampled neighborhoods, for learning on graphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays, _core, _options
from ._graph import Graph
from ._names import Names
from ._progress import Progress, watching
from ._refusals import flag, integer, number, place
from ._seed import SEED
from .report import Report

_MOST = 0xFFFFFFFF


def _positive(value: Any, name: str) -> int:
    wanted = integer(value, name)
    if not 1 <= wanted <= _MOST:
        raise ValueError(f"{name} is {wanted}; use a number from 1 to {_MOST}")
    return wanted


@dataclass(frozen=True, eq=False)
class RandomWalksResult:
    """Result of :func:`random_walks`."""

    walks: npt.NDArray[np.int32]
    """Shape (k * walks_per_source, length + 1): positions of the vertices of each walk; -1 after its end.

    Row i * walks_per_source + j is walk j from sources[i]. On the GPU if `keep_on_device` was set.
    """
    report: Report
    """Report of the walks."""
    names: Names = field(repr=False)
    """Names of the graph's vertices."""

    def walk(self, i: int) -> list[Any]:
        """Return the names of the vertices of walk `i`, up to its end. Raises IndexError if there is no such walk.

        Examples
        --------
        >>> g = fathom.Graph.from_edges(["a", "b"], ["b", "c"])
        >>> fathom.random_walks(g, ["a"], length=5).walk(0)
        ['a', 'b', 'c']
        """
        walks = _arrays.host(self.walks, "walks")
        walk = walks[place(i, len(walks), "walk")]
        return [self.names.name(v) for v in walk[walk >= 0].tolist()]


def random_walks(graph: Graph, sources: Any = None, length: int = 80, *, walks_per_source: int = 1, p: float = 1.0, q: float = 1.0,
                 weighted: bool = False, seed: int = SEED, keep_on_device: bool = False, device: str = "cpu", threads: int = 0,
                 progress: Progress = None) -> RandomWalksResult:
    """Make random walks along out-edges from each of `sources`: uniform, weighted, or those of node2vec.

    The walks depend on `seed`, and not on `device` and `threads`. They follow self-loops, as in :func:`pagerank`.

    Parameters
    ----------
    sources : sequence of k vertices, optional
        All vertices by default. A vertex that is listed several times has walks of its own for each entry.
    length : int
        Edges per walk. A walk ends early at a vertex without an edge to follow.
    walks_per_source : int
        Walks from each source.
    p : float
        Return parameter of node2vec, positive: an edge back to the previous vertex has 1/p times its weight.
    q : float
        In-out parameter of node2vec, positive: an edge to a vertex that is neither the previous one nor the target of one of its
        out-edges has 1/q times its weight.
    weighted : bool
        Choose edges in proportion to their weights, which must not be negative, instead of uniformly. This makes tables of 8 bytes
        per edge on every call.
    seed : int
        Use another seed for other walks.
    keep_on_device : bool
        Leave the walks on the GPU: as a CuPy array if CuPy is installed, otherwise as an object with `__dlpack__()`.
    device : str
        "cpu", "cuda", "cuda:1" or "auto". The first call on a GPU copies the graph to it. Tables of weights are made on the CPU.
    graph, threads, progress
        See :func:`bfs`.

    Returns
    -------
    RandomWalksResult

    Raises
    ------
    FormatError
        If a weight is negative and `weighted` is set; the message names the edge. A subclass of ValueError.
    ValueError, IndexError, KeyError, MemoryError, KeyboardInterrupt
        See :func:`bfs`. The memory of the result is checked before it is allocated.

    Examples
    --------
    >>> g = fathom.Graph.from_edges(["a", "b", "c"], ["b", "c", "d"], directed=True)
    >>> found = fathom.random_walks(g, ["b", "a"], length=3)
    >>> found.walks.tolist()
    [[1, 2, 3, -1], [0, 1, 2, 3]]
    >>> found.walk(0)
    ['b', 'c', 'd']
    >>> fathom.random_walks(g, length=10, walks_per_source=5, p=0.5, q=2).walks.shape
    (20, 11)
    """
    g = _options.graph_with_loops(graph, "random_walks")
    listed = _options.vertices(g, sources, "sources")
    with watching(progress) as watcher:
        walks, report = _core.random_walks(g._core, listed, _positive(length, "length"), _positive(walks_per_source, "walks_per_source"),
                                           number(p, "p"), number(q, "q"), flag(weighted, "weighted"), seed, flag(keep_on_device, "keep_on_device"), device,
                                           threads, watcher)
    return RandomWalksResult(_arrays.from_core(walks), Report(report), g._names)


@dataclass(frozen=True, eq=False)
class SampledNeighborsResult:
    """Result of :func:`sample_neighbors`: a subgraph whose vertices have local ids, which are positions in `nodes`."""

    nodes: npt.NDArray[np.int32]
    """Positions in Graph.nodes of the sampled vertices: the sources, then others in the order of their first edge.

    This and the other arrays are on the GPU if `keep_on_device` was set.
    """
    rows: npt.NDArray[np.int32]
    """One entry per edge: local id of the vertex whose neighbors were sampled."""
    columns: npt.NDArray[np.int32]
    """One entry per edge: local id of the sampled neighbor."""
    edges: npt.NDArray[np.int64]
    """One entry per edge: its position in Graph.indices, and so the index of its features."""
    num_sampled_nodes: list[int]
    """Number of sources, then of vertices that each hop added."""
    num_sampled_edges: list[int]
    """Number of edges of each hop."""
    report: Report
    """Report of the run."""
    names: Names = field(repr=False)
    """Names of the graph's vertices."""

    @property
    def node_names(self) -> npt.NDArray[Any]:
        """Names of the vertices in `nodes`."""
        return self.names.named(_arrays.host(self.nodes, "nodes"))


def sample_neighbors(graph: Graph, sources: Any, fanouts: Sequence[int], *, replace: bool = False, seed: int = SEED,
                     keep_on_device: bool = False, device: str = "cpu", threads: int = 0,
                     progress: Progress = None) -> SampledNeighborsResult:
    """Sample the neighborhood of some vertices hop by hop, as a mini-batch for a graph neural network.

    Hop h samples fanouts[h] out-edges of each vertex that the hop before added, beginning with the sources. Each vertex is sampled
    once. On the CPU, time and memory are in proportion to the sample, whatever the size of the graph. The sample depends on `seed`,
    and not on `device` and `threads`; use another seed for each batch and epoch. Self-loops count, as in :func:`pagerank`.
    docs/how-to/graph-learning.md shows a loader.

    Parameters
    ----------
    sources : sequence of k vertices
        Distinct vertices, the first k of the result.
    fanouts : sequence of int
        Out-edges per vertex of each hop; -1 for all.
    replace : bool
        Draw edges independently, so that an edge may occur several times, instead of choosing distinct edges.
    seed : int
        Use another seed for another sample.
    keep_on_device : bool
        Leave the arrays on the GPU: as CuPy arrays if CuPy is installed, otherwise as objects with `__dlpack__()`.
    device : str
        "cpu", "cuda", "cuda:1" or "auto". The first call on a GPU copies the graph to it.
    graph, threads, progress
        See :func:`bfs`. To sample in-edges, pass ``graph.reverse()``.

    Returns
    -------
    SampledNeighborsResult

    Raises
    ------
    ValueError
        If a fanout is 0 or below -1, or if a source occurs twice.
    IndexError, KeyError, MemoryError, KeyboardInterrupt
        See :func:`bfs`.

    Examples
    --------
    >>> g = fathom.Graph.from_edges([0, 0, 1, 3], [1, 3, 4, 5], directed=False)
    >>> batch = fathom.sample_neighbors(g, [0], fanouts=[-1, 1])
    >>> batch.nodes[: batch.num_sampled_nodes[0]].tolist()
    [0]
    >>> batch.num_sampled_edges
    [2, 2]
    >>> bool((g.indices[batch.edges] == batch.nodes[batch.columns]).all())
    True
    """
    g = _options.graph_with_loops(graph, "sample_neighbors")
    listed = _options.vertices(g, sources, "sources")
    if not isinstance(fanouts, Iterable) or isinstance(fanouts, (str, bytes)):
        raise TypeError(f"fanouts is {fanouts!r}; use a list with one number per hop, such as [15, 10]")
    wanted = np.array([integer(fanout, "an entry of fanouts") for fanout in fanouts], np.int64)
    with watching(progress) as watcher:
        nodes, rows, columns, edges, per_hop, edges_per_hop, report = _core.sample_neighbors(g._core, listed, wanted, flag(replace, "replace"), seed,
                                                                                             flag(keep_on_device, "keep_on_device"), device,
                                                                                             threads, watcher)
    nodes, rows, columns, edges = (_arrays.from_core(part) for part in (nodes, rows, columns, edges))
    return SampledNeighborsResult(nodes, rows, columns, edges, per_hop.tolist(), edges_per_hop.tolist(), Report(report), g._names)


__all__ = ["RandomWalksResult", "SampledNeighborsResult", "random_walks", "sample_neighbors"]
