// Searches between two vertices on one CPU thread.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom {

struct found_path {
  std::vector<vertex_id> vertices;  ///< from source to target; empty if there is no path, or after a stop request
  std::uint64_t visited = 0;        ///< vertices taken from the queues
  std::uint64_t edges_inspected = 0;
};

/// Search whose memory serves many pairs. Both ends search if the view has in-edges, else only the source.
class pair_search {
 public:
  virtual ~pair_search() = default;
  /// `source` and `target` are different vertices of the graph.
  [[nodiscard]] virtual found_path find(vertex_id source, vertex_id target, const std::stop_token& stop) = 0;
};

/// Fewest edges: breadth-first searches.
[[nodiscard]] std::unique_ptr<pair_search> make_hop_search(const graph_view& g);
/// Smallest sum of weights, which are not negative: Dijkstra's algorithm from both ends.
[[nodiscard]] std::unique_ptr<pair_search> make_weight_search(const graph_view& g);

/// Memory of one search object per vertex, in bytes.
inline constexpr std::uint64_t hop_search_bytes = 8, weight_search_bytes = 32;

}  // namespace fathom
