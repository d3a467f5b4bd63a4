"""Communities and local efficiency, for the NetworkX backend."""

from __future__ import annotations

import itertools
import math
import numbers
import random
from collections.abc import Callable, Hashable, Iterator, ValuesView
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _communities
from ._graph import BackendGraph
from ._paths import weight_is_name


def _sets(G: BackendGraph, labels: npt.NDArray[np.int32]) -> list[set[Hashable]]:
    if not len(G):
        return []
    order, ends = np.argsort(labels, kind="stable"), np.cumsum(np.bincount(labels))
    return [set(G.named(part)) for part in np.split(order, ends[:-1])]


def label_propagation_communities(G: BackendGraph) -> ValuesView[set[Hashable]]:
    return dict(enumerate(_sets(G, _communities.label_propagation(G.graph).labels))).values()


def _communities_of(G: BackendGraph, weight: str | None, max_level: int | None, seed: Any, **options: Any) -> list[set[Hashable]]:
    """The refined communities, or those of level `max_level` of the partitions, which are not."""
    if max_level is None:
        return _sets(G, _communities.communities(G.summed(weight), seed=_drawn(seed), **options).labels)
    if max_level <= 0:
        raise ValueError("max_level argument must be a positive integer or None")
    *_, last = itertools.islice(_partitions(G, weight, seed, **options), max_level)
    return last


def _drawn(seed: Any) -> int:
    return int((random if seed is None else seed).getrandbits(64))


def _partitions(G: BackendGraph, weight: str | None, seed: Any, **options: Any) -> Iterator[list[set[Hashable]]]:
    """Yield the communities of each level that differ from those before; those of single nodes if there are no levels."""
    found = _communities.communities(G.summed(weight), seed=_drawn(seed), all_levels=True, **options)
    count = -1
    for labels in found.levels or [found.labels]:
        parts = _sets(G, labels)
        if len(parts) != count:
            yield parts
        count = len(parts)


def louvain_communities(G: BackendGraph, weight: str | None = "weight", resolution: float = 1, threshold: float = 0.0000001,
                        max_level: int | None = None, seed: Any = None) -> list[set[Hashable]]:
    return _communities_of(G, weight, max_level, seed, resolution=resolution, threshold=threshold)


def louvain_partitions(G: BackendGraph, weight: str | None = "weight", resolution: float = 1, threshold: float = 0.0000001,
                       seed: Any = None) -> Iterator[list[set[Hashable]]]:
    return _partitions(G, weight, seed, resolution=resolution, threshold=threshold)


def leiden_communities(G: BackendGraph, weight: str | None = "weight", resolution: float = 1, max_level: int | None = None,
                       seed: Any = None) -> list[set[Hashable]]:
    return _communities_of(G, weight, max_level, seed, resolution=resolution, method="leiden")


def leiden_partitions(G: BackendGraph, weight: str | None = "weight", resolution: float = 1,
                      seed: Any = None) -> Iterator[list[set[Hashable]]]:
    return _partitions(G, weight, seed, resolution=resolution, method="leiden")


def local_efficiency(G: BackendGraph) -> float:
    return float(_communities.local_efficiency(G.graph).values.sum()) / len(G)


def _can_run_louvain(G: Any, weight: Any = "weight", resolution: Any = 1, threshold: Any = 0.0000001, max_level: Any = None,
                     seed: Any = None) -> bool | str:
    if seed is not None and seed is not random._inst:  # type: ignore[attr-defined]  # the generator that stands for None
        return "a seed defines NetworkX's communities by Python's random numbers"
    return _can_run_leiden(G, weight, resolution, max_level, seed, threshold)


def _can_run_louvain_partitions(G: Any, weight: Any = "weight", resolution: Any = 1, threshold: Any = 0.0000001,
                                seed: Any = None) -> bool | str:
    return _can_run_louvain(G, weight, resolution, threshold, None, seed)


def _can_run_leiden(G: Any, weight: Any = "weight", resolution: Any = 1, max_level: Any = None, seed: Any = None,
                    threshold: Any = 0) -> bool | str:
    if G.is_directed():
        return "the graph is directed"
    if not hasattr(random if seed is None else seed, "getrandbits"):
        return "the seed is not of Python's random numbers"
    if not all(isinstance(value, numbers.Real) and 0 <= float(value) < math.inf for value in (resolution, threshold)):
        return "the resolution or the threshold is not a finite number of at least 0"
    if max_level is not None and not isinstance(max_level, int):
        return "max_level is not an integer"
    return weight_is_name(weight)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "label_propagation_communities": lambda G: not G.is_multigraph() or "the graph is a multigraph",
    "louvain_communities": _can_run_louvain,
    "louvain_partitions": _can_run_louvain_partitions,
    "leiden_communities": _can_run_leiden,
    "leiden_partitions": lambda G, weight="weight", resolution=1, seed=None: _can_run_leiden(G, weight, resolution, None, seed),
}
FUNCTIONS: list[Any] = [label_propagation_communities, leiden_communities, leiden_partitions, louvain_communities,
                        louvain_partitions, local_efficiency]
