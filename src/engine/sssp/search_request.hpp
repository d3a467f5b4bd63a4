// What an engine for shortest paths is asked and what it answers. Vertices are the layout's.
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
  double delta = 0;  ///< 0: chosen, and adapted
  std::stop_token stop;
};

struct outcome {
  std::uint64_t reached = 0, edges_traversed = 0, edges_relaxed = 0, windows = 0;
  double farthest = 0, delta = 0;
  bool is_exact = true;  ///< false: sums may have been too large for the engine's distances; another has to search
};

}  // namespace fathom::sssp_engine
