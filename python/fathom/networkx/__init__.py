"""The NetworkX backend "fathom": `nx.config.backend_priority.algos = ["fathom"]`, or `backend="fathom"` in a call.

Functions have NetworkX's names, arguments and results (docs/python.md lists them); G is a graph returned by convert_from_nx().
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx

from . import (
    _bellman_ford,
    _biconnected,
    _bipartite,
    _centrality,
    _closures,
    _clustering,
    _communities,
    _components,
    _condensation,
    _cores,
    _cuts,
    _dags,
    _degrees,
    _depth_first,
    _distances,
    _forests,
    _links,
    _matrices,
    _multi_source,
    _pairs,
    _paths,
    _power,
    _predecessors,
    _reaching,
    _traversal,
)
from ._graph import BackendGraph, convert_from_nx, convert_to_nx
from ._rows import has_own_neighbours, shows_directed

_FILES: tuple[Any, ...] = (_traversal, _depth_first, _pairs, _paths, _bellman_ford, _multi_source, _predecessors, _distances, _components,
          _condensation, _cores, _clustering, _centrality, _degrees, _power, _links, _cuts, _matrices, _reaching, _biconnected,
          _forests, _dags, _closures, _bipartite, _communities)

# Functions that read the graph about once: NetworkX takes less time than the conversion (docs/performance/networkx.md), unless the
# graph was already converted.
_QUICK = {function.__name__ for file in (_traversal, _depth_first, _pairs, _bipartite) for function in file.FUNCTIONS} | {
    "all_shortest_paths", "conductance", "connected_components", "cut_size", "degree_centrality", "edge_expansion",
    "in_degree_centrality", "is_biconnected", "is_connected", "is_directed_acyclic_graph", "is_strongly_connected", "is_tree",
    "is_weakly_connected", "isolates", "k_core", "k_shell", "mixing_expansion", "node_connected_component", "normalized_cut_size",
    "number_connected_components", "number_of_isolates", "number_weakly_connected_components",
    "out_degree_centrality", "predecessor", "single_source_shortest_path", "single_source_shortest_path_length",
    "single_target_shortest_path", "single_target_shortest_path_length", "topological_generations", "topological_sort", "volume",
    "weakly_connected_components"}

# Functions that multiply sparse matrices.
_WITH_SCIPY = {function.__name__ for file in (_links, _matrices, _power) for function in file.FUNCTIONS} | {
    "generalized_degree", "square_clustering"}

_CHECKS: dict[str, Callable[..., bool | str]] = {name: check for file in _FILES for name, check in file.CAN_RUN.items()}

# Functions that NetworkX leaves to backends.
_NOT_OF_NETWORKX = {"leiden_communities", "leiden_partitions"}

# Below this number of nodes, NetworkX is faster than the overhead of a backend call.
_SMALL_GRAPH = 100


@functools.cache
def _has_scipy() -> bool:
    return importlib.util.find_spec("scipy") is not None


@functools.cache
def _known(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)


def _used(known: frozenset[str], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Remove unknown arguments that are None: newer versions of NetworkX pass arguments that this backend does not have."""
    return {name: value for name, value in kwargs.items() if name in known or value is not None}


def _for_any_version(function: Callable[..., Any]) -> Callable[..., Any]:
    known = _known(function)

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **_used(known, kwargs))

    return called


class Backend:
    """Backend object of the entry point networkx.backends."""

    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Return True, or the reason why the backend cannot run this call."""
        function = getattr(Backend, name, None)
        if function is None:
            return "fathom does not implement this function"
        if name in _WITH_SCIPY and not _has_scipy():
            return "SciPy is not installed"
        graph = args[0] if args else kwargs.get("G")
        if isinstance(graph, nx.Graph):
            if has_own_neighbours(graph):
                return f"{type(graph).__name__} overrides neighbor access"
            if shows_directed(graph):
                return "the two directions of an edge may have different attributes in an undirected view of a directed graph"
        if any(isinstance(value, Iterator) for value in (*args[1:], *kwargs.values())):
            return "an argument is an iterator, of which NetworkX would see nothing if it had to run the call"
        known = _known(function)
        used = _used(known, kwargs)
        if not known.issuperset(used):
            return f"fathom does not support the argument {', '.join(sorted(set(used) - known))}"
        check = _CHECKS.get(name)
        return check is None or check(*args, **used)

    @staticmethod
    def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Return True, or the reason why NetworkX itself should run this call."""
        graph: Any = args[0] if args else kwargs.get("G")
        if isinstance(graph, BackendGraph) or name in _NOT_OF_NETWORKX:
            return True
        if len(graph) < _SMALL_GRAPH:
            return f"converting a graph of {len(graph)} nodes takes longer than the computation"
        cache = getattr(graph, "__networkx_cache__", None) or {}
        if name in _QUICK and not cache.get("backends", {}).get("fathom"):
            return "NetworkX takes less time than converting the graph, which is not in the cache"
        return True


for _file in _FILES:
    for _function in _file.FUNCTIONS:
        setattr(Backend, _function.__name__, staticmethod(_for_any_version(_function)))
for _name, _function in _components.NAMED.items():
    setattr(Backend, _name, staticmethod(_for_any_version(_function)))

backend = Backend()

__all__ = ["Backend", "BackendGraph", "backend", "convert_from_nx", "convert_to_nx"]
