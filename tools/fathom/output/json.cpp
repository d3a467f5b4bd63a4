#include "output/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "build_info.hpp"
#include "output/describe.hpp"

namespace fathom::program {

json graph_json(const std::string& name, const graph& g) {
  const graph_properties& p = g.properties();
  json object = {{"name", name},
                 {"vertices", g.num_vertices()},
                 {"edges", g.num_edges()},
                 {"directed", g.directed()},
                 {"weighted", g.weighted()},
                 {"weight_precision", nullptr},
                 {"labelled", !g.arrays().labels.empty()},
                 {"self_loops", p.self_loops},
                 {"duplicates", p.duplicates},
                 {"isolated", p.isolated},
                 {"max_out_degree", p.max_out_degree},
                 {"max_out_degree_vertex", nullptr},
                 {"max_in_degree", p.max_in_degree},
                 {"bytes", g.bytes()}};
  if (g.weighted()) object["weight_precision"] = g.has_wide_weights() ? "double" : "single";
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
          {"parallel_edges", to_string(r.parallel)},
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

std::string text_of(const json& object) {
  json versioned = {{"schema_version", json_schema_version}};
  versioned.update(object);
  const std::string text = versioned.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  // Text outside strings is ASCII, and dump() has escaped the ASCII control characters in strings.
  const auto is_first = [](char c) { return c == '\x7f' || c == '\xc2' || c == '\xe2'; };
  if (std::none_of(text.begin(), text.end(), is_first)) return text;
  std::string safe;
  safe.reserve(text.size());
  const auto byte = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(text[at])); };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = text[i] == '\xc2' ? 2 : text[i] == '\xe2' ? 3 : 1;
    const std::string_view sequence = std::string_view(text).substr(i, length);
    if (!is_first(text[i]) || terminal_safe(sequence) == sequence) {
      safe += sequence;
    } else {
      const unsigned point = length == 1   ? byte(i)
                             : length == 2 ? (byte(i) & 0x1F) << 6 | (byte(i + 1) & 0x3F)
                                           : (byte(i) & 0x0F) << 12 | (byte(i + 1) & 0x3F) << 6 | (byte(i + 2) & 0x3F);
      safe += fmt::format("\\u{:04x}", point);
    }
    i += length;
  }
  return safe;
}

}  // namespace fathom::program
