// Rows of a rank's block with weights, cut in two for delta-stepping.
#pragma once

#include <cstdint>

#include "distributed/partitioned_graph.hpp"

namespace fathom::ranks_engine {

struct weighted_end {
  local_vertex id = 0;  ///< row id
  edge_weight weight = 0;
};

/// By column id, where `out` of the partitioned graph has them; the edges of a row below a width come first.
struct light_first_rows {
  light_first_rows(const partitioned_graph& g, edge_weight width, int threads);

  array<weighted_end> ends;
  array<edge_offset> middles;  ///< by column id: the first that is not
};

}  // namespace fathom::ranks_engine
