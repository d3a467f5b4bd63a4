#include "options/vertex_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.hpp"
#include "fathom/error.hpp"
#include "output/describe.hpp"

namespace fathom::program {
namespace {

std::uint64_t id_of(const named_vertices& names, vertex_id v) { return names.original_ids.empty() ? v : names.original_ids[v]; }

std::optional<vertex_id> vertex_with(const named_vertices& names, std::uint64_t id) {
  if (names.original_ids.empty()) return id < names.count ? std::optional(static_cast<vertex_id>(id)) : std::nullopt;
  const auto at = std::ranges::lower_bound(names.original_ids, id);
  if (at == names.original_ids.end() || *at != id) return std::nullopt;
  return static_cast<vertex_id>(at - names.original_ids.begin());
}

}  // namespace

named_vertices names_of(const graph& g) { return {g.num_vertices(), g.arrays().original_ids.view(), &g.arrays().labels}; }

vertex_id find_by_id(const named_vertices& names, const std::string& text, std::string_view what) {
  std::uint64_t id = 0;
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, id);
  const bool number = status == std::errc{} && stop == end && !text.empty();
  if (number) {
    if (const auto known = vertex_with(names, id)) return *known;
  }
  if (names.count == 0) throw error(error_category::usage, fmt::format("{} {}: the graph has no vertices", what, text));
  if (!number) {
    throw error(error_category::usage,
                fmt::format("{} '{}' is not a vertex id, and the graph has no labels; use a number", what, text));
  }
  const vertex_id last = names.count - 1;
  if (!names.original_ids.empty()) {
    const std::uint64_t first_id = id_of(names, 0), last_id = id_of(names, last);
    throw error(error_category::usage,
                fmt::format("{} {} is not in the graph; its {} ids {} {} to {}{}", what, text, grouped(names.count),
                            names.count == 1 ? "is" : "are", first_id, last_id, last_id - first_id == last ? "" : ", with gaps"));
  }
  throw error(error_category::usage, fmt::format("{} {} is not in the graph; its vertices are 0 to {}", what, text, last));
}

void unknown_label(const named_vertices& names, const std::string& text, std::string_view what) {
  const std::string known = names.count == 0 ? "" : fmt::format(", such as '{}'", shown_text(std::string((*names.labels)[0])));
  throw error(error_category::usage,
              fmt::format("{} '{}' is not in the graph; use the label of a vertex{}", what, shown_text(text), known));
}

vertex_finder::vertex_finder(const named_vertices& names) : names_(names) {
  for (vertex_id v = 0; !names.labels->empty() && v < names.count; ++v) by_label_.try_emplace((*names.labels)[v], v);
}

vertex_id vertex_finder::find(const std::string& text, std::string_view what) const {
  if (names_.labels->empty()) return find_by_id(names_, text, what);
  const auto labeled = by_label_.find(text);
  if (labeled == by_label_.end()) unknown_label(names_, text, what);
  return labeled->second;
}

}  // namespace fathom::program
