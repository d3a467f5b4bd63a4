// Connected components by union-find over a sample of the edges, then over what the sample has left.
// Sutton, Ben-Nun, Barak, "Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling", IPDPS 2018 (Afforest);
// the first links as in Jaiganesh, Burtscher, "A High-Performance Connected Components Implementation for GPUs", HPDC 2018.
#pragma once

#include <stop_token>

#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Writes to labels[0, n) the smallest vertex that each is joined to, directions ignored. Where `stop` is requested labels are
/// not complete.
void connected_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop);

/// A label that is frequent among `labels`, by looks at some of them; any where none is. n > 0.
[[nodiscard]] vertex_id frequent_label(const vertex_id* labels, vertex_id n);

}  // namespace fathom::components_engine
