// The largest components or communities, as text and JSON. A set has a `label`, its smallest vertex, and a `size` in vertices.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "base/text.hpp"
#include "fathom/graph.hpp"
#include "output/describe.hpp"
#include "output/json.hpp"
#include "output/shown.hpp"

namespace fathom::program {

inline constexpr vertex_id few_sets = 10;  ///< number shown

/// A table of the largest of `count` sets.
template <class Sets>
std::string largest_sets_text(const graph& g, const Sets& largest, std::uint64_t count) {
  text_table table{{{"smallest vertex"}, {"vertices"}, {"share"}}, {}};
  for (const auto& set : largest) {
    table.rows.push_back({shown_name(g, static_cast<vertex_id>(set.label)), grouped(set.size),
                          fmt::format("{:.2f} %", 100.0 * static_cast<double>(set.size) / g.num_vertices())});
  }
  return (largest.size() == 0 ? "" : table.render()) +
         (count > largest.size() ? fmt::format("  and {} more\n", grouped(count - largest.size())) : "");
}

/// The same as objects of vertex, label (if any) and size.
template <class Sets>
json largest_sets_json(const graph& g, const Sets& largest) {
  json all = json::array();
  for (const auto& set : largest) {
    const auto vertex = static_cast<vertex_id>(set.label);
    json object = {{"vertex", vertex_json(g, vertex)}};
    if (vertex != no_vertex && !g.arrays().labels.empty()) object["label"] = g.name(vertex);
    object["size"] = set.size;
    all.push_back(std::move(object));
  }
  return all;
}

}  // namespace fathom::program
