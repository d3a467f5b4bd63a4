// Vertices by the names that a file gave them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom::program {

/// What vertices are called, in a graph or in an index of one.
struct named_vertices {
  vertex_id count = 0;
  std::span<const std::uint64_t> original_ids;  ///< ascending; empty where vertex v is called v
  const vertex_labels* labels = nullptr;        ///< never null in use; may be empty
};

[[nodiscard]] named_vertices names_of(const graph& g);

/// The vertex whose id in the file is `text`, where there are no labels. Throws error_category::usage naming `what` ("source") and the range of ids.
[[nodiscard]] vertex_id find_by_id(const named_vertices& names, const std::string& text, std::string_view what);

/// Throws error_category::usage for a name that is no vertex's in a graph with labels: numbers are labels there, never positions.
[[noreturn]] void unknown_label(const named_vertices& names, const std::string& text, std::string_view what);

/// Finds many: labels are gone through once.
class vertex_finder {
 public:
  /// `names` must outlive it.
  explicit vertex_finder(const named_vertices& names);
  /// By label where there are labels, else by id. Throws as unknown_label() and find_by_id().
  [[nodiscard]] vertex_id find(const std::string& text, std::string_view what) const;

 private:
  named_vertices names_;
  std::unordered_map<std::string_view, vertex_id> by_label_;
};

}  // namespace fathom::program
