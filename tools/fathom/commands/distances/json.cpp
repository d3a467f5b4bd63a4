// JSON object of `fathom distances --json`, with and without --ranks.
#include "commands/distances/json.hpp"

#include <nlohmann/json.hpp>

#include "base/memory.hpp"

namespace fathom::program {
namespace {

json object_of(const distances_arguments& a, const distances_outcome& o, json run) {
  const graph& g = o.loaded.g;
  json sources = json::array();
  for (const std::size_t i : searched(o)) {
    sources.push_back({{"source", g.original_id(o.vertices[i])},
                       {"reached", o.totals.reached[i]},
                       {"distance_sum", o.totals.distance_sum[i]},
                       {"farthest", o.totals.farthest[i]},
                       {"found_by_distance", o.totals.histogram[i]}});
    if (!g.arrays().labels.empty()) sources.back()["label"] = g.name(o.vertices[i]);
  }
  json object = {{"fathom", program_json()},
                 {"graph", graph_json(o.loaded.name, g)},
                 {"sources_from", o.sources},
                 {"resumed", o.resumed},
                 {"run", std::move(run)},
                 {"sources", std::move(sources)},
                 {"output", a.output.empty() ? json(nullptr) : json(a.output)},
                 {"bits", a.output.empty() ? json(nullptr) : json(a.bits)},
                 {"receipt", receipt_json(o.loaded)},
                 {"seconds",
                  {{"read", o.loaded.seconds_read},
                   {"build", o.loaded.seconds_build},
                   {"prepare", o.layout_loaded ? 0 : o.prepared.seconds}}}};
  return object;
}

json group_json(const rank_batch_report& batch, bool with_levels) {
  json object = {{"searches", batch.searches}, {"rank", nullptr},          {"device", "cpu"},
                 {"depth", batch.depth},       {"seconds", batch.seconds}, {"edges_traversed", batch.edges_traversed}};
  if (with_levels) object["levels"] = levels_json(batch.levels);
  return object;
}

// Has the keys of a single-process run; batches appear as groups.
json run_json(const rank_multi_bfs_report& r, bool with_levels) {
  json object = {{"algorithm", "multi_bfs"},
                 {"engine", r.engine},
                 {"grouping", "given"},
                 {"order", nullptr},
                 {"device", "cpu"},
                 {"devices", {"cpu"}},
                 {"ranks", r.by_rank.size()},
                 {"threads", r.threads},
                 {"width", r.width},
                 {"sources", r.sources},
                 {"searches", r.searches},
                 {"edges_traversed", r.edges_traversed},
                 {"seconds", r.seconds()},
                 {"seconds_group", 0},
                 {"seconds_search", r.seconds_search},
                 {"seconds_gather", r.seconds_gather},
                 {"seconds_sink", r.seconds_sink},
                 {"teps", r.teps()},
                 {"planned_bytes", r.planned_bytes},
                 {"peak_memory_bytes", peak_memory_bytes()}};
  json& groups = object["groups"] = json::array();
  for (const rank_batch_report& batch : r.batches) groups.push_back(group_json(batch, with_levels));
  return object;
}

}  // namespace

std::string distances_json(const distances_arguments& a, const distances_outcome& o) {
  return text_of(object_of(a, o, json::parse(to_json(o.report))));
}

std::string rank_distances_json(const distances_arguments& a, const distances_outcome& o, const rank_multi_bfs_report& report,
                                const partition_summary& parts, const std::string& written) {
  json object = object_of(a, o, run_json(report, a.levels));
  if (!a.output.empty()) object["output"] = written;
  add_partition(o.loaded, parts, object);
  return text_of(object);
}

}  // namespace fathom::program
