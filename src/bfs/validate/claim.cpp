#include "bfs/validate/claim.hpp"

#include <fmt/format.h>

namespace fathom {
namespace {

// The name of v, or its number if v is not a vertex.
std::string name(const graph& g, vertex_id v) { return v < g.num_vertices() ? g.name(v) : std::to_string(v); }

std::string about_cycle(const graph& g, const bfs_claim& c, vertex_id from, vertex_id to) {
  if (to == c.source) return fmt::format("the source has the predecessor {}", name(g, from));
  if (from == no_vertex) return "it is reached but has no predecessor";
  if (from >= g.num_vertices()) return fmt::format("the predecessor {} is not a vertex of the graph", from);
  if (from == to) return "it is its own predecessor";
  if (c.levels[from] == unreachable) return fmt::format("the predecessor {} is not reached", name(g, from));
  return fmt::format("predecessors lead from {} back to it", name(g, to));
}

std::string about_levels(const graph& g, const bfs_claim& c, vertex_id from, vertex_id to) {
  const hop_count level = c.levels[to];
  if (to == c.source) return fmt::format("the source has distance {}", level);
  if (level < unreachable) return fmt::format("distance {} is not valid", level);
  if (from != no_vertex) return fmt::format("distances {} and {}", c.levels[from], level);
  if (level == 0) return fmt::format("distance 0, which only the source {} may have", name(g, c.source));
  return fmt::format("distance {}, but no vertex at distance {} has an edge to it", level, level - 1);
}

std::string about_spanning(const graph& g, const bfs_claim& c, vertex_id from, vertex_id to) {
  if (c.levels[to] > c.depth_limit) return fmt::format("distance {} exceeds the depth limit {}", c.levels[to], c.depth_limit);
  if (to == c.source) return "the source is not reached";
  if (c.has_predecessors() && c.predecessors[to] != no_vertex) {
    return fmt::format("not reached, but has the predecessor {}", name(g, c.predecessors[to]));
  }
  return fmt::format("{} is reached at distance {}, {} is not", name(g, from), c.levels[from], name(g, to));
}

}  // namespace

std::string_view to_string(bfs_rule rule) {
  switch (rule) {
    case bfs_rule::none:
      return "none";
    case bfs_rule::tree_has_no_cycle:
      return "predecessors lead to the source";
    case bfs_rule::tree_levels_differ_by_one:
      return "levels differ by one along the tree";
    case bfs_rule::edges_span_one_level:
      return "an edge spans at most one level";
    case bfs_rule::component_is_spanned:
      return "the tree spans the reachable vertices";
    case bfs_rule::tree_edges_exist:
      return "tree edges exist";
  }
  return "none";
}

std::string complaint(const graph& g, const bfs_claim& c, bfs_rule violated, vertex_id from, vertex_id to) {
  std::string detail;
  switch (violated) {
    case bfs_rule::none:
      break;
    case bfs_rule::tree_has_no_cycle:
      detail = about_cycle(g, c, from, to);
      break;
    case bfs_rule::tree_levels_differ_by_one:
      detail = about_levels(g, c, from, to);
      break;
    case bfs_rule::edges_span_one_level:
      detail = fmt::format("distances {} and {}", c.levels[from], c.levels[to]);
      break;
    case bfs_rule::component_is_spanned:
      detail = about_spanning(g, c, from, to);
      break;
    case bfs_rule::tree_edges_exist:
      detail = "the graph has no such edge";
      break;
  }
  const std::string place =
      from == no_vertex ? fmt::format("vertex {}", name(g, to)) : fmt::format("edge {} -> {}", name(g, from), name(g, to));
  return fmt::format("rule {} ({}): {}: {}", static_cast<int>(violated), to_string(violated), place, detail);
}

}  // namespace fathom
