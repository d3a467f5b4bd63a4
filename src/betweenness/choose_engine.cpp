#include "betweenness/choose_engine.hpp"

#include <fmt/format.h>

#include "gpu/backend.hpp"

namespace fathom {
namespace {

// Largest average degree of road networks and lattices; single-source BFS uses the same bound to pack neighbors in fours.
constexpr edge_offset deep_degree = 5;

}  // namespace

const char* to_string(betweenness_method method) noexcept {
  switch (method) {
    case betweenness_method::blocks:
      return "blocks";
    case betweenness_method::grid:
      return "grid";
    case betweenness_method::automatic:
      break;
  }
  return "auto";
}

bool is_deep(const layout& l) noexcept { return l.order == vertex_order::caller && l.num_edges <= deep_degree * l.num_vertices; }

betweenness_choice choose_betweenness(const layout& l, const betweenness_engine::grid_request& request,
                                      betweenness_method asked_for) {
  if (asked_for != betweenness_method::automatic) return {asked_for, "as requested"};
  const std::string why_not = gpu(request.where).why_no_grid_betweenness(l, request);
  if (!why_not.empty()) return {betweenness_method::blocks, why_not};
  const std::size_t sources = request.sources.size();
  if (is_deep(l) && sources >= deep_block_sources) {
    return {betweenness_method::blocks,
            fmt::format("{} sources, at least {}, in a deep graph with few edges per vertex", sources, deep_block_sources)};
  }
  return {betweenness_method::grid, is_deep(l) ? fmt::format("{} sources, fewer than {}", sources, deep_block_sources)
                                               : "concurrent searches share memory reads"};
}

}  // namespace fathom
