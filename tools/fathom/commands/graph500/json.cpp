// JSON object of `fathom graph500 --json`.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/report_json.hpp"
#include "commands/graph500/command.hpp"
#include "fathom/report.hpp"
#include "output/json.hpp"

namespace fathom::program {
namespace {

std::vector<std::string> names_of_devices(const std::vector<device>& devices) {
  std::vector<std::string> names;
  for (const device where : devices) names.push_back(to_string(where));
  return names;
}

template <class Report>
json list_json(const std::vector<Report>& reports) {
  json all = json::array();
  for (const Report& one : reports) all.push_back(json_fields(one));
  return all;
}

json kernel_json(const std::vector<graph500_search>& searches) {
  std::vector<double> seconds, teps;
  for (const graph500_search& one : searches) seconds.push_back(one.seconds), teps.push_back(one.teps());
  return {{"runs", list_json(searches)},
          {"summary", {{"seconds", json_fields(summarize(seconds))}, {"teps_graph500", json_fields(summarize(teps))}}}};
}

}  // namespace

std::string graph500_json(const graph500_result& r, const std::string& why_cpu) {
  json object = command_json("graph500");
  object.update({{"scale", r.scale},
                 {"edge_factor", r.edge_factor},
                 {"ranks", r.ranks},
                 {"grid", {r.grid_rows, r.grid_columns}},
                 {"threads", r.threads},
                 {"device", to_string(r.where)},
                 {"devices", names_of_devices(r.devices)},
                 {"why_cpu", text_or_null(why_cpu)},
                 {"transport", r.transport},
                 {"transport_reason", text_or_null(r.transport_reason)},
                 {"conflict_resolution", r.conflict_resolution ? json(to_string(*r.conflict_resolution)) : json(nullptr)},
                 {"seed", r.seed},
                 {"directed_edges", r.directed_edges},
                 {"delegates", r.delegates},
                 {"seconds_generation", r.seconds_generation},
                 {"seconds_construction", r.seconds_construction},
                 {"bfs", kernel_json(r.bfs)},
                 {"sssp", r.sssp.empty() ? json(nullptr) : kernel_json(r.sssp)},
                 {"levels_over_ranks", list_json(r.slowest)},
                 {"by_rank", list_json(r.by_rank)},
                 {"energy", r.energy ? json_fields(*r.energy) : json(nullptr)}});
  return text_of(object);
}

}  // namespace fathom::program
