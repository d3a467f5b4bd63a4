#include "bfs/cuda/levels.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace fathom::bfs_engine {
namespace {

std::string describe_hub_split(const level_record& r) {
  if (r.tail_edges == level_record::no_hub_split) return {};
  return fmt::format("; hub split: hubs searched bottom-up, the other vertices' {} top-down", counted(r.tail_edges, "edge"));
}

// Why a resident search is top-down again after a level from `before` vertices.
std::string explain_return(const level_record& r, std::uint32_t before, const bfs_options& options) {
  const std::string frontier = counted(r.frontier, "vertex", "vertices");
  if (r.frontier < before && r.frontier <= small_frontier)
    return fmt::format("{}: few enough for one block, fewer than 1/{:g} of all and shrinking", frontier, options.beta);
  return fmt::format("{}: bottom-up, most unreached vertices would inspect all their edges", frontier);
}

std::string explain(const level_record& r, direction way, direction before, const bfs_options& options) {
  if (way == before) return {};
  switch (r.why) {
    case change::edges:
      return fmt::format("{} out of the frontier: more than 1/{:g} of the {} unexplored", counted(r.edges, "edge"), options.alpha,
                         grouped(r.unexplored)) +
             describe_hub_split(r);
    case change::hubs:
      return fmt::format("{} in the frontier: more than {:g} % of all", counted(r.edges, "hub"), 100 * options.gamma) +
             describe_hub_split(r);
    case change::few:
      return fmt::format("{}: fewer than 1/{:g} of all and shrinking", counted(r.frontier, "vertex", "vertices"), options.beta);
    case change::many:
      return fmt::format("{} in the level before: more than 1/{} of the number of vertices, so its discoveries were not listed",
                         counted(r.edges, "edge"), many_edges_fraction);
    case change::none:
      break;
  }
  return {};
}

}  // namespace

std::vector<level_report> to_levels(const std::vector<level_record>& records, const bfs_options& options) {
  std::vector<level_report> all;
  direction before = options.strategy == bfs_strategy::bottom_up ? direction::bottom_up : direction::top_down;
  std::uint32_t frontier = 0;
  for (const level_record& r : records) {
    const direction way = r.bottom_up ? direction::bottom_up : direction::top_down;
    all.push_back(
        {static_cast<hop_count>(all.size()), way, r.frontier, r.inspected, r.found, static_cast<double>(r.nanoseconds) * 1e-9,
         way != before && r.why == change::none ? explain_return(r, frontier, options) : explain(r, way, before, options)});
    before = way, frontier = r.frontier;
  }
  return all;
}

}  // namespace fathom::bfs_engine
