#include "output/rank_json.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/report_json.hpp"

namespace fathom::program {
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
                       {"seconds", loaded.seconds_read + loaded.seconds_build},
                       {"seconds_read", loaded.seconds_read},
                       {"seconds_build", loaded.seconds_build},
                       {"edges_read", loaded.what.edges_read},
                       {"parallel_edges", to_string(loaded.what.parallel)},
                       {"notes", loaded.what.notes}};
  object["grid"] = {parts.grid_rows, parts.grid_columns};
  object["delegates"] = parts.delegates;
  json& by_rank = object["by_rank"] = json::array();
  for (const rank_work& one : parts.by_rank) by_rank.push_back(json_fields(one));
}

}  // namespace fathom::program
