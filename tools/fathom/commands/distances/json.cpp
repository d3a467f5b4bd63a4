// JSON object of `fathom distances --json`, with and without --ranks.
#include "commands/distances/json.hpp"

#include <nlohmann/json.hpp>

#include "base/report_json.hpp"
#include "fathom/report.hpp"

namespace fathom::program {
namespace {

json object_of(const distances_arguments& a, const distances_outcome& o, const json& run) {
  const graph& g = o.loaded.g;
  json results = json::array();
  for (const std::size_t i : searched(o)) {
    results.push_back({{"source", g.original_id(o.vertices[i])},
                       {"reached", o.totals.reached[i]},
                       {"distance_sum", o.totals.distance_sum[i]},
                       {"farthest", o.totals.farthest[i]},
                       {"found_by_distance", o.totals.histogram[i]}});
    if (!g.arrays().labels.empty()) results.back()["label"] = g.name(o.vertices[i]);
    results.back()["valid"] = nullptr;
    if (!o.verdicts) continue;
    const auto invalid = o.verdicts->invalid.find(i);
    results.back()["valid"] = invalid == o.verdicts->invalid.end();
    if (invalid != o.verdicts->invalid.end()) results.back()["message"] = invalid->second;
  }
  json object = command_json("distances", o.loaded);
  object["layout"] = nullptr;
  object["sources_from"] = o.sources;
  object["resumed"] = o.resumed;
  object["why_parts"] = o.why_parts.empty() ? json(nullptr) : json(o.why_parts);
  object.update(run);
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["results"] = std::move(results);
  const bool is_written = !a.output.empty() && !o.failed();
  object["output"] = is_written ? json(a.output) : json(nullptr);
  object["bits"] = is_written ? json(a.bits) : json(nullptr);
  object["seconds_validate"] = o.verdicts ? o.verdicts->seconds : 0;
  return object;
}

}  // namespace

std::string distances_json(const distances_arguments& a, const distances_outcome& o) {
  json object = object_of(a, o, json_fields(o.report));
  object["layout"] = layout_json(o.prepared, o.layout_loaded);
  return text_of(object);
}

std::string rank_distances_json(const distances_arguments& a, const distances_outcome& o, const rank_multi_bfs_report& report,
                                const partition_summary& parts, const std::string& written) {
  json run = json_fields(report);
  if (!a.levels) {  // always in this report, but as in a single process only printed on request
    for (json& group : run["groups"]) group["levels"] = json::array();
  }
  json object = object_of(a, o, run);
  if (!a.output.empty() && !o.failed()) object["output"] = written;
  add_partition(o.loaded, parts, object);
  return text_of(object);
}

}  // namespace fathom::program
