// Kernel 1 on devices, the first half: the edges of each rank's own vertices, from all ranks' shares. For files that are compiled
// only with CUDA.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuda/algorithms.hpp"
#include "cuda/runtime.hpp"
#include "distributed/peer_memory.hpp"
#include "distributed/vertex_blocks.hpp"
#include "engine/ranks/construct/device_share.hpp"
#include "fathom/types.hpp"

namespace fathom::ranks_engine {

/// Rows of a rank's block of vertices by position in it, and the memory that gathering them took, for what comes next.
struct device_home_rows {
  cuda::buffer<edge_offset> starts;    ///< one more than vertices
  cuda::buffer<std::uint32_t> values;  ///< vertices, ascending in each row, without duplicates and self-loops
  cuda::buffer<edge_weight> weights;   ///< the smallest of the duplicates; empty without weights
  std::uint64_t entries = 0;
  std::uint64_t bytes_sent = 0;

  std::unique_ptr<peer_memory> mailbox;  ///< `room` entries of each rank, which the others may write
  cuda::buffer<std::uint64_t> scratch;   ///< as large
  cuda::buffer<edge_weight> scratch_weights;
  std::uint64_t room = 0;  ///< at least one, and each rank's vertices
  bool weighted = false;

  /// Weights lie behind the keys.
  [[nodiscard]] cuda::weighted_keys mailbox_of(int rank) const {
    auto* const keys = reinterpret_cast<std::uint64_t*>(mailbox->of_ranks()[static_cast<std::size_t>(rank)]);
    return {keys, weighted ? reinterpret_cast<edge_weight*>(keys + room) : nullptr};
  }
  [[nodiscard]] cuda::weighted_keys own_scratch() const { return {scratch.data(), scratch_weights.data()}; }
};

/// Collective: each edge comes to the owners of both its ends, of duplicates one. Throws a rank_error on all ranks:
/// error_category::device where the current devices do not reach each other's memory, ::memory.
[[nodiscard]] device_home_rows gather_rows_on_devices(communicator& ranks, const vertex_blocks& blocks, const device_share& share,
                                                      const cuda::stream& s);

}  // namespace fathom::ranks_engine
