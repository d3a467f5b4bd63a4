// One rank's part of the edges of an undirected graph in the memory of its device, before anything is done about them. For files
// that are compiled only with CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "cuda/runtime.hpp"
#include "fathom/types.hpp"

namespace fathom::ranks_engine {

struct device_share {
  device_share() = default;
  /// Of `own` edges, not yet there. Throws error_category::memory.
  device_share(std::uint64_t num_vertices, std::uint64_t num_edges, std::uint64_t own, bool with_weights, const cuda::stream& s);

  std::uint64_t num_vertices = 0;  ///< of the whole graph: 2^32 at most
  std::uint64_t num_edges = 0;     ///< likewise, of all shares
  bool weighted = false;           ///< likewise
  cuda::buffer<uint2> edges;       ///< source and target of each
  cuda::buffer<edge_weight> weights;
};

/// What kron_share() has, made on the current device. Throws error_category::memory.
[[nodiscard]] device_share kron_share_on_device(int scale, int edge_factor, std::uint64_t seed, bool weights, int rank, int ranks,
                                                const cuda::stream& s);

}  // namespace fathom::ranks_engine
