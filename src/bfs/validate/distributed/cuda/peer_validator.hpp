// Validation of searches by the five Graph500 rules on devices with peer access to each other's memory, against the edges as
// generated. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "bfs/validate/distributed/verdict.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/cuda/edge_slice.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {

/// Device version of rank_validator with the same verdicts, for undirected graphs with at most 2^32 vertices. Every device computes
/// the levels of the whole tree, checks its slice of the edges, and marks the vertices for which it has seen an edge from the
/// predecessor.
class peer_validator {
 public:
  /// Collective. `share` and `s` must outlive this object; the current device must be the process's. Throws a rank_error on all
  /// processes.
  peer_validator(communicator& ranks, const vertex_blocks& blocks, const device_edge_slice& share, const cuda::stream& s);
  ~peer_validator();

  /// Collective. `predecessors` are those of this process's block, in host memory: -1 if unreached, and the source is its own.
  [[nodiscard]] rank_verdict check(global_vertex source, std::span<const std::int64_t> predecessors);
  /// Collective. The same for shortest paths, on an edge slice with weights.
  [[nodiscard]] rank_verdict check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const float> distances);

  /// The same for results in the memory of the current device: predecessors are all ones if unreached.
  [[nodiscard]] rank_verdict check_on_device(global_vertex source, const std::uint32_t* predecessors);
  [[nodiscard]] rank_verdict check_paths_on_device(global_vertex source, const std::int64_t* predecessors, const float* distances);

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::ranks_engine
