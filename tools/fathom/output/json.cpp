#include "output/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "build_info.hpp"
#include "fathom/layout.hpp"
#include "fathom/report.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom::program {
namespace {

json graph_json(const std::string& name, const graph& g) {
  json object = {{"name", name}, {"vertices", g.num_vertices()}, {"edges", g.num_edges()}};
  object.update(json_fields(g.properties(), &g));
  object["undirected_edges"] = g.directed() ? json(nullptr) : json(g.num_edges_once());
  object.erase("out_degree_histogram");  // `fathom info` prints it by degree
  object["weighted"] = g.weighted();
  object["weight_precision"] = !g.weighted() ? json(nullptr) : g.has_wide_weights() ? "double" : "single";
  object["labeled"] = !g.arrays().labels.empty();
  object["bytes"] = g.bytes();
  return object;
}

json cut_json(const component_cut& c) {
  return {{"kind", to_string(c.kind)},
          {"components", c.components},
          {"vertices_before", c.vertices_before},
          {"edges_before", c.edges_before},
          {"seconds", c.seconds}};
}

json receipt_json(const loaded_graph& loaded) {
  json object = {{"origin", loaded.origin},
                 {"file_bytes", loaded.file_bytes},
                 {"seconds", loaded.seconds_read + loaded.seconds_build},
                 {"seconds_read", loaded.seconds_read}};
  object.update(json_fields(loaded.what));
  object["seconds_build"] = loaded.seconds_build;
  object["threads"] = loaded.threads;
  object["largest_component"] = loaded.cut ? cut_json(*loaded.cut) : json(nullptr);
  return object;
}

}  // namespace

json command_json(const char* command) {
  const build_info& built = this_build();
  return {{"fathom",
           {{"version", built.version},
            {"commit", built.commit},
            {"build_type", built.build_type},
            {"compiler", built.compiler},
            {"flags", built.flags}}},
          {"command", command}};
}

json command_json(const char* command, const loaded_graph& loaded) {
  json object = command_json(command);
  object["graph"] = graph_json(loaded.name, loaded.g);
  object["receipt"] = receipt_json(loaded);
  return object;
}

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json vertex_json(const graph& g, vertex_id v) { return v == no_vertex ? json(nullptr) : json(g.original_id(v)); }

json vertices_json(const graph& g, std::span<const vertex_id> vertices) {
  json ids = json::array();
  for (const vertex_id v : vertices) ids.push_back(g.original_id(v));
  return ids;
}

template <class Layout>
json layout_json(const Layout& prepared, bool loaded) {
  json object = json_fields(prepared);
  object["loaded"] = loaded;
  return object;
}

template json layout_json(const layout&, bool);
template json layout_json(const weighted_layout&, bool);

void move_shared_fields(json& runs, json& object) {
  for (const char* key :
       {"algorithm", "engine", "order_reason", "device", "threads", "weights", "device_memory_bytes", "peak_memory_bytes"}) {
    if (!runs.front().contains(key)) continue;
    object[key] = runs.front()[key];
    for (json& run : runs) run.erase(key);
  }
}

std::string finished(json object, const std::vector<std::string>& files) {
  object["peak_memory_bytes"] = peak_memory_bytes();
  if (!files.empty()) object["files"] = files;
  return text_of(object);
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
