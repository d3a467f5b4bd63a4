// The vertices within k hops of each of many sources, and how many there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Entry i belongs to sources[i].
struct k_hop_counts_result {
  hop_count k = 0;
  /// Vertices at exactly 0 (the source), 1, ... hops, up to the farthest within k.
  std::vector<std::vector<std::uint64_t>> at;
  multi_bfs_report report;

  /// Vertices within `hops` of sources[i], itself apart.
  [[nodiscard]] std::uint64_t within(std::size_t i, hop_count hops) const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t h = 1; h < at[i].size() && h <= static_cast<std::size_t>(hops); ++h) sum += at[i][h];
    return sum;
  }
};

/// Stores nothing a vertex. `options` are those of the searches; their depth_limit is k, whatever it says.
/// Throws error_category::usage for a negative k, and as multi_bfs() does.
[[nodiscard]] k_hop_counts_result k_hop_counts(const layout& prepared, std::span<const vertex_id> sources, hop_count k,
                                               const multi_bfs_options& options = {});
[[nodiscard]] k_hop_counts_result k_hop_counts(const graph& g, std::span<const vertex_id> sources, hop_count k,
                                               const multi_bfs_options& options = {});

/// Rows one after another: that of sources[i] is entries offsets[i] to offsets[i + 1] - 1. The source is not in its row.
struct k_hop_neighbors_result {
  hop_count k = 0;
  array<std::uint64_t> offsets;  ///< as many as sources, and one
  array<vertex_id> vertices;     ///< ascending within each row, in the caller's ids
  array<hop_count> distances;    ///< of those vertices: 1 to k
  multi_bfs_report report;

  [[nodiscard]] std::size_t num_sources() const noexcept { return offsets.size() - 1; }
  [[nodiscard]] std::span<const vertex_id> neighbors_of(std::size_t i) const noexcept {
    return vertices.view().subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  [[nodiscard]] std::span<const hop_count> distances_of(std::size_t i) const noexcept {
    return distances.view().subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
};

/// Searches group by group and keeps what is within reach, 8 bytes a neighbour. `options` as above.
/// Throws as k_hop_counts() does, and error_category::memory where the rows of a group, whose sizes are known before they are
/// taken, do not fit beside those before.
[[nodiscard]] k_hop_neighbors_result k_hop_neighbors(const layout& prepared, std::span<const vertex_id> sources, hop_count k,
                                                     const multi_bfs_options& options = {});
[[nodiscard]] k_hop_neighbors_result k_hop_neighbors(const graph& g, std::span<const vertex_id> sources, hop_count k,
                                                     const multi_bfs_options& options = {});

}  // namespace fathom
