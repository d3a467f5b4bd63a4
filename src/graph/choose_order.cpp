// Which vertex order a traversal of this graph should use, judged by its degree histogram.
#include <fmt/format.h>

#include "fathom/layout.hpp"

namespace fathom {
namespace {

constexpr double hub_factor = 8;            // a vertex of 8 times the mean degree or more counts as heavy
constexpr double skewed_edge_share = 0.10;  // heavy vertices hold at least this share of the edges: R-MAT, social and web graphs
                                            // do, roads, meshes and uniform random graphs are far below
// Joined searches read a row of up to 128 bytes for each neighbour. One vertex so heavy is a sign of enough of them that are looked
// at often: kept together and first, their rows stay in cache, and their neighbours stop early (rmat:21:64 on an H100: 1.25 times).

}  // namespace

order_choice choose_order(const graph_properties& properties, vertex_id num_vertices, edge_offset num_edges, search_kind searches) {
  const double connected = static_cast<double>(num_vertices - properties.isolated);
  const double mean = connected > 0 ? static_cast<double>(num_edges) / connected : 0;
  const auto largest = static_cast<double>(properties.max_out_degree);
  if (searches == search_kind::joined && largest >= hub_factor * mean && largest > 0) {
    return {vertex_order::degree,
            fmt::format("degree order, for joined searches: the largest degree is {:.0f} times the mean, {:.0f} or more",
                        largest / mean, hub_factor)};
  }
  double heavy_edges = 0;
  for (int bin = 1; bin < graph_properties::histogram_bins; ++bin) {
    const double smallest = static_cast<double>(std::uint64_t{1} << (bin - 1));
    // The middle of a bin stands for its vertices: the histogram has no more.
    if (smallest >= hub_factor * mean) heavy_edges += 1.5 * smallest * static_cast<double>(properties.out_degree_histogram[bin]);
  }
  const double share = num_edges > 0 ? std::min(1.0, heavy_edges / static_cast<double>(num_edges)) : 0;
  const bool skewed = share >= skewed_edge_share;
  return {skewed ? vertex_order::degree : vertex_order::caller,
          fmt::format("{}: vertices of {:.0f} times the mean degree hold {}{:.0f} % of the edges ({} {:.0f} %)",
                      skewed ? "degree order" : "caller's order", hub_factor, share > 0 ? "about " : "", 100 * share,
                      skewed ? "at least" : "less than", 100 * skewed_edge_share)};
}

}  // namespace fathom
