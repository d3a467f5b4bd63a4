// Adjacency rows of a matrix block with light edges first, for delta-stepping.
#pragma once

#include <cstdint>

#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

struct weighted_end {
  local_vertex id = 0;  ///< row id
  edge_weight weight = 0;
};

/// By column id, with the offsets of partitioned_graph::out. The edges of a row that are lighter than the bucket width come first.
/// In a graph without weights each edge has weight 1.
struct light_first_rows {
  light_first_rows(const partitioned_graph& g, double width, int threads);

  array<weighted_end> ends;
  array<edge_offset> middles;  ///< by column id: index of the first heavy edge
};

}  // namespace fathom::ranks_engine
