// Outcome of peeling on a GPU, as the entry point sees it.
#pragma once

#include <cstdint>

namespace fathom::cores_engine {

struct peel_outcome {
  double seconds = 0;  ///< device time
  std::uint64_t levels = 0, phases = 0;
};

}  // namespace fathom::cores_engine
