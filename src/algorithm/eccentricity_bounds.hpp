// What searches tell about the eccentricities of all vertices.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithm/numbered_components.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Distances from a source to each vertex and back; the same twice in an undirected graph, and `there` may be empty in a directed
/// one. T: std::int8_t, std::int16_t, hop_count.
template <class T>
struct distances_both_ways {
  std::span<const T> there, back;
  hop_count eccentricity = 0;
};

/// A lower and an upper bound for each vertex, which only ever come nearer to each other.
class eccentricity_bounds {
 public:
  /// Borrows both.
  eccentricity_bounds(const graph& g, const numbered_components& parts, int threads);

  [[nodiscard]] hop_count lower(vertex_id v) const noexcept { return lower_[v]; }
  [[nodiscard]] hop_count upper(vertex_id v) const noexcept { return upper_[v]; }
  [[nodiscard]] bool is_open(vertex_id v) const noexcept { return lower_[v] < upper_[v]; }
  [[nodiscard]] hop_count largest_lower() const;
  [[nodiscard]] hop_count largest_upper() const;

  template <class T>
  void tighten(std::span<const distances_both_ways<T>> searches);
  /// The eccentricity of v is known.
  void settle(vertex_id v, hop_count eccentricity);
  /// Takes bounds along edges. Worth a call after new ones have come.
  void propagate();
  /// Notes that v has been searched from, and its component with it.
  void mark_searched(vertex_id v);

  /// The vertex to search from so that the lower bound of v rises, or the upper one falls: not always v itself. It is open if v is.
  [[nodiscard]] vertex_id to_raise_lower(vertex_id v) const;
  [[nodiscard]] vertex_id to_lower_upper(vertex_id v) const;

 private:
  template <class T>
  void tighten_block(const distances_both_ways<T>& search, std::uint64_t first, std::uint64_t last);
  void propagate_to_leaves();
  void propagate_halves();
  void propagate_between_components();

  const graph& g_;
  const numbered_components& parts_;
  int threads_;
  std::vector<hop_count> lower_, upper_;
  std::vector<std::pair<vertex_id, vertex_id>> leaves_;  // undirected: with their only neighbour
  // Of a directed graph: vertices in the order of their components, and for each component
  std::vector<vertex_id> by_component_;
  std::vector<vertex_id> pivots_;      // its vertex of largest degree; no_vertex once it was searched
  std::vector<vertex_id> worst_exit_;  // of the vertices beyond its edges out, the one of largest upper bound; or no_vertex
};

}  // namespace fathom
