// Choice of the vertex order for traversals, from the degree histogram.
#include <fmt/format.h>

#include "fathom/layout.hpp"

namespace fathom {
namespace {

constexpr double hub_factor = 8;  // a vertex of at least 8 times the mean degree counts as heavy
// A graph is skewed if heavy vertices hold at least this fraction of the edges: R-MAT, social and web graphs do; roads, meshes and
// uniform random graphs are far below it.
constexpr double skewed_edge_share = 0.10;
// Multi-source BFS reads a bit row of up to 128 bytes per neighbor. One heavy vertex indicates that enough vertices are inspected
// often: in degree order their bit rows are adjacent and stay in cache, and their neighbors stop early. On an H100 that makes
// rmat:21:64 1.25 times as fast.

}  // namespace

std::string_view to_string(vertex_order order) {
  if (order == vertex_order::automatic) return "auto";
  return order == vertex_order::caller ? "caller" : "degree";
}

order_choice choose_order(const graph_properties& properties, vertex_id num_vertices, edge_offset num_edges, search_kind searches) {
  const double connected = static_cast<double>(num_vertices - properties.isolated);
  const double mean = connected > 0 ? static_cast<double>(num_edges) / connected : 0;
  const auto largest = static_cast<double>(properties.max_out_degree);
  if (searches == search_kind::joined && largest >= hub_factor * mean && largest > 0) {
    return {vertex_order::degree,
            fmt::format("degree order, for multi-source BFS: the largest degree is {:.0f} times the mean (at least {:.0f})",
                        largest / mean, hub_factor)};
  }
  double heavy_edges = 0;
  for (int bin = 1; bin < graph_properties::histogram_bins; ++bin) {
    const double smallest = static_cast<double>(std::uint64_t{1} << (bin - 1));
    // The histogram has no exact degrees: use the middle of the bin.
    if (smallest >= hub_factor * mean) heavy_edges += 1.5 * smallest * static_cast<double>(properties.out_degree_histogram[bin]);
  }
  const double share = num_edges > 0 ? std::min(1.0, heavy_edges / static_cast<double>(num_edges)) : 0;
  const bool skewed = share >= skewed_edge_share;
  if (skewed && searches == search_kind::few) {
    return {vertex_order::caller,
            fmt::format("caller's order, for {} searches or fewer: sorting rows by degree takes longer than it saves",
                        most_few_searches)};
  }
  return {skewed ? vertex_order::degree : vertex_order::caller,
          fmt::format("{}: vertices of {:.0f} times the mean degree hold {}{:.0f} % of the edges ({} {:.0f} %)",
                      skewed ? "degree order" : "caller's order", hub_factor, share > 0 ? "about " : "", 100 * share,
                      skewed ? "at least" : "less than", 100 * skewed_edge_share)};
}

}  // namespace fathom
