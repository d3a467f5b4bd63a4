// Strongly connected components: the giant one by a search forward and one backward, which all threads share; what has no way in or
// no way out after that is alone; one depth-first walk finds the rest.
// Fleischer, Hendrickson, Pinar, "On Identifying Strongly Connected Components in Parallel", IPDPS Workshops 2000; McLendon,
// Hendrickson, Plimpton, Rauchwerger, "Finding Strongly Connected Components in Distributed Graphs", JPDC 65(8), 2005 (trimming).
#pragma once

#include <stop_token>

#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Writes to labels[0, n) the smallest vertex of each one's component. Without in-edges the walk finds all. Where `stop` is
/// requested labels are not complete.
void strong_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop);

/// Likewise for the vertices that have no_vertex as their label; the others' components are complete.
void strong_rest_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop);

}  // namespace fathom::components_engine
