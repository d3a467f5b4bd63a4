#include "output/rank_json.hpp"

#include <nlohmann/json.hpp>
#include <utility>

namespace fathom::program {
namespace {

// `joint` is the same level if it belongs to a multi-source BFS, else null.
json level_json(const rank_level_report& l, const rank_batch_level* joint) {
  json level = {{"level", l.level}, {"direction", to_string(l.way)}, {joint ? "joint_frontier" : "frontier", l.frontier}};
  if (joint) level["separate_frontiers"] = joint->separate;
  level["edges_inspected"] = l.inspected;
  if (joint) level["found"] = joint->found;
  level["bytes_sent"] = l.bytes_sent;
  level["seconds"] = l.seconds;
  level["seconds_own_part"] = l.seconds_search;
  level["seconds_exchange"] = l.seconds_exchange;
  level["seconds_wait"] = l.seconds_wait;
  level["imbalance"] = l.imbalance;
  return level;
}

}  // namespace

partition_summary summarize_partition(const rank_graph& g, std::vector<rank_work> by_rank) {
  return {g.num_edges(), g.grid_rows(), g.grid_columns(), g.num_delegates(), std::move(by_rank), g.weighted()};
}

// In a partitioned graph, a process has the vertices but not all edges, so properties of the edges are unknown.
void add_partition(const loaded_graph& loaded, const partition_summary& parts, json& object) {
  const graph& g = loaded.g;
  object["graph"] = {{"name", loaded.name},
                     {"vertices", g.num_vertices()},
                     {"edges", parts.edges},
                     {"directed", g.directed()},
                     {"weighted", parts.weighted}};
  object["receipt"] = {{"origin", loaded.origin},
                       {"file_bytes", loaded.file_bytes},
                       {"edges_read", loaded.what.edges_read},
                       {"parallel_edges", to_string(loaded.what.parallel)},
                       {"notes", loaded.what.notes}};
  object["grid"] = {parts.grid_rows, parts.grid_columns};
  object["delegates"] = parts.delegates;
  object["by_rank"] = ranks_json(parts.by_rank);
}

json ranks_json(std::span<const rank_work> by_rank) {
  json all = json::array();
  for (const rank_work& one : by_rank) {
    all.push_back({{"vertices", one.vertices},
                   {"edges", one.edges},
                   {"bytes_sent", one.bytes_sent},
                   {"seconds_own_part", one.seconds_compute},
                   {"seconds_exchange", one.seconds_exchange},
                   {"seconds_wait", one.seconds_wait},
                   {"peak_memory_bytes", one.peak_memory_bytes}});
  }
  return all;
}

json levels_json(std::span<const rank_level_report> levels) {
  json all = json::array();
  for (const rank_level_report& l : levels) all.push_back(level_json(l, nullptr));
  return all;
}

json levels_json(std::span<const rank_batch_level> levels) {
  json all = json::array();
  for (const rank_batch_level& l : levels) all.push_back(level_json(l, &l));
  return all;
}

json energy_json(const search_energy& measured) {
  const rank_energy& e = measured.energy;
  const bool any = e.devices > 0;
  const auto known = [any](double value) { return any ? json(value) : json(nullptr); };
  return {{"devices", e.devices},
          {"unmeasured", e.unmeasured},
          {"why_not", e.why_not.empty() ? json(nullptr) : json(e.why_not)},
          {"joules", known(e.joules)},
          {"uncertainty_joules", known(e.uncertainty_joules)},
          {"seconds", known(e.seconds)},
          {"average_watts", known(e.average_watts())},
          {"searches", measured.searches},
          {"teps_per_watt", any && e.joules > 0 ? json(measured.edges / e.joules) : json(nullptr)}};
}

}  // namespace fathom::program
