"""Backend information that NetworkX reads when it is imported. This module imports nothing, so that it loads fast."""

_FUNCTIONS = (
    "adamic_adar_index", "adjacency_matrix", "all_pairs_bellman_ford_path", "all_pairs_bellman_ford_path_length",
    "all_pairs_dijkstra", "all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length", "all_pairs_shortest_path",
    "all_pairs_shortest_path_length", "ancestors", "articulation_points", "average_clustering",
    "average_shortest_path_length", "barycenter", "betweenness_centrality", "bfs_edges", "bfs_layers", "bfs_predecessors",
    "bfs_successors", "bfs_tree", "biconnected_component_edges", "biconnected_components", "bidirectional_shortest_path",
    "bridges", "center", "closeness_centrality", "clustering", "connected_components", "core_number", "dag_longest_path",
    "dag_longest_path_length", "descendants", "descendants_at_distance", "diameter", "dijkstra_path", "dijkstra_path_length",
    "eccentricity", "edge_betweenness_centrality", "global_efficiency", "harmonic_centrality", "has_bridges",
    "has_path", "is_biconnected", "is_connected", "is_directed_acyclic_graph", "is_strongly_connected",
    "is_weakly_connected", "maximum_spanning_edges", "maximum_spanning_tree", "minimum_spanning_edges",
    "minimum_spanning_tree", "node_connected_component", "number_connected_components",
    "number_strongly_connected_components", "number_weakly_connected_components", "pagerank", "periphery", "radius",
    "shortest_path", "shortest_path_length", "single_source_dijkstra", "single_source_dijkstra_path",
    "single_source_dijkstra_path_length", "single_source_shortest_path", "single_source_shortest_path_length",
    "single_target_shortest_path", "single_target_shortest_path_length", "strongly_connected_components",
    "topological_generations", "topological_sort", "transitivity", "triangles", "weakly_connected_components",
    "wiener_index",
)

_NOTES = {
    "all_pairs_shortest_path_length": "Dictionaries are filled when they are listed or changed; orjson, which reads their storage, needs dict() around them.",
}


def get_info() -> dict[str, object]:
    """Return the data of the entry point networkx.backend_info."""
    return {
        "backend_name": "fathom",
        "project": "fathom",
        "package": "fathom",
        "short_summary": "Breadth-first search and the graph algorithms built on it, on all CPU cores or a GPU.",
        "functions": {name: ({"additional_docs": _NOTES[name]} if name in _NOTES else {}) for name in _FUNCTIONS},
    }
