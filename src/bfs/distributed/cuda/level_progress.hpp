// State of a level in device memory. Kernels read here what varies from level to level, so that their launches can be repeated as
// a CUDA graph.
#pragma once

#include <cstdint>

#include "fathom/types.hpp"

namespace fathom::ranks_engine {

struct level_progress {
  unsigned long long inspected = 0;  ///< edges, since the search began
  /// Nanoseconds of the device's clock: begin and end of the last step, and begin of collecting its discoveries.
  unsigned long long step_began = 0, step_ended = 0, collecting_began = 0;
  std::uint32_t listed = 0;  ///< vertices of the frontier in the grid column
  hop_count level = 0;       ///< of the vertices that are collected next
};

}  // namespace fathom::ranks_engine
