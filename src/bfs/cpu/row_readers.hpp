// Two ways to read the adjacency rows of a frontier. Each has prefetch(), for index i of a queue that ends at `end`, and expand(),
// which calls found.inspect(u, v) for every neighbor v of u and returns the number of neighbors.
#pragma once

#include <cstdint>

#include "base/prefetch.hpp"
#include "fathom/layout.hpp"

namespace fathom::bfs_engine {

// Prefetch distances in vertices: offsets first, then the targets they refer to. A dozen vertices take about as long as one memory
// access.
inline constexpr std::uint64_t offsets_ahead = 24;
inline constexpr std::uint64_t targets_ahead = 12;

/// Adjacency rows in CSR form.
struct plain_rows {
  const layout_adjacency& out;

  void prefetch(const vertex_id* queue, std::uint64_t i, std::uint64_t end) const {
    if (i + offsets_ahead < end) prefetch_entry(out.offsets, queue[i + offsets_ahead]);
    if (i + targets_ahead < end) {
      const vertex_id u = queue[i + targets_ahead];
      prefetch_entry(out.targets, out.offsets[u]);
      prefetch_entry(out.targets, out.offsets[u + 1] - 1);
    }
  }
  template <class Found>
  std::uint64_t expand(vertex_id u, Found& found) const {
    const edge_offset first = out.offsets[u], end = out.offsets[u + 1];
    for (edge_offset e = first; e < end; ++e) found.inspect(u, out.targets[e]);
    return end - first;
  }
};

/// Rows that consist entirely of the packed heads, padded with repetitions: one access and no loop. The true number of neighbors is
/// looked up only for a report.
struct packed_rows {
  static constexpr int width = 4;
  const layout_adjacency& out;
  bool count;
  const vertex_id* heads;

  void prefetch(const vertex_id* queue, std::uint64_t i, std::uint64_t end) const {
    if (i + targets_ahead < end) prefetch_entry(heads, std::uint64_t{queue[i + targets_ahead]} * width);
  }
  template <class Found>
  std::uint64_t expand(vertex_id u, Found& found) const {
    for (int h = 0; h < width; ++h) found.inspect(u, heads[std::uint64_t{u} * width + h]);
    return count ? out.offsets[u + 1] - out.offsets[u] : 0;
  }
};

/// Pays off for lattices, which fill their heads; road networks with mean degree 2.5 are 25 % slower with packed rows than with
/// offsets.
inline bool use_packed_rows(const layout& l, edge_offset max_degree) {
  return !l.directed && l.head_width == packed_rows::width && max_degree <= packed_rows::width &&
         l.num_edges > edge_offset{3} * l.num_vertices;
}

}  // namespace fathom::bfs_engine
