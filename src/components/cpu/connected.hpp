// Connected components on the CPU. In a graph with short paths, one search from the vertex of highest degree discovers the giant
// component, and union-find joins the other vertices. Else: union-find over a sample of the edges, then over the remaining edges.
// Sutton, Ben-Nun, Barak, "Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling", IPDPS 2018 (Afforest);
// the first links as in Jaiganesh, Burtscher, "A High-Performance Connected Components Implementation for GPUs", HPDC 2018.
#pragma once

#include <stop_token>

#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Writes to labels[0, n) the smallest vertex of each vertex's component, ignoring directions. Labels are incomplete if `stop` is
/// requested. Returns a description of the steps, for reports.
const char* connected_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop);

/// The most frequent label of a sample of `labels`, or any label if none is frequent. n > 0.
[[nodiscard]] vertex_id frequent_label(const vertex_id* labels, vertex_id n);

}  // namespace fathom::components_engine
