// JSON object of `fathom graph500 --json`.
#include <nlohmann/json.hpp>
#include <vector>

#include "commands/graph500/command.hpp"
#include "output/rank_json.hpp"

namespace fathom::program {
namespace {

json searches_json(const std::vector<graph500_search>& searches) {
  json all = json::array();
  std::vector<double> seconds, teps;
  for (const graph500_search& one : searches) {
    seconds.push_back(one.seconds);
    teps.push_back(static_cast<double>(one.edges) / one.seconds);
    all.push_back({{"root", one.root},
                   {"seconds", one.seconds},
                   {"seconds_validate", one.seconds_validate},
                   {"reached", one.reached},
                   {"edges", one.edges},
                   {"depth", one.depth},
                   {"teps", teps.back()}});
  }
  return {
      {"searches", std::move(all)}, {"seconds", statistics_json(summarize(seconds))}, {"teps", statistics_json(summarize(teps))}};
}

json ranks_json(const std::vector<graph500_rank>& by_rank) {
  json all = json::array();
  for (const graph500_rank& one : by_rank) {
    all.push_back({{"vertices", one.vertices},
                   {"edges", one.edges},
                   {"bytes_construction", one.bytes_construction},
                   {"bytes_searches", one.bytes_searches},
                   {"seconds_own_part", one.seconds_search},
                   {"seconds_exchange", one.seconds_exchange},
                   {"seconds_wait", one.seconds_wait},
                   {"peak_memory_bytes", one.peak_memory_bytes}});
  }
  return all;
}

}  // namespace

std::string graph500_json(const graph500_result& r, const std::string& why_cpu) {
  const auto text_or_null = [](const std::string& text) { return text.empty() ? json(nullptr) : json(text); };
  return text_of({{"fathom", program_json()},
                  {"scale", r.scale},
                  {"edge_factor", r.edge_factor},
                  {"ranks", r.ranks},
                  {"grid", {r.grid_rows, r.grid_columns}},
                  {"threads", r.threads},
                  {"device", to_string(r.where)},
                  {"why_cpu", text_or_null(why_cpu)},
                  {"transport", r.transport},
                  {"transport_reason", text_or_null(r.transport_reason)},
                  {"conflict_resolution", r.conflict_resolution ? json(to_string(*r.conflict_resolution)) : json(nullptr)},
                  {"seed", r.seed},
                  {"directed_edges", r.directed_edges},
                  {"delegates", r.delegates},
                  {"seconds", {{"generation", r.seconds_generation}, {"construction", r.seconds_construction}}},
                  {"bfs", searches_json(r.bfs)},
                  {"sssp", r.sssp.empty() ? json(nullptr) : searches_json(r.sssp)},
                  {"slowest", levels_json(r.slowest)},
                  {"by_rank", ranks_json(r.by_rank)},
                  {"energy", r.energy ? energy_json(*r.energy) : json(nullptr)}});
}

}  // namespace fathom::program
