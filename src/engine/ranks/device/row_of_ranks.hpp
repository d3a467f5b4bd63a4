// What a rank's device does with those of its row on a grid of several columns: who has found a vertex first, and from where, as
// settle_found.cpp has it for hosts. For files that are compiled only with CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cuda/runtime.hpp"
#include "distributed/column_places.hpp"
#include "distributed/device_exchange.hpp"
#include "engine/ranks/device/block_view.hpp"
#include "engine/ranks/device/steps.hpp"
#include "engine/ranks/search_request.hpp"

namespace fathom::ranks_engine {

class row_of_ranks {
 public:
  /// All of these must outlive it; `block` is this rank's.
  row_of_ranks(const partitioned_graph& g, const block_view& block, device_exchange& exchange, const device_steps& steps,
               const cuda::stream& s);

  /// The bytes of device memory that the constructor asks for.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);
  /// The most that a rank sends along the row at once.
  [[nodiscard]] static std::size_t most_bytes_sent(const partitioned_graph& g);

  /// Bitmaps by row id: what was visited before this level; of that, this rank's own part; and what a step has found.
  [[nodiscard]] const bit_word* visited() const { return visited_.data(); }
  [[nodiscard]] const bit_word* own_visited() const { return visited_.data() + column_ * own_words_; }
  [[nodiscard]] bit_word* found() const { return found_.data(); }

  /// Before a search: nothing is visited.
  void start();

  /// Collective along the row, as all of these. The ranks tell each other their frontiers; `mine` has the row's sums from now on.
  void sum_up(frontier_message* mine);
  /// After sum_up(): their frontiers are visited. `own` is this rank's, of local ids.
  void take_frontier(const bit_word* own);

  /// What the step has found of other ranks' vertices goes to them; what the row has found of this one's is in `own`.
  void settle(bit_word* own, fold_method fold);

  /// After the last level: from where this rank's vertices were found, by local id, those that were. `parents`: column ids by row
  /// id; `names`: vertices by column id.
  [[nodiscard]] std::int64_t* fetch_predecessors(const local_vertex* parents, const std::int64_t* names, fold_method fold);

  /// To other ranks, since somebody has asked.
  [[nodiscard]] std::uint64_t take_bytes_sent();

 private:
  [[nodiscard]] std::size_t own_bytes() const { return own_words_ * sizeof(bit_word); }
  [[nodiscard]] std::vector<std::uint64_t> to_each(std::uint64_t bytes) const;
  void settle_by_owners(bit_word* own);
  void settle_by_prefix(bit_word* own);
  void tell_sets();
  void tell_large_sets();
  template <class Place>
  void fetch_as(const bit_word* wanted, const bit_word* expected, const local_vertex* parents, const std::int64_t* names);
  [[nodiscard]] std::vector<std::uint64_t> places_of(const bit_word* bits, cuda::buffer<std::uint64_t>& places,
                                                     std::size_t bytes_a_bit);
  void read_heads(const frontier_message* messages, std::vector<message_head>& heads) const;
  void send(const void* mine, const std::vector<std::uint64_t>& sizes, void* theirs, const std::vector<std::uint64_t>& their_sizes);

  const block_view& block_;
  device_exchange& exchange_;
  const device_steps& steps_;
  const cuda::stream& stream_;
  std::size_t columns_, column_;
  std::uint64_t own_words_, words_;  ///< of bitmaps of local ids and of row ids

  cuda::buffer<bit_word> visited_, found_;
  /// Who is to say from where a vertex was found. By owners: of this rank's vertices, a bitmap a column. By prefix: of row ids,
  /// what falls to this rank.
  cuda::buffer<bit_word> assigned_;
  cuda::buffer<bit_word> sent_, received_;               ///< of row ids
  cuda::buffer<frontier_message> told_, heard_;          ///< to and from each rank of the row
  cuda::buffer<std::uint64_t> wanted_at_, expected_at_;  ///< of each word's first bit, and the number of all
  column_places places_;
  bool wide_places_;                           ///< in 64 bits
  cuda::buffer<std::byte> answers_, arrived_;  ///< places
  cuda::buffer<std::uint64_t> block_firsts_;   ///< by rank
  cuda::buffer<std::uint64_t> delegates_;      ///< vertices
  cuda::buffer<std::int64_t> predecessors_;
  std::vector<message_head> told_heads_, heard_heads_;
  std::uint64_t bytes_sent_ = 0;
};

}  // namespace fathom::ranks_engine
