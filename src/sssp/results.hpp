// Parts shared by the shortest-path workspaces of all devices.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "fathom/sssp.hpp"

namespace fathom {

/// Throws error_category::usage for options or sources that this search does not have; ::device, ::memory.
void check_search(const weighted_layout& l, std::span<const vertex_id> sources, const sssp_options& options, const execution& exec);

/// Returns whether a new array was allocated.
template <class T>
bool resize(array<T>& a, std::size_t size) {
  if (a.size() == size && a.where().kind == device_kind::cpu) return false;
  a = array<T>(size);
  return true;
}

/// Prepares `result` for a search: allocates missing arrays in the caller's size, in host memory, and clears the report.
inline void begin_result(const weighted_layout& l, const sssp_options& options, sssp_result& result) {
  resize(result.distances, l.caller_vertices);
  resize(result.predecessors, options.return_predecessors ? l.caller_vertices : 0);
  result.report = {};
}

/// A layout in degree order leaves out isolated vertices.
inline bool is_isolated(const weighted_layout& l, vertex_id source) { return l.to_internal && l.to_internal[source] == no_vertex; }

inline void reach_only_source(vertex_id source, sssp_result& result) {
  std::fill(result.distances.begin(), result.distances.end(), unreachable_distance);
  std::fill(result.predecessors.begin(), result.predecessors.end(), no_vertex);
  result.distances[source] = 0;
  result.report.reached = 1;
}

/// Description of the distance arithmetic, such as "exact sums in 32 bits", with a note for unweighted graphs. `narrow`: 32 bits.
inline std::string describe_sums(const weighted_layout& l, bool narrow) {
  const std::string sums = l.weights == weight_kind::real ? "sums in double precision"
                           : narrow                       ? "exact sums in 32 bits"
                                                          : "exact sums in 64 bits";
  if (l.weight_values) return sums + "; weights in double precision";
  return sums + (l.weights == weight_kind::unit ? "; the graph has no weights: each edge has weight 1" : "");
}

/// Copies results in host memory to a device.
inline void move_to_device(sssp_result& result, device where) {
  result.distances = to_device(std::span<const double>(result.distances.view()), where);
  result.predecessors = to_device(std::span<const vertex_id>(result.predecessors.view()), where);
}

/// Shortest-path workspace on a GPU: consecutive searches reuse its memory and return results in the caller's ids.
class sssp_on_device {
 public:
  sssp_on_device() = default;
  sssp_on_device(const sssp_on_device&) = delete;
  sssp_on_device& operator=(const sssp_on_device&) = delete;
  virtual ~sssp_on_device() = default;

  /// Fills `result`; arrays that were moved out are allocated again.
  virtual void search(vertex_id source, sssp_result& result) = 0;
};

}  // namespace fathom
