// Shortest-path validator on one CUDA device: the same verdict as on the CPU, but without a description of the violation.
#pragma once

#include <cstdint>
#include <memory>

#include "bfs/validate/cuda/validate.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
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
  /// Throws error_category::memory if the device has too little memory, before allocating anything; ::device.
  paths_validator(const graph& g, device where);
  ~paths_validator();
  paths_validator(const paths_validator&) = delete;
  paths_validator& operator=(const paths_validator&) = delete;

  [[nodiscard]] verdict validate(const sssp_claim& claimed);

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::validate_engine
