// How wide a bucket of delta-stepping by all ranks is.
#pragma once

#include "distributed/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Collective: so often the mean distance between the weights of a mean vertex, if they are spread evenly up to the largest. Never
/// 0.
[[nodiscard]] float bucket_width(const partitioned_graph& g, double times);

}  // namespace fathom::ranks_engine
