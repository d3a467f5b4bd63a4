#include "io/text/text_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "fathom/error.hpp"

namespace fathom::io {

void require_whole_weights(const graph& g, std::string_view format, double smallest, double limit) {
  if (!g.weighted()) return;
  for_each_edge(g, [&](vertex_id u, vertex_id v, auto w) {
    if (w >= std::max(smallest, -limit) && w < limit && w == std::floor(w)) return;
    throw error(
        error_category::output,
        fmt::format("the edge from {} to {} has weight {}, but {} files hold only {} weights{}; use --no-weights, or a format that "
                    "stores any weight, such as wel or mtx",
                    g.name(u), g.name(v), w, format, smallest > 0 ? "positive whole" : "whole",
                    limit == 0x1p31 ? " of 32 bits" : ""));
  });
}

// Rows are visited in ascending order, so the mirrored entries of each row are also visited in ascending order: one cursor per row
// suffices.
bool is_mirrored(const graph& g) {
  if (g.directed()) return false;
  if (!g.weighted() && g.properties().duplicates == 0) return true;
  if (!g.properties().sorted) return false;
  const adjacency_view& out = g.view().out;
  std::vector<edge_offset> next(out.offsets, out.offsets + g.num_vertices());
  std::uint64_t lower = 0, upper = 0;  // edges to a smaller and to a larger vertex
  bool same = true;
  for_each_edge(g, [&](vertex_id u, vertex_id v, auto w) {
    upper += u < v;
    lower += u > v;
    if (u <= v || !same) return;
    edge_offset& at = next[v];
    while (at < out.offsets[v + 1] && out.targets[at] < u) ++at;
    same = at < out.offsets[v + 1] && out.targets[at] == u && out.weight(at) == static_cast<double>(w);
    ++at;
  });
  return same && lower == upper;
}

}  // namespace fathom::io
