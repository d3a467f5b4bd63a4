// Bucket width of distributed delta-stepping.
#pragma once

#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// The largest weight in this process's edges; 0 if it has none.
[[nodiscard]] edge_weight heaviest_weight(const partitioned_graph& g);

/// Collective. Returns `times` the mean gap between the weights at a vertex of mean degree, assuming that weights are uniform up to
/// the largest. Never 0. `heaviest` is heaviest_weight() of this process's edges, wherever they are stored.
[[nodiscard]] float bucket_width(const partitioned_graph& g, edge_weight heaviest, double times);

}  // namespace fathom::ranks_engine
