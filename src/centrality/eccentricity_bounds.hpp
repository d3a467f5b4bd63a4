// Bounds on the eccentricities of all vertices, tightened by searches.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "components/numbered_components.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Distances from a source to each vertex and back. The two are the same in an undirected graph; `there` may be empty in a directed
/// one. T: std::int8_t, std::int16_t, hop_count.
template <class T>
struct distances_both_ways {
  std::span<const T> there, back;
  hop_count eccentricity = 0;
};

/// A lower and an upper bound per vertex, which only ever tighten.
class eccentricity_bounds {
 public:
  /// Keeps references to `g` and `parts`, which must outlive this object.
  eccentricity_bounds(const graph& g, const numbered_components& parts, int threads);

  [[nodiscard]] hop_count lower(vertex_id v) const noexcept { return lower_[v]; }
  [[nodiscard]] hop_count upper(vertex_id v) const noexcept { return upper_[v]; }
  [[nodiscard]] bool is_open(vertex_id v) const noexcept { return lower_[v] < upper_[v]; }
  [[nodiscard]] hop_count largest_lower() const;
  [[nodiscard]] hop_count largest_upper() const;

  template <class T>
  void tighten(std::span<const distances_both_ways<T>> searches);
  /// Collective: keeps the best of all processes' bounds.
  void combine(communicator& ranks);
  /// Sets the exact eccentricity of v.
  void set_exact(vertex_id v, hop_count eccentricity);
  /// Propagates bounds along edges; call after bounds have changed.
  void propagate();
  /// Records that v, and thus its component, has been a source.
  void mark_searched(vertex_id v);

  /// The source of the search that raises the lower bound of v, or lowers its upper bound; not always v itself. Open if v is.
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
  std::vector<std::pair<vertex_id, vertex_id>> leaves_;  // undirected: with their only neighbor
  // Of a directed graph: vertices in the order of their components, and per component
  std::vector<vertex_id> by_component_;
  std::vector<vertex_id> pivots_;      // its vertex of largest degree; no_vertex once the component was searched
  std::vector<vertex_id> worst_exit_;  // the target of largest upper bound among its outgoing edges, or no_vertex
};

}  // namespace fathom
