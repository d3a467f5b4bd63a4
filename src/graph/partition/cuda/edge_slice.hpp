// One process's slice of the edge list of an undirected graph, in its device's memory. Include only in files that are compiled with
// CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "fathom/types.hpp"
#include "gpu/runtime.hpp"

namespace fathom::ranks_engine {

struct device_edge_slice {
  device_edge_slice() = default;
  /// Allocates `own` edges without filling them in. Throws error_category::memory.
  device_edge_slice(std::uint64_t num_vertices, std::uint64_t num_edges, std::uint64_t own, bool with_weights,
                    const cuda::stream& s);

  std::uint64_t num_vertices = 0;  ///< of the whole graph; at most 2^32
  std::uint64_t num_edges = 0;     ///< over all slices
  bool weighted = false;           ///< the same on all processes
  cuda::buffer<uint2> edges;       ///< source and target of each
  cuda::buffer<edge_weight> weights;
};

/// The same edges as kron_slice(), generated on the current device. Throws error_category::memory.
[[nodiscard]] device_edge_slice kron_share_on_device(int scale, int edge_factor, std::uint64_t seed, bool weights, int rank,
                                                     int ranks, const cuda::stream& s);

}  // namespace fathom::ranks_engine
