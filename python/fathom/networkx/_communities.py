"""Communities and local efficiency, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable, ValuesView
from typing import Any

import numpy as np

from .. import _communities
from ._graph import BackendGraph


def label_propagation_communities(G: BackendGraph) -> ValuesView[set[Hashable]]:
    found = _communities.label_propagation(G.graph)
    order, ends = np.argsort(found.labels, kind="stable"), np.cumsum(np.bincount(found.labels, minlength=found.count))
    return {label: set(G.named(part)) for label, part in enumerate(np.split(order, ends[:-1])) if len(G)}.values()


def local_efficiency(G: BackendGraph) -> float:
    return float(_communities.local_efficiency(G.graph).values.sum()) / len(G)


CAN_RUN: dict[str, Callable[..., bool | str]] = {
    "label_propagation_communities": lambda G: not G.is_multigraph() or "the graph is a multigraph",
}
FUNCTIONS: list[Any] = [label_propagation_communities, local_efficiency]
