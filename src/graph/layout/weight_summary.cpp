#include "graph/layout/weight_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fathom/error.hpp"

namespace fathom {
namespace {

[[noreturn]] void fail_weight(const graph& g, edge_offset e) {
  const adjacency_view& out = g.view().out;
  const auto u = static_cast<vertex_id>(std::upper_bound(out.offsets, out.offsets + g.num_vertices() + 1, e) - out.offsets - 1);
  throw error(error_category::input,
              fmt::format("edge {} -> {} has the weight {}; shortest paths need finite weights of 0 or more (omit the weights "
                          "to count edges)",
                          g.name(u), g.name(out.targets[e]), out.weight(e)));
}

}  // namespace

weight_summary summarize_weights(const graph& g, int threads) {
  const adjacency_view& out = g.view().out;
  const edge_offset m = g.num_edges();
  weight_summary all;
  edge_offset first_bad = m;  // negative or not finite
  bool whole = true;
  double smallest = all.smallest, largest = 0, sum = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : first_bad, smallest) reduction(max : largest) \
    reduction(+ : sum) reduction(&& : whole)
  for (edge_offset e = 0; e < m; ++e) {
    const double w = out.weight(e);
    if (!(w >= 0 && w <= std::numeric_limits<double>::max())) first_bad = std::min(first_bad, e);
    whole = whole && w == std::floor(w);
    smallest = std::min(smallest, w), largest = std::max(largest, w), sum += w;
  }
  if (first_bad < m) fail_weight(g, first_bad);
  return {whole, smallest, largest, sum};
}

}  // namespace fathom
