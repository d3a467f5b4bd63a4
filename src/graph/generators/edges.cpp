#include "graph/generators/edges.hpp"

#include <fmt/format.h>

#include "base/memory.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr int max_scale = 31;  // 2^32 vertices would be one more than max_vertices

}  // namespace

edge_list new_edge_list(std::string_view what, std::uint64_t vertices, std::uint64_t edges, bool directed) {
  if (vertices > max_vertices) {
    throw error(error_category::usage,
                fmt::format("{}: {} vertices are too many; a graph has at most {}", what, vertices, max_vertices));
  }
  require_host_memory(saturating_product(edges, 2 * sizeof(vertex_id)),
                      fmt::format("generating {} with {} vertices and {} edges", what, vertices, edges));
  edge_list list;
  list.num_vertices = vertices;
  list.sources = array<vertex_id>(edges);
  list.targets = array<vertex_id>(edges);
  list.directed = directed;
  return list;
}

void require_scale(std::string_view what, int scale) {
  if (scale >= 0 && scale <= max_scale) return;
  throw error(error_category::usage,
              fmt::format("{}: scale {} is outside 0 to {} (a graph has 2^scale vertices)", what, scale, max_scale));
}

void require_edge_factor(std::string_view what, int edge_factor) {
  if (edge_factor >= 0) return;
  throw error(error_category::usage, fmt::format("{}: edge factor {} is negative", what, edge_factor));
}

}  // namespace fathom
