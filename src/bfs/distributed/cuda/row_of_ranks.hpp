// Conflict resolution along a grid row on devices, for grids with several columns; resolve_found.cpp is the host version. Include
// only in files that are compiled with CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bfs/distributed/cuda/gap_layout.hpp"
#include "bfs/distributed/cuda/level_progress.hpp"
#include "bfs/distributed/cuda/published_counts.hpp"
#include "bfs/distributed/cuda/steps.hpp"
#include "bfs/distributed/search_request.hpp"
#include "comm/device_exchange.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/column_index.hpp"
#include "graph/partition/cuda/block_view.hpp"

namespace fathom::ranks_engine {

class row_of_ranks {
 public:
  /// All arguments but `gaps`, the same on all processes, must outlive it; `block` is this process's block.
  row_of_ranks(const partitioned_graph& g, const block_view& block, device_exchange& exchange, const gap_rule& gaps,
               const device_steps& steps, const cuda::stream& s);

  /// Bytes of device memory allocated by the constructor.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);
  /// Maximum number of bytes that a process sends along the grid row per transfer.
  [[nodiscard]] static std::size_t most_bytes_sent(const partitioned_graph& g);

  /// Bitmaps by row id: vertices visited before this level; this process's own part of it; and the discoveries of a step.
  [[nodiscard]] const bit_word* visited() const { return visited_.data(); }
  [[nodiscard]] const bit_word* own_visited() const { return visited_.data() + column_ * own_words_; }
  [[nodiscard]] bit_word* found() const { return found_.data(); }

  /// Call before a search. Clears all visited bits.
  void start();

  /// Collective along the grid row, like all functions below but the plans. Exchanges frontiers; `mine` then holds the counts of
  /// the whole grid row.
  void sum_up(frontier_message* mine);
  /// The frontiers of the grid row, once the counts of sum_up() have been published.
  [[nodiscard]] std::span<const message_head> heads() const { return incoming_counts_.heads(); }
  /// Call for each level when its counts have been published: chooses how the frontiers travel.
  void plan_frontier();
  /// Marks the row's frontiers visited. `own` is this process's frontier by local id.
  void take_frontier(const bit_word* own);

  /// Call before a step with the most vertices that any process discovers: chooses how discoveries travel.
  void plan_discoveries(conflict_resolution by, std::uint64_t most);
  /// Number below `sequences` of the operations that the plans lead to, if these are always the same.
  [[nodiscard]] std::optional<unsigned> sequence() const;
  static constexpr unsigned sequences = 4;

  /// Call after a step. Sends its discoveries to their owners; `own` then holds what the grid row has discovered of this process's
  /// vertices.
  void resolve(bit_word* own, level_progress* progress);

  /// Call after the last level. Returns the predecessors of this process's visited vertices, by local id. `parents`: column ids by
  /// row id; `names`: vertices by column id.
  [[nodiscard]] std::int64_t* fetch_predecessors(const local_vertex* parents, const std::int64_t* names, conflict_resolution by);

  /// Bytes sent to other processes since the last call.
  [[nodiscard]] std::uint64_t take_bytes_sent();
  /// The vertex sets among them, since its last call.
  [[nodiscard]] set_bytes take_sets();

 private:
  enum class frontier_way : unsigned { lists, bitmaps, gaps };
  /// How discoveries reach their owners: in messages; as bitmaps; in messages and, when the host has learned the sets' sizes, what
  /// does not fit; or from one process to the next.
  enum class discovery_way : unsigned { lists, bitmaps, asked, prefix };

  [[nodiscard]] std::size_t own_bytes() const { return own_words_ * sizeof(bit_word); }
  [[nodiscard]] std::vector<std::uint64_t> to_each(std::uint64_t bytes) const;
  void resolve_lists(bit_word* own);
  void resolve_bitmaps(bit_word* own);
  void resolve_by_prefix(bit_word* own);
  void send_sets();
  void send_large_sets();
  void read_sizes();
  void take_gaps(const bit_word* own);
  template <class Place>
  void fetch_as(const bit_word* wanted, const bit_word* expected, const local_vertex* parents, const std::int64_t* names);
  [[nodiscard]] std::vector<std::uint64_t> places_of(const bit_word* bits, cuda::buffer<std::uint64_t>& places,
                                                     std::size_t bytes_a_bit);
  void exchange(const void* mine, const std::vector<std::uint64_t>& sizes, void* theirs,
                const std::vector<std::uint64_t>& their_sizes);
  /// The same, and counts the bytes. `as`: the encoding of the vertex sets sent; null if these are none.
  void send(const void* mine, const std::vector<std::uint64_t>& sizes, void* theirs, const std::vector<std::uint64_t>& their_sizes,
            std::uint64_t set_bytes::*as = nullptr);
  /// Counts `bytes` sent to each other process of the row.
  void count_sent(std::uint64_t bytes, std::uint64_t set_bytes::*as);

  /// Scratch memory of the encoder, which only fetch_predecessors() uses otherwise.
  [[nodiscard]] std::uint64_t* sums() const { return wanted_at_.data(); }

  const block_view& block_;
  device_exchange& exchange_;
  const device_steps& steps_;
  const cuda::stream& stream_;
  std::size_t columns_, column_;
  std::uint64_t own_words_, words_;  ///< of bitmaps by local id and by row id
  set_encoding large_;               ///< of sets of one process's vertices

  cuda::buffer<bit_word> visited_, found_;
  /// The process that provides a vertex's predecessor. With conflict_resolution::owners: of this process's vertices, one bitmap per
  /// column. With conflict_resolution::prefix: by row id, those assigned to this process.
  cuda::buffer<bit_word> assigned_;
  cuda::buffer<bit_word> sent_, received_;               ///< by row id, or consecutive sets
  cuda::buffer<frontier_message> outgoing_, incoming_;   ///< to and from each process of the grid row
  cuda::buffer<std::uint64_t> wanted_at_, expected_at_;  ///< index of each word's first set bit, then the total
  column_codes places_;
  bool wide_places_;                           ///< places have 64 bits
  cuda::buffer<std::byte> answers_, arrived_;  ///< places
  cuda::buffer<std::uint64_t> block_firsts_;   ///< by process
  cuda::buffer<std::uint64_t> delegates_;      ///< vertices
  cuda::buffer<std::int64_t> predecessors_;
  array<message_head> outgoing_heads_;  ///< in pinned memory
  published_counts incoming_counts_;
  frontier_way frontier_way_ = frontier_way::lists;
  discovery_way discovery_way_ = discovery_way::lists;
  std::uint64_t largest_ = 0;  ///< vertices of the largest frontier in the grid row
  std::uint64_t bytes_sent_ = 0;
  set_bytes sets_;
};

}  // namespace fathom::ranks_engine
