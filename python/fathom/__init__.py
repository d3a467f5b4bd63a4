"""Breadth-first search and the graph algorithms built on it, on CPUs and GPUs.

>>> import fathom
>>> g = fathom.Graph.from_edges([0, 1, 2], [1, 2, 3], directed=False)
>>> fathom.bfs(g, 0).distances.tolist()
[0, 1, 2, 3]

docs/python.md is the guide. Docstrings document parameters, return values and exceptions.
"""

from . import (  # _threads must come first: it loads the extension module
    _threads,
    _centrality,
    _cohesion,
    _devices,
    _programs,
    _searches,
    _structure,
    generate,
    report,
)
from ._centrality import *
from ._cohesion import *
from ._core import Cancelled, DeviceError, FormatError, __version__
from ._devices import *
from ._graph import Graph, read
from ._notes import ReadWarning
from ._plots import report_html
from ._programs import *
from ._searches import *
from ._structure import *
from .report import Receipt, Report

# Each name in __all__ of a module is public.
__all__ = ["Cancelled", "DeviceError", "FormatError", "Graph", "ReadWarning", "Receipt", "Report", "__version__", "generate", "read",
           "report", "report_html"]
__all__ += _centrality.__all__
__all__ += _cohesion.__all__
__all__ += _devices.__all__
__all__ += _programs.__all__
__all__ += _searches.__all__
__all__ += _structure.__all__
