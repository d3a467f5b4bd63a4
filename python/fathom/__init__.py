"""Breadth-first search and the graph algorithms built on it, on CPUs and GPUs.

>>> import fathom
>>> g = fathom.Graph.from_edges([0, 1, 2], [1, 2, 3], directed=False)
>>> fathom.bfs(g, 0).distances.tolist()
[0, 1, 2, 3]

docs/python.md is the guide. Docstrings document parameters, return values and exceptions.
"""

from . import _threads  # first: it loads the extension module
from . import (
    _biconnected, _bipartite, _centrality, _cohesion, _communities, _components, _dags, _devices, _eccentricity, _forests,
    _multi_bfs, _neighbors, _pagerank, _pages, _pairs, _partitioned, _programs, _reach_index, _read, _refusals, _sampling,
    _searches, _validation, generate, report,
)
from ._biconnected import *
from ._bipartite import *
from ._centrality import *
from ._cohesion import *
from ._communities import *
from ._components import *
from ._core import Cancelled, DeviceError, FormatError, __version__
from ._dags import *
from ._devices import *
from ._eccentricity import *
from ._forests import *
from ._graph import Graph
from ._multi_bfs import *
from ._neighbors import *
from ._notes import ReadWarning
from ._pagerank import *
from ._pages import *
from ._pairs import *
from ._partitioned import *
from ._programs import *
from ._reach_index import *
from ._read import *
from ._sampling import *
from ._searches import *
from ._validation import *
from .report import Receipt, Report

_refusals.explain_refusals(_threads._core)

# A function is public if its module lists it. Type checkers read sums of lists, but no loops.
__all__ = ["Cancelled", "DeviceError", "FormatError", "Graph", "ReadWarning", "Receipt", "Report", "__version__", "generate", "report"]
__all__ += _biconnected.__all__
__all__ += _bipartite.__all__
__all__ += _centrality.__all__
__all__ += _cohesion.__all__
__all__ += _communities.__all__
__all__ += _components.__all__
__all__ += _dags.__all__
__all__ += _devices.__all__
__all__ += _eccentricity.__all__
__all__ += _forests.__all__
__all__ += _multi_bfs.__all__
__all__ += _neighbors.__all__
__all__ += _pagerank.__all__
__all__ += _pages.__all__
__all__ += _pairs.__all__
__all__ += _partitioned.__all__
__all__ += _programs.__all__
__all__ += _reach_index.__all__
__all__ += _read.__all__
__all__ += _sampling.__all__
__all__ += _searches.__all__
__all__ += _validation.__all__
