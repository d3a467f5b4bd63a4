// Kernel 1, the first half: the out-edges of each rank's own vertices, without duplicates, and the vertices in order of degree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "distributed/edge_share.hpp"
#include "distributed/partitioned_graph.hpp"

namespace fathom {

/// Rows of a rank's block of vertices, in the caller's order, with room behind some of them where duplicates were.
struct home_rows {
  array<edge_offset> offsets;      ///< where each row begins; one more, behind the last
  array<std::uint32_t> lengths;    ///< of each row
  array<std::uint32_t> ends_low;   ///< ascending in each row
  array<std::uint16_t> ends_high;  ///< empty where 32 bits tell all vertices apart
  array<edge_weight> weights;      ///< of each end; empty without weights
  std::uint64_t num_ends = 0;      ///< of all rows
  /// The first rows of ranges that fit a cache and have 2^16 rows at most; one more, with the number of rows.
  std::vector<std::uint64_t> first_rows;

  [[nodiscard]] std::size_t num_ranges() const noexcept { return first_rows.size() - 1; }
  [[nodiscard]] index_range range(std::size_t i) const noexcept { return {first_rows[i], first_rows[i + 1]}; }
  [[nodiscard]] std::uint64_t size() const noexcept { return lengths.size(); }
  [[nodiscard]] std::uint64_t room() const noexcept { return ends_low.size(); }
  [[nodiscard]] global_vertex end(std::uint64_t e) const noexcept {
    return ends_high.empty() ? ends_low[e] : std::uint64_t{ends_high[e]} << 32 | ends_low[e];
  }

  /// body(row, e) for the ends in [first, last) of room(), so that each thread gets about as many.
  template <class Body>
  void for_each_end(std::uint64_t first, std::uint64_t last, const Body& body) const {
    if (first >= last) return;
    auto row = static_cast<std::uint64_t>(std::upper_bound(offsets.begin(), offsets.end(), first) - offsets.begin()) - 1;
    for (; row < size() && offsets[row] < last; ++row) {
      const std::uint64_t end = std::min(last, offsets[row] + lengths[row]);
      for (std::uint64_t e = std::max(first, offsets[row]); e < end; ++e) body(row, e);
    }
  }
};

/// Collective. Self-loops are dropped, of parallel edges the one of the smallest weight stays, or with `add_up` one with the
/// sum of their weights. Of an undirected graph every edge is in the rows of both its ends. Throws a rank_error on all ranks for a
/// sum beyond single precision.
[[nodiscard]] home_rows gather_rows(communicator& ranks, const vertex_blocks& blocks, const edge_share& share, bool add_up,
                                    int threads, std::uint64_t& bytes_sent);

/// Local ids: the delegates', then by falling length of the rows, equal ones in the caller's order. Where the graph is undirected,
/// vertices without an edge get none. Fills to_local, out_degrees and own_vertices.
void number_vertices(const home_rows& rows, bool directed, partitioned_graph& g);

}  // namespace fathom
