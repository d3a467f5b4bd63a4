// What the devices of all ranks have found out about delegates, united along columns and then along rows. For files that are
// compiled only with CUDA.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/runtime.hpp"
#include "distributed/device_exchange.hpp"
#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/device/block_view.hpp"

namespace fathom::ranks_engine {

class delegates_on_device {
 public:
  /// All of these must outlive it; an exchange is null where nobody else is.
  delegates_on_device(const partitioned_graph& g, device_exchange* along_column, device_exchange* along_row, const cuda::stream& s);

  /// Before a search. The place of the source, or delegate_table::none.
  std::uint32_t start(global_vertex source);

  /// Collective, after a step: `own` has the delegates that any rank has found, of which this one's are its own. The bytes that
  /// have left this rank.
  std::uint64_t unite(bit_word* own);

  /// Has `counted` the delegates of the next frontier, which all ranks count, once the stream has come so far.
  void read_count(std::uint32_t& counted) const;

  /// Collective, after the last level: their predecessors, or -1, by delegate. `parents`: column ids by local id; `names`: vertices
  /// by column id.
  [[nodiscard]] const std::vector<std::int64_t>& name(const local_vertex* parents, const std::int64_t* names);

 private:
  void unite_line(device_exchange* line, std::size_t ranks, std::size_t rank, cuda::buffer<bit_word>& all, bit_word* own);

  const partitioned_graph& g_;
  device_exchange *along_column_, *along_row_;
  const cuda::stream& stream_;
  std::uint64_t words_;
  cuda::buffer<bit_word> of_column_, of_row_;  ///< of each rank
  cuda::buffer<bit_word> found_here_;
  cuda::buffer<std::uint32_t> count_;
  cuda::buffer<std::uint64_t> named_;  ///< one above a predecessor that was found here
  std::uint32_t first_count_ = 0;
  std::uint64_t bytes_sent_ = 0;
  std::vector<std::uint64_t> above_;
  std::vector<std::int64_t> predecessors_;
};

}  // namespace fathom::ranks_engine
