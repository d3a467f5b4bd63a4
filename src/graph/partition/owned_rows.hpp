// Kernel 1, first half: owned rows, that is, the out-edges of each process's own vertices without duplicates, and the degree order
// of the vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph/partition/edge_slice.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {

/// The rows of a process's vertex block, in the caller's order, with unused space after rows that had duplicates.
struct owned_rows {
  array<edge_offset> offsets;        ///< start of each row, followed by the end of the last
  array<std::uint32_t> lengths;      ///< number of edges of each row
  array<std::uint32_t> target_low;   ///< low 32 bits of the targets, ascending in each row
  array<std::uint16_t> target_high;  ///< high 16 bits of the targets; empty if ids fit 32 bits
  array<edge_weight> weights;        ///< one per target; empty without weights
  bool rounded_sums = false;         ///< some merged weight, a sum, needs double precision (see needs_double())
  std::uint64_t num_targets = 0;     ///< number of targets in all rows
  /// The first row of each range that fits a cache and has at most 2^16 rows, followed by the number of rows.
  std::vector<std::uint64_t> first_rows;

  [[nodiscard]] std::size_t num_ranges() const noexcept { return first_rows.size() - 1; }
  [[nodiscard]] index_range range(std::size_t i) const noexcept { return {first_rows[i], first_rows[i + 1]}; }
  [[nodiscard]] std::uint64_t size() const noexcept { return lengths.size(); }
  [[nodiscard]] std::uint64_t room() const noexcept { return target_low.size(); }
  [[nodiscard]] global_vertex end(std::uint64_t e) const noexcept {
    return target_high.empty() ? target_low[e] : std::uint64_t{target_high[e]} << 32 | target_low[e];
  }

  /// Calls body(row, e) for the targets in [first, last) of room(), so that work can be divided evenly among threads.
  template <class Body>
  void for_each_target(std::uint64_t first, std::uint64_t last, const Body& body) const {
    if (first >= last) return;
    auto row = static_cast<std::uint64_t>(std::upper_bound(offsets.begin(), offsets.end(), first) - offsets.begin()) - 1;
    for (; row < size() && offsets[row] < last; ++row) {
      const std::uint64_t end = std::min(last, offsets[row] + lengths[row]);
      for (std::uint64_t e = std::max(first, offsets[row]); e < end; ++e) body(row, e);
    }
  }
};

/// Collective: gathers the owned rows. Self-loops are dropped unless share.loops keeps them; parallel edges are merged to the one
/// with the smallest weight, or with `add_up` to one with the sum of their weights. Undirected edges are in the rows of both
/// endpoints. Throws a rank_error on all processes for a sum outside the range of single precision.
[[nodiscard]] owned_rows gather_rows(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, bool add_up,
                                     int threads, std::uint64_t& bytes_sent);

/// Assigns local ids: delegates first, then the other vertices by descending row length, ties in the caller's order. In an
/// undirected graph isolated vertices get no local id. Fills to_local, out_degrees and own_vertices.
void number_vertices(const owned_rows& rows, bool directed, partitioned_graph& g);

}  // namespace fathom
