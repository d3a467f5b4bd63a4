// Interface of shortest-path validators on one GPU: the same verdict as on the CPU, but without a description of the violation.
#pragma once

#include "bfs/validate/device_validator.hpp"
#include "fathom/sssp.hpp"

namespace fathom::validate_engine {

/// Arrays have one entry per vertex with arbitrary values, in host or device memory.
struct sssp_claim {
  vertex_id source = 0;
  const double* distances = nullptr;
  const vertex_id* predecessors = nullptr;
  double cutoff = unreachable_distance;
};

/// Holds a copy of the adjacency rows and weights on the device, and the memory of one validation.
class paths_validator {
 public:
  paths_validator() = default;
  paths_validator(const paths_validator&) = delete;
  paths_validator& operator=(const paths_validator&) = delete;
  virtual ~paths_validator() = default;

  [[nodiscard]] virtual verdict validate(const sssp_claim& claimed) = 0;
};

}  // namespace fathom::validate_engine
