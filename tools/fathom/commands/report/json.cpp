// JSON of `fathom report`.
#include "commands/report/json.hpp"

#include <nlohmann/json.hpp>

#include "base/report_json.hpp"
#include "output/distribution.hpp"
#include "output/json.hpp"

namespace fathom::program {
namespace {

json clustering_json(const graph_study& s) {
  json all = json::array();
  for (const clustering_bin& bin : s.clustering)
    all.push_back({{"from", bin.from}, {"to", bin.to}, {"vertices", bin.vertices}, {"clustering", bin.mean}});
  return all;
}

json distances_json(const graph_study& s) {
  if (!s.distances) return nullptr;
  return {{"sources", s.distances->sources},
          {"pairs", s.distances->pairs},
          {"mean", s.distances->mean},
          {"effective_diameter", s.distances->effective_diameter}};
}

json tail_json(const graph_study& s) {
  if (!s.tail) return nullptr;
  return {{"from", s.tail->from}, {"exponent", s.tail->exponent}, {"vertices", s.tail->values}, {"distance", s.tail->distance}};
}

json energy_json(const graph_study& s) {
  if (!s.energy) return nullptr;
  return {{"searches", s.energy->searches}, {"window", json_fields(s.energy->window)}};
}

}  // namespace

std::string study_json(const loaded_graph& loaded, const graph_study& s) {
  json object = command_json("report", loaded);
  object["degree_kind"] = s.degree_kind;
  object["degrees"] = distribution_json("degree", s.degrees);
  object["tail"] = tail_json(s);
  object["components"] = s.components;
  object["component_sizes"] = distribution_json("size", s.component_sizes);
  object["core_numbers"] = distribution_json("core_number", s.core_numbers);
  object["triangles"] = s.triangles;
  object["average_clustering"] = s.average_clustering;
  object["transitivity"] = s.transitivity;
  object["clustering_by_degree"] = clustering_json(s);
  object["sources"] = text_or_null(s.sources);
  object["distances"] = distances_json(s);
  object["search"] = s.search ? json_fields(*s.search, &s.g) : json(nullptr);
  object["energy"] = energy_json(s);
  object["why_no_energy"] = text_or_null(s.why_no_energy);
  object["ceilings"] = s.ceilings ? json_fields(*s.ceilings) : json(nullptr);
  json phases = json::array();
  for (const auto& [name, seconds] : s.phases) phases.push_back({{"name", name}, {"seconds", seconds}});
  object["phases"] = std::move(phases);
  return text_of(object);
}

}  // namespace fathom::program
