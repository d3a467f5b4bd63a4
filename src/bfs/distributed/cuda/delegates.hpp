// Discoveries of delegates on devices, combined along grid columns and then along grid rows. Include only in files that are
// compiled with CUDA.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/device_exchange.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/cuda/block_view.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

class delegates_on_device {
 public:
  /// All arguments must outlive it; an exchange is null if there are no other processes in that direction.
  delegates_on_device(const partitioned_graph& g, device_exchange* along_column, device_exchange* along_row, const cuda::stream& s);

  /// Call before a search. Returns the delegate index of the source, or delegate_table::none.
  std::uint32_t start(global_vertex source);

  /// Collective; call after a step. `own` holds this process's discoveries before and those of all processes afterwards. Returns
  /// the bytes sent by this process.
  std::uint64_t unite(bit_word* own);

  /// Number of delegates in the next frontier, which every process counts, in device memory.
  [[nodiscard]] const std::uint32_t* count() const { return count_.data(); }

  /// Collective; call after the last level. Returns predecessors by delegate, or -1. `parents`: column ids by local id; `names`:
  /// vertices by column id.
  [[nodiscard]] const std::vector<std::int64_t>& name(const local_vertex* parents, const std::int64_t* names);

 private:
  void unite_line(device_exchange* line, std::size_t ranks, std::size_t rank, cuda::buffer<bit_word>& all, bit_word* own);

  const partitioned_graph& g_;
  device_exchange *along_column_, *along_row_;
  const cuda::stream& stream_;
  std::uint64_t words_;
  cuda::buffer<bit_word> of_column_, of_row_;  ///< one per process
  cuda::buffer<bit_word> found_here_;
  cuda::buffer<std::uint32_t> count_;
  cuda::buffer<std::uint64_t> named_;  ///< predecessor found here plus 1; 0 for none
  std::uint32_t first_count_ = 0;
  std::uint64_t bytes_sent_ = 0;
  std::vector<std::uint64_t> above_;
  std::vector<std::int64_t> predecessors_;
};

}  // namespace fathom::ranks_engine
