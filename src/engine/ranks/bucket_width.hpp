// How wide a bucket of delta-stepping by all ranks is.
#pragma once

#include "distributed/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Of this rank's part; 0 where it has no edges.
[[nodiscard]] edge_weight heaviest_weight(const partitioned_graph& g);

/// Collective: so often the mean distance between the weights of a mean vertex, if they are spread evenly up to the largest. Never
/// 0. `heaviest`: heaviest_weight() of this rank's part, wherever that lies.
[[nodiscard]] float bucket_width(const partitioned_graph& g, edge_weight heaviest, double times);

}  // namespace fathom::ranks_engine
