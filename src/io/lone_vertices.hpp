// Vertices that no edge names. Formats that do not declare how many vertices there are lose these unless the writer names them.
#pragma once

#include <cstdint>
#include <vector>

#include "fathom/graph.hpp"
#include "io/text_writer.hpp"

namespace fathom::io {

struct lone_vertices {
  explicit lone_vertices(const graph& g) : named(g.num_vertices()) {
    std::uint64_t there = 0;
    const auto mark = [&](vertex_id v) {
      there += !named[v];
      named[v] = true;
    };
    for_each_edge(g, [&](vertex_id u, vertex_id v, auto) { mark(u), mark(v); });
    matter = there < g.num_vertices() || named.empty();
  }

  std::vector<bool> named;  ///< by an edge
  bool matter = false;      ///< a reader would lose some of them, or all of an empty graph
};

}  // namespace fathom::io
