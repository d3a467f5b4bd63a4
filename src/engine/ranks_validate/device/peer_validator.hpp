// Validation of searches by five rules on devices that read each other's memory, on the edges as they were generated. For files
// that are compiled only with CUDA.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cuda/runtime.hpp"
#include "distributed/vertex_blocks.hpp"
#include "engine/ranks/construct/device_share.hpp"
#include "engine/ranks_validate/rank_verdict.hpp"

namespace fathom::ranks_engine {

/// As rank_validator, of an undirected graph of 2^32 vertices at most, and with the same verdicts. Every device finds the levels of
/// the whole tree, looks at its share of the edges, and notes which predecessors it has seen an edge from.
class peer_validator {
 public:
  /// Collective. `share` and `s` have to outlive it, the current device is the rank's. Throws a rank_error on all ranks.
  peer_validator(communicator& ranks, const vertex_blocks& blocks, const device_share& share, const cuda::stream& s);
  ~peer_validator();

  /// Collective: the predecessors of this rank's block, in host memory; -1 where unreached, the source's itself.
  [[nodiscard]] rank_verdict check(global_vertex source, std::span<const std::int64_t> predecessors);
  /// Collective: likewise of shortest paths, on a share with weights.
  [[nodiscard]] rank_verdict check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const float> distances);

  /// Likewise of results in the device's memory, which the current device has there: predecessors all ones where unreached.
  [[nodiscard]] rank_verdict check_there(global_vertex source, const std::uint32_t* predecessors);
  [[nodiscard]] rank_verdict check_paths_there(global_vertex source, const std::int64_t* predecessors, const float* distances);

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::ranks_engine
