// Vertices that no edge names. Formats that do not declare how many vertices there are lose these unless the writer names them.
#pragma once

#include <cstdint>
#include <vector>

#include "fathom/graph.hpp"
#include "io/text_writer.hpp"

namespace fathom::io {

/// Ids are sparse, and are renumbered, where the largest + 1 exceeds this many times the number of distinct ones (issue 2): arrays
/// over all ids then cost at most 16 times those over the vertices that are there.
inline constexpr std::uint64_t sparse_factor = 16;

struct lone_vertices {
  explicit lone_vertices(const graph& g) : named(g.num_vertices()) {
    std::uint64_t there = 0;
    const auto mark = [&](vertex_id v) {
      there += !named[v];
      named[v] = true;
    };
    for_each_edge(g, [&](vertex_id u, vertex_id v, edge_weight) { mark(u), mark(v); });
    if (there == g.num_vertices() && there > 0) return;
    const bool has_names = !g.arrays().original_ids.empty() || !g.arrays().labels.empty();
    matter = has_names || named.empty() || !named.back() || g.num_vertices() > sparse_factor * there;
  }

  std::vector<bool> named;  ///< by an edge
  bool matter = false;      ///< a reader would lose some, or renumber the rest, unless told of them
};

}  // namespace fathom::io
