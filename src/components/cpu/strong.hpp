// Strongly connected components on the CPU: vertices without in-edges or out-edges, then the giant component by one parallel
// forward and one parallel backward search, then trimming of vertices without open in-neighbors or without open out-neighbors where
// that pays, then serial depth-first search for the rest. Fleischer, Hendrickson, Pinar, "On Identifying Strongly Connected
// Components in Parallel", IPDPS Workshops 2000; McLendon, Hendrickson, Plimpton, Rauchwerger, "Finding Strongly Connected
// Components in Distributed Graphs", JPDC 65(8), 2005 (trimming).
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Writes to labels[0, n) the smallest vertex of each vertex's component. Without in-edges, depth-first search finds all
/// components. Labels are incomplete if `stop` is requested.
void strong_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop);

/// The same for the vertices whose label is no_vertex; the components of all others must be complete.
void strong_rest_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop);

/// The labels of `open`, ascending vertices whose components have no other vertices: one per entry. Reads only their rows, so that
/// a few vertices take little time in a large graph. Incomplete if `stop` is requested.
[[nodiscard]] std::vector<vertex_id> strong_among_cpu(const graph_view& g, std::span<const vertex_id> open,
                                                      const std::stop_token& stop);

}  // namespace fathom::components_engine
