// Isolated vertices. Formats that do not declare the number of vertices lose them unless the writer lists them.
#pragma once

#include <cstdint>
#include <vector>

#include "fathom/graph.hpp"
#include "io/text/text_writer.hpp"

namespace fathom::io {

struct isolated_vertices {
  explicit isolated_vertices(const graph& g) : named(g.num_vertices()) {
    std::uint64_t there = 0;
    const auto mark = [&](vertex_id v) {
      there += !named[v];
      named[v] = true;
    };
    for_each_edge(g, [&](vertex_id u, vertex_id v, auto) { mark(u), mark(v); });
    matter = there < g.num_vertices() || named.empty();
  }

  std::vector<bool> named;  ///< by vertex: whether some edge contains it
  bool matter = false;      ///< a reader would lose some vertices, or the graph has no vertices
};

}  // namespace fathom::io
