// What the engines on a CUDA device have in common. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>
#include <memory>

#include "cuda/runtime.hpp"
#include "engine/bfs/bfs_cuda.hpp"
#include "engine/bfs/cuda_results.hpp"

namespace fathom::bfs_engine {

struct cuda_engine {
  cuda_engine(const layout& l, const cuda_plan& plan) : results(l, plan, stream) {}
  cuda_engine(const cuda_engine&) = delete;
  cuda_engine& operator=(const cuda_engine&) = delete;
  virtual ~cuda_engine() = default;

  /// Searches into results.distances() and .predecessors(), and lets `results` finish them.
  virtual outcome run(const request& r) = 0;
  virtual std::uint64_t edges_out_of_reached() = 0;

  cuda::stream stream;  // first: what is allocated in its order is freed before it
  cuda::stopwatch search_time;
  cuda_results results;
  std::uint64_t planned_bytes = 0;
};

/// In how many bits positions in the rows are counted: 32 take less memory and time. Tests ask for 64, which otherwise only graphs
/// of more than 2^32 edges have.
enum class edge_positions { narrow_where_they_fit, wide };

/// The whole search in one kernel (resident_engine.cu).
[[nodiscard]] std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const cuda_plan& plan,
                                                                edge_positions positions = edge_positions::narrow_where_they_fit);

/// Enterprise's methods, level by level from the host (enterprise/enterprise_engine.cu).
[[nodiscard]] std::unique_ptr<cuda_engine> make_enterprise_engine(const layout& l, const cuda_plan& plan,
                                                                  edge_positions positions = edge_positions::narrow_where_they_fit);

}  // namespace fathom::bfs_engine
