// Validation of a breadth-first search result on any graph, by the five rules of the Graph500 specification (section "Validation"),
// generalised to directed graphs. Shares no code with the engines that it judges.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

enum class bfs_rule {
  none = 0,
  tree_has_no_cycle = 1,          ///< following predecessors from any reached vertex ends at the source
  tree_levels_differ_by_one = 2,  ///< the source has distance 0, any other reached vertex one more than its predecessor
  edges_span_one_level = 3,       ///< an edge u -> v between reached vertices leads at most one level down
  component_is_spanned = 4,       ///< where u of an edge u -> v is reached v is, too (within the depth limit), and nothing else is
  tree_edges_exist = 5,           ///< the predecessor of v has an edge to v
};

[[nodiscard]] std::string_view to_string(bfs_rule rule);

struct bfs_validation {
  bool valid = false;
  bfs_rule violated = bfs_rule::none;  ///< of several the one with the lowest number
  vertex_id from = no_vertex;          ///< an offending edge or pair, the one with the smallest `to`, then the smallest `from`
  vertex_id to = no_vertex;
  std::string message;  ///< in the graph's names; empty where valid
  std::uint64_t reached = 0;
  std::uint64_t edges_traversed = 0;  ///< directed edges, as stored, out of reached vertices
  double seconds = 0;
};

struct validate_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< as the search was told; its last level may stay unexpanded
  device where;                                                   ///< judges; the verdict is the same on every device
  run_control control;
};

/// Validates many searches of one graph. On a CUDA device it keeps a copy of the graph there. For one thread at a time.
class bfs_validator {
 public:
  /// Throws error_category::device, ::memory where the device has too little for the graph and any claim, ::cancelled.
  explicit bfs_validator(const graph& g, const validate_options& options = {});
  ~bfs_validator();
  bfs_validator(bfs_validator&&) noexcept;
  bfs_validator& operator=(bfs_validator&&) noexcept;

  /// As validate_bfs(). On a CUDA device each array may lie in device memory, too; what writes it must have ended. Where a result
  /// is wrong the CPU names the rule and the offender.
  [[nodiscard]] bfs_validation check(vertex_id source, std::span<const hop_count> distances,
                                     std::span<const vertex_id> predecessors);
  /// With another depth limit than the options have.
  [[nodiscard]] bfs_validation check(vertex_id source, std::span<const hop_count> distances,
                                     std::span<const vertex_id> predecessors, hop_count depth_limit);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Checks `distances` and `predecessors` (n entries each; one of the two may be empty) of a search from `source`. The predecessor
/// of the source may be no_vertex or the source itself. With distances alone rules 1, 2 and 5 become: every reached vertex but the
/// source has an in-neighbour one level up. With predecessors alone the levels are those of the tree. Throws error_category::usage
/// for a source outside the graph or arrays of another length; what bfs_validator's constructor throws.
[[nodiscard]] bfs_validation validate_bfs(const graph& g, vertex_id source, std::span<const hop_count> distances,
                                          std::span<const vertex_id> predecessors, const validate_options& options = {});

}  // namespace fathom
