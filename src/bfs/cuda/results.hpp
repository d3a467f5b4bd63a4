// Result arrays of a search on a CUDA device, and their postprocessing.
#pragma once

#include <cstdint>
#include <memory>

#include "bfs/cuda/search.hpp"
#include "bfs/cuda/searcher.hpp"
#include "gpu/runtime.hpp"

namespace fathom::bfs_engine {

/// Result arrays in the layout's ids, and those in the caller's ids; null if not requested.
struct map_back_arrays {
  std::uint32_t caller_vertices = 0;  ///< 0: nothing is to be mapped
  const std::uint32_t* to_internal = nullptr;
  const std::uint32_t* to_caller = nullptr;
  const std::uint32_t* distances = nullptr;
  const std::uint32_t* predecessors = nullptr;
  std::uint32_t* mapped_distances = nullptr;
  std::uint32_t* mapped_predecessors = nullptr;
};

class cuda_results {
 public:
  cuda_results(const layout& l, const bfs_options& options, const cuda::stream& s);

  /// Device memory that the constructor allocates.
  [[nodiscard]] static std::uint64_t bytes(const layout& l, const bfs_options& options);

  /// Call before each search: replaces result arrays that are still referenced elsewhere.
  void renew();

  /// Arrays that the engine writes, in the layout's ids and order; null if not needed.
  [[nodiscard]] hop_count* distances() const noexcept { return static_cast<hop_count*>(distances_.get()); }
  [[nodiscard]] vertex_id* predecessors() const noexcept { return static_cast<vertex_id*>(predecessors_.get()); }

  [[nodiscard]] bool chooses_predecessors() const noexcept { return options_.deterministic && options_.return_predecessors; }
  [[nodiscard]] bool maps_back() const noexcept { return mapped_ && (options_.return_distances || options_.return_predecessors); }
  /// Stream-ordered: chooses the smallest valid predecessors, if requested.
  template <class Offset>
  void choose_predecessors(device_rows<Offset> out, const kernel_end& end = {});
  /// Stream-ordered: maps the results to the caller's ids and order, if requested.
  void map_back(const kernel_end& end = {});
  /// The arrays of map_back(), for an engine whose own kernel does its work.
  [[nodiscard]] map_back_arrays arrays_to_map() const;
  /// Valid after a map_back() that was not given a kernel_end.
  [[nodiscard]] double seconds_map_back() const;

  void reach_only_source(vertex_id source, vertex_id root_predecessor);
  void take(bfs_result& result, device where);

 private:
  [[nodiscard]] std::shared_ptr<void> allocate(bool wanted, std::size_t size) const;
  [[nodiscard]] std::shared_ptr<void>& final_distances() { return mapped_ ? mapped_distances_ : distances_; }
  [[nodiscard]] std::shared_ptr<void>& final_predecessors() { return mapped_ ? mapped_predecessors_ : predecessors_; }

  const cuda::stream& stream_;
  const bfs_options options_;
  const bool mapped_;
  const std::uint32_t num_vertices_, caller_vertices_;
  std::shared_ptr<void> distances_, predecessors_;                // in the layout's ids
  std::shared_ptr<void> mapped_distances_, mapped_predecessors_;  // in the caller's ids
  cuda::buffer<vertex_id> smallest_;
  cuda::buffer<vertex_id> to_internal_;
  cuda::buffer<vertex_id> uploaded_to_caller_;
  const vertex_id* to_caller_ = nullptr;  // on the device; null in the caller's order
  cuda::stopwatch map_time_;
};

}  // namespace fathom::bfs_engine
