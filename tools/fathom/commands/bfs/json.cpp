// JSON object of `fathom bfs --json`.
#include <nlohmann/json.hpp>

#include "commands/bfs/command.hpp"
#include "output/describe.hpp"
#include "output/json.hpp"
#include "output/rank_json.hpp"

namespace fathom::program {
namespace {

json run_json(const bfs_outcome& o, const search_run& run, bool with_levels) {
  const graph& g = o.loaded.g;
  json report = json::parse(to_json(run.report));
  json object = {{"source", g.original_id(run.report.source)}};
  if (!g.arrays().labels.empty()) object["label"] = g.name(run.report.source);
  for (const char* key : {"reached", "depth", "edges_traversed", "seconds", "seconds_search", "seconds_map_back", "teps"}) {
    object[key] = report[key];
  }
  object["teps_graph500"] = graph500_teps(run.report, g);
  object["valid"] = run.validation ? json(run.validation->valid) : json(nullptr);
  if (run.validation && !run.validation->valid) object["violation"] = run.validation->message;
  if (with_levels) object["levels"] = std::move(report["levels"]);
  if (report.contains("hub_cache")) object["hub_cache"] = std::move(report["hub_cache"]);
  return object;
}

template <class Value>
json summary_of(const bfs_outcome& o, Value value) {
  std::vector<double> values;
  for (const search_run& run : o.runs) values.push_back(value(run.report));
  return statistics_json(summarize(values));
}

json path_labels(const bfs_outcome& o) {
  json path = json::array();
  for (const vertex_id v : o.path) path.push_back(o.loaded.g.name(v));
  return path;
}

json path_json(const bfs_outcome& o) {
  json path = json::array();
  for (const vertex_id v : o.path) path.push_back(o.loaded.g.original_id(v));
  return path;
}

void add_processes(const bfs_outcome& o, json& object) {
  add_partition(o.loaded, {o.partitioned_edges, o.grid_rows, o.grid_columns, o.delegates, o.by_rank}, object);
  object["order"] = nullptr;
  object["levels_over_ranks"] = levels_json(o.levels);
  object["energy"] = o.energy ? energy_json(*o.energy) : json(nullptr);
}

}  // namespace

std::string searches_json(const bfs_arguments& a, const bfs_outcome& o) {
  const graph& g = o.loaded.g;
  const run_report& first = o.runs.front().report;
  json runs = json::array();
  for (const search_run& run : o.runs) runs.push_back(run_json(o, run, a.options.report_levels));
  json object = {{"fathom", program_json()},
                 {"graph", graph_json(o.loaded.name, g)},
                 {"device", to_string(first.where)},
                 {"why_cpu", o.why_cpu.empty() ? json(nullptr) : json(o.why_cpu)},
                 {"threads", first.threads},
                 {"algorithm", first.algorithm},
                 {"engine", first.engine},
                 {"order",
                  {{"name", to_string(o.prepared.order)},
                   {"reason", o.prepared.reason},
                   {"bytes", o.prepared.bytes},
                   {"loaded", o.layout_loaded}}},
                 {"runs", std::move(runs)},
                 {"summary",
                  {{"runs", o.runs.size()},
                   {"seconds", summary_of(o, [](const run_report& r) { return r.seconds(); })},
                   {"seconds_map_back", summary_of(o, [](const run_report& r) { return r.seconds_map_back; })},
                   {"teps", summary_of(o, [](const run_report& r) { return r.teps(); })},
                   {"teps_graph500", summary_of(o, [&](const run_report& r) { return graph500_teps(r, g); })},
                   {"validated", o.validated()},
                   {"failed", o.failed()}}},
                 {"receipt", receipt_json(o.loaded)},
                 {"seconds",
                  {{"read", o.loaded.seconds_read},
                   {"build", o.loaded.seconds_build},
                   {"prepare", o.layout_loaded ? 0 : o.prepared.seconds},
                   {"validate", o.seconds_validate}}},
                 {"peak_memory_bytes", peak_memory_bytes()},
                 {"device_memory_bytes", first.device_memory_bytes}};
  const bool labeled = !g.arrays().labels.empty();
  if (o.target) object["target"] = g.original_id(*o.target);
  if (o.target && labeled) object["target_label"] = g.name(*o.target);
  if (o.target || a.analysis) object["path"] = path_json(o);
  if ((o.target || a.analysis) && labeled) object["path_labels"] = path_labels(o);
  if (!o.distances.empty()) object["distances"] = o.distances;
  json explained = json::parse(to_json(o.explained));
  object["slowest"] = {
      {"run", o.slowest}, {"source", g.original_id(o.runs[o.slowest].report.source)}, {"reproduced", o.reproduced()}};
  if (labeled) object["slowest"]["label"] = g.name(o.runs[o.slowest].report.source);
  object["levels"] = std::move(explained["levels"]);
  object["validation"] = o.runs.front().validation ? place_json(o.place) : json(nullptr);
  if (!o.files.empty()) object["files"] = o.files;
  if (a.ranking.ranks) add_processes(o, object);
  return text_of(object);
}

}  // namespace fathom::program
