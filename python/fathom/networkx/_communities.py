"""Communities and local efficiency, for the NetworkX backend."""

from __future__ import annotations

import math
import numbers
import random
from collections.abc import Callable, Hashable, ValuesView
from typing import Any

import numpy as np

from .. import _communities
from ._graph import BackendGraph
from ._paths import weight_is_name


def _sets(G: BackendGraph, found: _communities.CommunitiesResult) -> list[set[Hashable]]:
    if not len(G):
        return []
    order, ends = np.argsort(found.labels, kind="stable"), np.cumsum(np.bincount(found.labels, minlength=found.count))
    return [set(G.named(part)) for part in np.split(order, ends[:-1])]


def label_propagation_communities(G: BackendGraph) -> ValuesView[set[Hashable]]:
    return dict(enumerate(_sets(G, _communities.label_propagation(G.graph)))).values()


def louvain_communities(G: BackendGraph, weight: str | None = "weight", resolution: float = 1, threshold: float = 0.0000001,
                        max_level: int | None = None, seed: Any = None) -> list[set[Hashable]]:
    if max_level is not None and max_level <= 0:
        raise ValueError("max_level argument must be a positive integer or None")
    drawn = (random if seed is None else seed).getrandbits(64)
    return _sets(G, _communities.communities(G.summed(weight), resolution=resolution, threshold=threshold, max_levels=max_level, seed=drawn))


def local_efficiency(G: BackendGraph) -> float:
    return float(_communities.local_efficiency(G.graph).values.sum()) / len(G)


def _can_run_louvain(G: Any, weight: Any = "weight", resolution: Any = 1, threshold: Any = 0.0000001, max_level: Any = None,
                     seed: Any = None) -> bool | str:
    if G.is_directed():
        return "the graph is directed"
    if seed is not None and seed is not random._inst:  # type: ignore[attr-defined]  # the generator that stands for None
        return "a seed defines NetworkX's communities by Python's random numbers"
    if not all(isinstance(value, numbers.Real) and 0 <= float(value) < math.inf for value in (resolution, threshold)):
        return "the resolution or the threshold is not a finite number of at least 0"
    if max_level is not None and not isinstance(max_level, int):
        return "max_level is not an integer"
    return weight_is_name(weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "label_propagation_communities": lambda G: not G.is_multigraph() or "the graph is a multigraph",
    "louvain_communities": _can_run_louvain,
}
FUNCTIONS: list[Any] = [label_propagation_communities, louvain_communities, local_efficiency]
