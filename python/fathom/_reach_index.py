"""Index of the distances up to k hops."""

from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _options
from ._graph import Graph
from ._names import Names
from ._progress import Progress, watching
from ._refusals import file_name


class ReachIndex:
    """Index of the distances up to k hops from selected vertices to all others. A query is one table lookup.

    Create it with :meth:`build` or :meth:`load`. Queries are thread-safe.
    """

    __slots__ = ("_core", "_names")

    def __init__(self, held: _core.ReachIndex | None = None, names: Names | None = None) -> None:
        if not isinstance(held, _core.ReachIndex):
            raise TypeError("ReachIndex cannot be constructed directly; use ReachIndex.build(graph, vertices, k) or ReachIndex.load(path)")
        self._core = held
        self._names = names or Names(held.num_vertices)

    @classmethod
    def build(cls, graph: Graph, vertices: Any, k: int, *, device: str = "auto", threads: int = 0,
              progress: Progress = None) -> ReachIndex:
        """Build an index by searching k levels from each of `vertices`.

        Parameters
        ----------
        vertices : sequence of vertices
            The possible sources of queries. "all": every vertex.
        k : int
            Largest distance.
        graph, device, threads, progress
            See :func:`bfs`.

        Returns
        -------
        ReachIndex

        Raises
        ------
        ValueError, IndexError, KeyError, DeviceError, MemoryError
            See :func:`bfs`.

        Examples
        --------
        >>> index = fathom.ReachIndex.build(fathom.generate.path(6), [0, 3], k=2)
        >>> index.hops(0, 2), index.hops(0, 3), index.reaches(3, [1, 5]).tolist()
        (2, -1, [True, True])
        """
        g = _options.graph_of(graph)
        with watching(progress) as watcher:
            return cls(_core.build_reach_index(g._core, _options.vertices(g, vertices, "vertices"), _options.limit(k, "k"), device,
                                               threads, watcher), g._names)

    @classmethod
    def load(cls, path: str | os.PathLike[str], graph: Graph | None = None, *, trust: bool = False) -> ReachIndex:
        """Memory-map an index file written by :meth:`save`.

        Parameters
        ----------
        path : path-like
        graph : Graph, optional
            Graph of the index, whose names identify vertices. None: vertices are identified by position.
        trust : bool
            Skip the verification of the file, if it is from a trusted source.

        Returns
        -------
        ReachIndex

        Raises
        ------
        FileNotFoundError
            If `path` does not exist.
        FormatError
            If the file is damaged or belongs to a graph other than `graph`.

        Examples
        --------
        >>> g = fathom.generate.path(6)
        >>> fathom.ReachIndex.build(g, [0], k=2).save("path.reach")
        >>> fathom.ReachIndex.load("path.reach", g).hops(0, [1, 2, 3]).tolist()
        [1, 2, -1]
        """
        file = file_name(path)
        if not os.path.exists(file):
            raise FileNotFoundError(2, "No such file", file)
        return cls(_core.load_reach_index(file, None if graph is None else graph._core, trust), None if graph is None else graph._names)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the index to a file in the format of docs/reach-format.md. Raises OSError if it cannot be written.

        Examples
        --------
        >>> fathom.ReachIndex.build(fathom.generate.path(6), [0], k=2).save("saved.reach")
        >>> fathom.ReachIndex.load("saved.reach").reaches(0, 2)
        True
        """
        self._core.save(file_name(path))

    def hops(self, source: Any, target: Any) -> Any:
        """Return the number of hops from a selected vertex to any vertex.

        Parameters
        ----------
        source, target : vertex or array of vertices
            Arrays are broadcast against each other.

        Returns
        -------
        int or ndarray of int32
            0 to k; -1 if the distance is greater than k.

        Raises
        ------
        ValueError
            If a source was not selected.
        IndexError
            If a vertex number is outside the graph.
        KeyError
            If a vertex is not a name, in a graph with names.

        Examples
        --------
        >>> index = fathom.ReachIndex.build(fathom.generate.path(6), "all", k=3)
        >>> index.hops(0, 2), index.hops([0, 1], 5).tolist()
        (2, [-1, -1])
        """
        names = self._names
        if names.knows(source) and names.knows(target):
            return self._core.hops(names.position(source), names.position(target))
        pairs = np.broadcast_arrays(*(np.asarray(names.position(v) if names.knows(v) else names.positions_like(v, argument))
                                      for v, argument in ((source, "source"), (target, "target"))))
        return self._core.hops_of_pairs(*(np.ascontiguousarray(p.reshape(-1)) for p in pairs)).reshape(pairs[0].shape)

    def reaches(self, source: Any, target: Any) -> Any:
        """Return whether `target` is within k hops of `source`, elementwise for arrays; see :meth:`hops`.

        Examples
        --------
        >>> fathom.ReachIndex.build(fathom.generate.path(6), "all", k=3).reaches(1, [3, 5]).tolist()
        [True, False]
        """
        found = self.hops(source, target)
        return found >= 0

    @property
    def k(self) -> int:
        """Largest distance in the index."""
        return self._core.k

    @property
    def selected(self) -> npt.NDArray[Any]:
        """Names of the selected vertices, in the order of Graph.nodes."""
        return self._names.named(self._core.selected)

    @property
    def nbytes(self) -> int:
        """Size of the index in bytes."""
        return self._core.nbytes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the content of the index's file, and the names of the vertices."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "index.reach")
            self.save(path)
            return _restore_index, (path.read_bytes(), self._names)

    def __repr__(self) -> str:
        return f"<fathom.ReachIndex: {self.selected.size:,} of {self._core.num_vertices:,} vertices, k = {self.k}, {self.nbytes:,} bytes>"


def _restore_index(content: bytes, names: Names) -> ReachIndex:
    with tempfile.TemporaryDirectory() as folder:  # the mapped file remains readable when its name is gone
        path = pathlib.Path(folder, "index.reach")
        path.write_bytes(content)
        return ReachIndex(_core.load_reach_index(str(path), None, True), names)


__all__ = ["ReachIndex"]
