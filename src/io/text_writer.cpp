#include "io/text_writer.hpp"

#include <vector>

namespace fathom::io {

// Rows are visited in ascending order, so each row meets its mirrored entries in ascending order too: one cursor a row suffices.
bool is_mirrored(const graph& g) {
  if (g.directed()) return false;
  if (!g.weighted() && g.properties().duplicates == 0) return true;
  if (!g.properties().sorted) return false;
  const adjacency_view& out = g.view().out;
  std::vector<edge_offset> next(out.offsets, out.offsets + g.num_vertices());
  std::uint64_t lower = 0, upper = 0;  // edges to a smaller and to a larger vertex
  bool same = true;
  for_each_edge(g, [&](vertex_id u, vertex_id v, edge_weight w) {
    upper += u < v;
    lower += u > v;
    if (u <= v || !same) return;
    edge_offset& at = next[v];
    while (at < out.offsets[v + 1] && out.targets[at] < u) ++at;
    same = at < out.offsets[v + 1] && out.targets[at] == u && (!out.weights || out.weights[at] == w);
    ++at;
  });
  return same && lower == upper;
}

}  // namespace fathom::io
