// Results of CUDA engines that store a distance per vertex and search: one row per search, in the layout's ids. Include only in
// files that are compiled with CUDA.
#pragma once

#include <cstdint>
#include <memory>

#include "multi_bfs/cuda/device_copy.hpp"
#include "multi_bfs/cuda/device_totals.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {

/// The engine's device must be current in all calls (on_device.hpp).
class cuda_distance_rows : public group_engine {
 public:
  [[nodiscard]] std::uint64_t edges_of_reached() const override;

  void copy_distances(std::span<std::int8_t* const> rows) const override;
  void copy_distances(std::span<std::int16_t* const> rows) const override;
  void copy_distances(std::span<hop_count* const> rows) const override;
  void copy_predecessors(std::span<vertex_id* const> rows) const override;
  void add_totals(vertex_totals& sums) const override;

  /// Bytes allocated here, including the temporary memory of copying results.
  [[nodiscard]] static std::uint64_t bytes(const layout& l, const group_plan& plan);

 protected:
  cuda_distance_rows(std::shared_ptr<const device_copy> l, const group_plan& plan);

  /// On the device.
  [[nodiscard]] hop_count* distances(std::size_t search) const noexcept { return distances_.data() + search * num_vertices_; }
  /// Null if predecessors are not needed.
  [[nodiscard]] vertex_id* predecessors(std::size_t search) const noexcept {
    return predecessors_.data() ? predecessors_.data() + search * num_vertices_ : nullptr;
  }

  /// Derives predecessors from the distances: the smallest caller's id among the valid ones.
  void find_predecessors(std::size_t searches);
  /// Computes the needed counts once the kernels that write the group's rows are in the stream. `depth` is the largest distance in
  /// the rows.
  group_outcome finish(std::size_t searches, hop_count depth);
  void throw_if_stopped() const;

  const std::shared_ptr<const device_copy> layout_;
  const group_plan plan_;
  const cuda::stream stream_;  // declared before the buffers that are allocated on it
  const std::size_t num_vertices_;

 private:
  template <class To, class From>
  void copy(std::span<To* const> rows, const From* from) const;
  [[nodiscard]] std::vector<std::uint64_t> count_levels(std::size_t searches, hop_count depth) const;
  void add_up(std::size_t searches);

  cuda::buffer<hop_count> distances_;
  cuda::buffer<vertex_id> predecessors_;
  std::size_t searches_ = 0;  // of the last group
  device_totals totals_;      // of all groups
};

}  // namespace fathom::multi_bfs_engine
