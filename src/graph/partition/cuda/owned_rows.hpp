// Graph500 kernel 1 on devices, first half: gathering the edges of each process's own vertices from all edge slices. Include only
// in files that are compiled with CUDA.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "comm/peer_memory.hpp"
#include "fathom/types.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/cuda/edge_slice.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {

/// Adjacency rows of a process's block of vertices, by position in the block, together with scratch memory that the next step
/// reuses.
struct device_owned_rows {
  cuda::buffer<edge_offset> starts;    ///< one more than vertices
  cuda::buffer<std::uint32_t> values;  ///< vertices, ascending in each row, without duplicates and self-loops
  cuda::buffer<edge_weight> weights;   ///< the smallest among duplicates; empty without weights
  std::uint64_t entries = 0;
  std::uint64_t bytes_sent = 0;

  std::unique_ptr<peer_memory> mailbox;  ///< `room` entries per process, writable by the others
  cuda::buffer<std::uint64_t> scratch;   ///< of the same size
  cuda::buffer<edge_weight> scratch_weights;
  std::uint64_t room = 0;  ///< entries; at least 1, and at least the largest block's number of vertices
  bool weighted = false;

  /// Weights are stored after the keys.
  [[nodiscard]] cuda::weighted_keys mailbox_of(int rank) const {
    auto* const keys = reinterpret_cast<std::uint64_t*>(mailbox->of_ranks()[static_cast<std::size_t>(rank)]);
    return {keys, weighted ? reinterpret_cast<edge_weight*>(keys + room) : nullptr};
  }
  [[nodiscard]] cuda::weighted_keys own_scratch() const { return {scratch.data(), scratch_weights.data()}; }
};

/// Collective. Sends each edge to the owners of both endpoints and removes duplicates. Throws a rank_error on all processes:
/// error_category::device if the current devices cannot access each other's memory, ::memory.
[[nodiscard]] device_owned_rows gather_rows_on_devices(communicator& ranks, const vertex_blocks& blocks,
                                                       const device_edge_slice& share, const cuda::stream& s);

}  // namespace fathom::ranks_engine
