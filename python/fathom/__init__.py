"""Breadth-first search and the graph algorithms built on it, on CPUs and GPUs.

>>> import fathom
>>> g = fathom.Graph.from_edges([0, 1, 2], [1, 2, 3], directed=False)
>>> fathom.bfs(g, 0).distances.tolist()
[0, 1, 2, 3]

docs/python.md is the guide. Docstrings document parameters, return values and exceptions.
"""

from . import _threads  # first: it loads the extension module
from . import _refusals, generate, report
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

# Type checkers read only a list as such. It has each name in __all__ of a module; tests/python/test_types.py compares.
__all__ = [
    "BetweennessResult", "BfsResult", "BiconnectedResult", "BipartiteResult", "Cancelled", "CentralityResult", "CommunitiesResult",
    "CompileError", "ComponentsResult", "DeviceError", "DiameterResult", "EccentricityResult", "FormatError", "Graph",
    "LocalEfficiencyResult", "MultiBfsResult", "NeighborsResult", "PagerankResult", "PartitionedGraph", "PathResult",
    "RandomWalksResult", "ReachIndex", "ReadWarning", "Receipt", "Report", "SampledNeighborsResult", "SearchProgram",
    "SearchProgramResult", "SpanningForestResult", "SsspResult", "SuperstepProgram", "SuperstepProgramResult",
    "TopologicalOrderResult", "TrianglesResult", "__version__", "articulation_points", "betweenness", "bfs",
    "biconnected_components", "bridges", "closeness", "communities", "compile_program", "compile_search", "connected_components", "core_numbers",
    "devices", "diameter", "distances", "distances_to_file", "eccentricity", "generate", "harmonic", "k_core", "k_truss",
    "label_propagation", "local_efficiency", "longest_path", "measure_energy", "modularity", "multi_bfs", "neighbor_counts", "neighbors",
    "onion_layers", "pagerank", "partition", "personalized_pagerank", "random_sources", "random_walks", "read", "read_partitioned", "report",
    "report_html", "sample_neighbors", "sampling_error", "shortest_path", "spanning_forest", "sssp",
    "strongly_connected_components", "topological_order", "transitive_reduction", "triangles", "truss_numbers", "two_coloring",
    "validate_bfs", "validate_sssp", "weakly_connected_components", "why_no_cuda",
]
