// k-hop neighborhoods: the vertices within k hops of each of many sources, or their numbers.
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
  /// at[i][h]: number of vertices at exactly h hops (h = 0 is the source), up to the farthest within k.
  std::vector<std::vector<std::uint64_t>> at;
  multi_bfs_report report;

  /// Number of vertices within `hops` hops of sources[i], excluding the source.
  [[nodiscard]] std::uint64_t within(std::size_t i, hop_count hops) const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t h = 1; h < at[i].size() && h <= static_cast<std::size_t>(hops); ++h) sum += at[i][h];
    return sum;
  }
};

/// Counts vertices without storing per-vertex results. `options` apply to the searches; k replaces their depth_limit. Processes
/// (execution::ranks) share the searches, and all get the whole result.
/// Throws error_category::usage for a negative k, and as multi_bfs() does.
[[nodiscard]] k_hop_counts_result k_hop_counts(const layout& prepared, std::span<const vertex_id> sources, hop_count k,
                                               const multi_bfs_options& options = {}, const execution& exec = {});
[[nodiscard]] k_hop_counts_result k_hop_counts(const graph& g, std::span<const vertex_id> sources, hop_count k,
                                               const multi_bfs_options& options = {}, const execution& exec = {});

/// Concatenated rows: row i, for sources[i], is entries offsets[i] to offsets[i + 1] - 1. A row does not contain its source.
struct k_hop_neighbors_result {
  hop_count k = 0;
  array<std::uint64_t> offsets;  ///< number of sources + 1 entries
  array<vertex_id> vertices;     ///< one entry per neighbor, ascending within each row, in the caller's ids
  array<hop_count> distances;    ///< of those vertices in hops: 1 to k
  multi_bfs_report report;

  [[nodiscard]] std::size_t num_sources() const noexcept { return offsets.size() - 1; }
  [[nodiscard]] std::span<const vertex_id> neighbors_of(std::size_t i) const noexcept {
    return vertices.view().subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  [[nodiscard]] std::span<const hop_count> distances_of(std::size_t i) const noexcept {
    return distances.view().subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
};

/// Searches group by group and stores the vertices within k hops, 8 bytes per neighbor. `options` are as above.
/// Throws as k_hop_counts() does, and error_category::memory if the rows of a group, whose sizes are known before they are stored,
/// do not fit in addition to those of earlier groups.
[[nodiscard]] k_hop_neighbors_result k_hop_neighbors(const layout& prepared, std::span<const vertex_id> sources, hop_count k,
                                                     const multi_bfs_options& options = {}, const execution& exec = {});
[[nodiscard]] k_hop_neighbors_result k_hop_neighbors(const graph& g, std::span<const vertex_id> sources, hop_count k,
                                                     const multi_bfs_options& options = {}, const execution& exec = {});

}  // namespace fathom
