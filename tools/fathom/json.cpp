#include "json.hpp"

#include <nlohmann/json.hpp>

#include "build_info.hpp"
#include "describe.hpp"

namespace fathom::program {

json graph_json(const std::string& name, const graph& g) {
  const graph_properties& p = g.properties();
  json object = {{"name", name},
                 {"vertices", g.num_vertices()},
                 {"edges", g.num_edges()},
                 {"directed", g.directed()},
                 {"weighted", g.weighted()},
                 {"labelled", !g.arrays().labels.empty()},
                 {"self_loops", p.self_loops},
                 {"duplicates", p.duplicates},
                 {"isolated", p.isolated},
                 {"max_out_degree", p.max_out_degree},
                 {"max_out_degree_vertex", nullptr},
                 {"max_in_degree", p.max_in_degree},
                 {"bytes", g.bytes()}};
  if (p.max_out_degree_vertex != no_vertex) object["max_out_degree_vertex"] = g.original_id(p.max_out_degree_vertex);
  return object;
}

json receipt_json(const loaded_graph& loaded) {
  const receipt& r = loaded.what;
  const auto cut = [&]() -> json {
    if (!loaded.cut) return nullptr;
    const component_cut& c = *loaded.cut;
    return {{"kind", to_string(c.kind)},
            {"components", c.components},
            {"vertices_before", c.vertices_before},
            {"edges_before", c.edges_before},
            {"seconds", c.seconds}};
  };
  return {{"origin", loaded.origin},
          {"file_bytes", loaded.file_bytes},
          {"edges_read", r.edges_read},
          {"reverse_edges_added", r.reverse_edges_added},
          {"self_loops_removed", r.self_loops_removed},
          {"duplicates_removed", r.duplicates_removed},
          {"edges_stored", r.edges_stored},
          {"vertices", r.vertices},
          {"isolated", r.isolated},
          {"renumbered", r.renumbered},
          {"largest_original_id", r.renumbered ? json(r.largest_original_id) : json(nullptr)},
          {"seconds_read", loaded.seconds_read},
          {"seconds_build", loaded.seconds_build},
          {"largest_component", cut()},
          {"notes", r.notes}};
}

json statistics_json(const summary_statistics& s) {
  return {{"min", s.min},
          {"first_quartile", s.first_quartile},
          {"median", s.median},
          {"third_quartile", s.third_quartile},
          {"max", s.max},
          {"mean", s.mean},
          {"harmonic_mean", s.harmonic_mean}};
}

json program_json() {
  const build_info& built = this_build();
  return {{"version", built.version}, {"commit", built.commit}, {"build_type", built.build_type}, {"compiler", built.compiler}};
}

std::string text_of(const json& object) { return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n"; }

}  // namespace fathom::program
