// Lookup of vertices by their ids or labels in the graph's file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom::program {

/// Names of the vertices of a graph or of an index.
struct named_vertices {
  vertex_id count = 0;
  std::span<const std::uint64_t> original_ids;  ///< ascending; empty if the id of vertex v is v
  const vertex_labels* labels = nullptr;        ///< never null in use; may be empty
};

[[nodiscard]] named_vertices names_of(const graph& g);

/// The vertex whose id in the file is `text`, in a graph without labels. Throws error_category::usage with `what` ("source") and
/// the range of ids.
[[nodiscard]] vertex_id find_by_id(const named_vertices& names, const std::string& text, std::string_view what);

/// Throws error_category::usage for an unknown label. In a graph with labels, numbers are labels, never positions.
[[noreturn]] void unknown_label(const named_vertices& names, const std::string& text, std::string_view what);

/// Finder for many lookups: indexes the labels once.
class vertex_finder {
 public:
  /// `names` must outlive it.
  explicit vertex_finder(const named_vertices& names);
  /// By label if there are labels, else by id. Throws as unknown_label() and find_by_id().
  [[nodiscard]] vertex_id find(const std::string& text, std::string_view what) const;
  [[nodiscard]] bool has_label(std::string_view text) const { return by_label_.contains(text); }

 private:
  named_vertices names_;
  std::unordered_map<std::string_view, vertex_id> by_label_;
};

}  // namespace fathom::program
