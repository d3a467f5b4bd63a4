// Distributed edges as generated or read, stored by the owners of their targets, with access to data of the owners of their
// sources.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "fathom/distributed/communicator.hpp"
#include "graph/partition/edge_slice.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {

/// In an undirected graph every edge is in the adjacency rows of both endpoints. Self-loops are only counted. Sources have local
/// numbers on each process, in ascending order of the vertices.
class edge_rows {
 public:
  /// An edge in transit to the owner of its target.
  struct entry {
    std::uint32_t position;  ///< of the target in its owner's block
    std::uint32_t low;       ///< low 32 bits of the source
    std::uint16_t high;      ///< high 16 bits of the source
    edge_weight weight;

    [[nodiscard]] global_vertex source() const { return std::uint64_t{high} << 32 | low; }
  };

  /// Collective. `blocks` define the owner of each vertex.
  edge_rows(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, int threads);

  [[nodiscard]] const vertex_blocks& blocks() const noexcept { return blocks_; }
  [[nodiscard]] index_range block() const noexcept { return block_; }
  [[nodiscard]] bool directed() const noexcept { return directed_; }
  [[nodiscard]] edge_offset begin(std::uint64_t row) const noexcept { return offsets_[row]; }
  [[nodiscard]] edge_offset end(std::uint64_t row) const noexcept { return offsets_[row + 1]; }
  [[nodiscard]] std::uint32_t source(edge_offset e) const noexcept { return sources_[e]; }
  [[nodiscard]] edge_weight weight(edge_offset e) const noexcept { return weights_.empty() ? 1 : weights_[e]; }
  [[nodiscard]] std::uint32_t self_loops(std::uint64_t row) const noexcept { return self_loops_[row]; }

  static constexpr std::uint32_t no_source = ~std::uint32_t{0};
  /// The number of a vertex; no_source if it is not the source of any local edge.
  [[nodiscard]] std::uint32_t number_of(global_vertex v) const;
  /// The vertex of a number.
  [[nodiscard]] global_vertex vertex_of(std::uint32_t number) const;

  /// Collective: fetches the values of all sources from their owners, indexed by number; `own` is indexed by vertex of this
  /// process's block.
  template <class T>
  [[nodiscard]] array<T> fetch(std::span<const T> own) const {
    array<T> answers;
    on_all_processes(ranks_, [&] { answers = array<T>(requested_.size()); });
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = own[requested_[i]];
    return exchange<T>(ranks_, answers.view(), requested_counts_).values;
  }

 private:
  [[nodiscard]] bool is_loop(const entry& e) const;
  void note_ends(const array<entry>& edges, int threads);
  void ask_for_sources();
  void fill_rows(array<entry> edges, bool weighted, int threads);

  communicator& ranks_;
  vertex_blocks blocks_;
  index_range block_;
  bool directed_;
  array<edge_offset> offsets_;  ///< one more entry than the block has vertices
  array<std::uint32_t> sources_;
  array<edge_weight> weights_;
  array<std::uint32_t> self_loops_;
  std::vector<std::uint64_t> needed_;         ///< one bit per vertex of the graph: whether it is a source here
  std::vector<std::uint32_t> needed_before_;  ///< per word of needed_: number of bits set in the preceding words
  array<std::uint32_t> requested_;            ///< positions in this process's block that the other processes need, by process
  std::vector<std::uint64_t> requested_counts_;
};

}  // namespace fathom::ranks_engine
