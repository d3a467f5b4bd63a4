"""Two-colorings of bipartite graphs, for the NetworkX backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np

from .. import _bipartite
from ._graph import BackendGraph


def is_bipartite(G: BackendGraph) -> bool:
    return _bipartite.two_coloring(G.graph).bipartite


def color(G: BackendGraph) -> dict[Hashable, int]:
    colors = _bipartite.two_coloring(G.graph).colors
    if colors is None:
        raise nx.NetworkXError("Graph is not bipartite.")
    connected = np.zeros(len(G), bool)
    connected[G.indices] = connected[G.rows] = True
    return G.by_node(np.where(connected, 1 - colors, 0))  # NetworkX begins with color 1, and isolated nodes have 0


CAN_RUN: dict[str, Callable[..., bool | str]] = {}
FUNCTIONS: list[Any] = [is_bipartite, color]
