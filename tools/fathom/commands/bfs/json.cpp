// JSON object of `fathom bfs --json`.
#include <nlohmann/json.hpp>

#include "base/report_json.hpp"
#include "commands/bfs/command.hpp"
#include "fathom/report.hpp"
#include "output/json.hpp"
#include "output/rank_json.hpp"

namespace fathom::program {
namespace {

json run_json(const bfs_outcome& o, const search_run& run, bool with_levels) {
  const graph& g = o.loaded.g;
  json object = json_fields(run.report, &g);
  if (!g.arrays().labels.empty()) object["label"] = g.name(run.report.source);
  object["teps_graph500"] = graph500_teps(run.report, g);
  object["valid"] = run.validation ? json(run.validation->valid) : json(nullptr);
  if (run.validation && !run.validation->valid) object["message"] = run.validation->message;
  if (!with_levels) object.erase("levels");
  return object;
}

template <class Value>
json summary_of(const bfs_outcome& o, Value value) {
  std::vector<double> values;
  for (const search_run& run : o.runs) values.push_back(value(run.report));
  return json_fields(summarize(values));
}

json path_labels(const bfs_outcome& o) {
  json path = json::array();
  for (const vertex_id v : o.path) path.push_back(o.loaded.g.name(v));
  return path;
}

void add_processes(const bfs_outcome& o, json& object) {
  json& devices = object["devices"] = json::array();
  for (const device where : o.devices) devices.push_back(to_string(where));
  add_partition(o.loaded, {o.partitioned_edges, o.grid_rows, o.grid_columns, o.delegates, o.by_rank}, object);
  object["layout"] = nullptr;
  json& levels = object["levels_over_ranks"] = json::array();
  for (const rank_level_report& level : o.levels) levels.push_back(json_fields(level));
  object["energy"] = o.energy ? json_fields(*o.energy) : json(nullptr);
}

}  // namespace

std::string searches_json(const bfs_arguments& a, const bfs_outcome& o) {
  const graph& g = o.loaded.g;
  const run_report& slowest = o.runs[o.slowest].report;
  const bool labeled = !g.arrays().labels.empty();
  json runs = json::array();
  for (const search_run& run : o.runs) runs.push_back(run_json(o, run, a.options.report_levels));
  json object = command_json("bfs", o.loaded);
  object["layout"] = layout_json(o.prepared, o.layout_loaded);
  move_shared_fields(runs, object);
  object["why_cpu"] = text_or_null(o.why_cpu);
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["runs"] = std::move(runs);
  object["summary"] = {{"runs", o.runs.size()},
                       {"seconds", summary_of(o, [](const run_report& r) { return r.seconds(); })},
                       {"seconds_on_device", summary_of(o, [](const run_report& r) { return r.seconds_on_device; })},
                       {"seconds_map_back", summary_of(o, [](const run_report& r) { return r.seconds_map_back; })},
                       {"teps", summary_of(o, [](const run_report& r) { return r.teps(); })},
                       {"teps_graph500", summary_of(o, [&](const run_report& r) { return graph500_teps(r, g); })},
                       {"validated", o.validated()},
                       {"failed", o.failed()}};
  if (o.target) object["target"] = g.original_id(*o.target);
  if (o.target && labeled) object["target_label"] = g.name(*o.target);
  if (o.target || a.analysis) object["path"] = vertices_json(g, o.path);
  if ((o.target || a.analysis) && labeled) object["path_labels"] = path_labels(o);
  if (!o.distances.empty()) object["found_by_distance"] = o.distances;
  object["slowest"] = {{"run", o.slowest}, {"source", g.original_id(slowest.source)}, {"reproduced", o.reproduced()}};
  if (labeled) object["slowest"]["label"] = g.name(slowest.source);
  object["levels"] = json_fields(o.explained)["levels"];
  for (std::size_t i = 0; i < o.by_direction.size(); ++i) {
    object["by_direction"][name_of(compared_strategies[i])] = {{"seconds", o.by_direction[i].seconds_searching()},
                                                               {"levels", json_fields(o.by_direction[i])["levels"]}};
  }
  object["validation"] = o.runs.front().validation ? validation_json(o.place, o.seconds_validate) : json(nullptr);
  if (!o.files.empty()) object["files"] = o.files;
  if (a.ranking.partitioned()) add_processes(o, object);
  return text_of(object);
}

}  // namespace fathom::program
