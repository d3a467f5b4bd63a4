// Common base of the BFS engines on a CUDA device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>
#include <memory>

#include "bfs/cuda/results.hpp"
#include "bfs/cuda/searcher.hpp"
#include "gpu/runtime.hpp"

namespace fathom::bfs_engine {

struct cuda_engine {
  cuda_engine(const layout& l, const bfs_options& options) : results(l, options, stream) {}
  cuda_engine(const cuda_engine&) = delete;
  cuda_engine& operator=(const cuda_engine&) = delete;
  virtual ~cuda_engine() = default;

  /// Searches into results.distances() and results.predecessors(), lets `results` finalize them, and sets the device times.
  virtual outcome run(const request& r) = 0;
  virtual std::uint64_t edges_out_of_reached() = 0;

  cuda::stream stream;  // first, so that stream-ordered allocations are freed before it
  cuda_results results;
  double seconds_search = 0, seconds_map_back = 0;
  std::uint64_t planned_bytes = 0;
};

/// Width of row offsets: 32 bits take less memory and time. Only graphs of more than 2^32 edges need 64 bits, which tests also
/// request.
enum class edge_positions { narrow_where_they_fit, wide };

/// Blocks that search a small graph with narrow offsets: one cluster, which takes less time, or the grid, which tests request.
enum class small_graphs { by_cluster, by_grid };

/// Engine that runs the whole search in one kernel (resident_engine.cuh), for the current device.
[[nodiscard]] std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options,
                                                                edge_positions positions = edge_positions::narrow_where_they_fit,
                                                                small_graphs small = small_graphs::by_cluster);

}  // namespace fathom::bfs_engine
