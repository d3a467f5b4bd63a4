// Request and outcome of a shortest-path engine. Vertices are in the layout's ids.
#pragma once

#include <cstdint>
#include <stop_token>

#include "fathom/sssp.hpp"
#include "fathom/types.hpp"

namespace fathom::sssp_engine {

struct request {
  vertex_id source = 0;
  vertex_id target = no_vertex;
  double cutoff = unreachable_distance;
  double delta = 0;  ///< 0: chosen and adapted automatically
  std::stop_token stop;
};

struct outcome {
  std::uint64_t reached = 0, edges_traversed = 0, edges_relaxed = 0, windows = 0;
  double farthest = 0, delta = 0;
  bool is_exact = true;  ///< false: sums may have overflowed the engine's distance type, so that another engine must search
};

}  // namespace fathom::sssp_engine
