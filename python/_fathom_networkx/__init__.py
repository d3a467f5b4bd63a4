"""Backend information that NetworkX reads when it is imported. This module imports nothing, so that it loads fast."""

_FUNCTIONS = (
    "adamic_adar_index", "adjacency_matrix", "all_pairs_bellman_ford_path", "all_pairs_bellman_ford_path_length",
    "all_pairs_dijkstra", "all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length", "all_pairs_shortest_path",
    "all_pairs_shortest_path_length", "all_shortest_paths", "ancestors", "articulation_points", "astar_path", "astar_path_length",
    "attracting_components", "average_clustering", "average_degree_connectivity", "average_neighbor_degree",
    "average_shortest_path_length", "barycenter", "bellman_ford_path", "bellman_ford_path_length", "betweenness_centrality",
    "bfs_edges", "bfs_layers", "bfs_predecessors", "bfs_successors", "bfs_tree", "biconnected_component_edges",
    "biconnected_components", "bidirectional_shortest_path", "bridges", "center", "closeness_centrality",
    "clustering", "color", "common_neighbor_centrality", "condensation", "conductance", "connected_components", "core_number",
    "cut_size", "dag_longest_path", "dag_longest_path_length", "degree_assortativity_coefficient", "degree_centrality",
    "degree_mixing_dict", "degree_mixing_matrix", "degree_pearson_correlation_coefficient", "descendants",
    "descendants_at_distance", "dfs_edges", "dfs_postorder_nodes", "dfs_predecessors", "dfs_preorder_nodes", "dfs_successors",
    "dfs_tree", "diameter", "dijkstra_path", "dijkstra_path_length", "dijkstra_predecessor_and_distance", "eccentricity",
    "edge_betweenness_centrality", "edge_expansion", "efficiency", "eigenvector_centrality", "flow_hierarchy",
    "generalized_degree", "global_efficiency", "global_reaching_centrality", "harmonic_centrality", "has_bridges", "has_path",
    "hits", "in_degree_centrality", "is_arborescence", "is_attracting_component", "is_biconnected", "is_bipartite", "is_branching",
    "is_connected", "is_directed_acyclic_graph", "is_forest", "is_semiconnected", "is_strongly_connected", "is_tree",
    "is_weakly_connected", "isolates", "jaccard_coefficient", "johnson", "k_core", "k_corona", "k_crust", "k_shell", "k_truss",
    "katz_centrality", "label_propagation_communities", "laplacian_matrix", "leiden_communities", "leiden_partitions",
    "local_efficiency", "local_reaching_centrality", "louvain_communities", "louvain_partitions",
    "maximum_spanning_edges", "maximum_spanning_tree", "minimum_spanning_edges", "minimum_spanning_tree", "mixing_expansion",
    "modularity", "multi_source_dijkstra", "multi_source_dijkstra_path", "multi_source_dijkstra_path_length",
    "newman_betweenness_centrality", "node_connected_component", "normalized_cut_size", "normalized_laplacian_matrix", "number_attracting_components",
    "number_connected_components", "number_of_isolates", "number_strongly_connected_components",
    "number_weakly_connected_components", "onion_layers", "out_degree_centrality", "overall_reciprocity", "pagerank", "periphery",
    "predecessor", "preferential_attachment", "radius", "reciprocity", "resource_allocation_index", "rich_club_coefficient",
    "s_metric", "shortest_path", "shortest_path_length", "single_source_bellman_ford", "single_source_bellman_ford_path",
    "single_source_bellman_ford_path_length", "single_source_dijkstra", "single_source_dijkstra_path",
    "single_source_dijkstra_path_length", "single_source_shortest_path", "single_source_shortest_path_length",
    "single_target_shortest_path", "single_target_shortest_path_length", "square_clustering", "strongly_connected_components",
    "to_scipy_sparse_array", "topological_generations", "topological_sort", "transitive_closure", "transitive_reduction",
    "transitivity", "triangles", "volume", "voronoi_cells", "weakly_connected_components", "wiener_index",
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
