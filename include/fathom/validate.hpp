// Validation of BFS results on any graph by the five rules of the Graph500 specification (section "Validation"), generalized to
// directed graphs. Shares no code with the engines that it validates.
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

/// Rules that a valid result satisfies.
enum class bfs_rule {
  none = 0,
  tree_has_no_cycle = 1,          ///< following predecessors from any reached vertex ends at the source
  tree_levels_differ_by_one = 2,  ///< the source has distance 0, any other reached vertex one more than its predecessor
  edges_span_one_level = 3,       ///< for every edge u -> v of reached vertices, v's distance is at most u's plus one
  component_is_spanned = 4,       ///< exactly the vertices with an edge from a reached vertex are reached, within the limit
  tree_edges_exist = 5,           ///< the predecessor of v has an edge to v
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(bfs_rule rule);

struct bfs_validation {
  bool valid = false;
  bfs_rule violated = bfs_rule::none;  ///< the violated rule with the lowest number
  vertex_id from = no_vertex;          ///< the offending edge or pair with the smallest `to`, then the smallest `from`
  vertex_id to = no_vertex;
  std::string message;                ///< uses the graph's vertex names; empty if valid
  std::uint64_t reached = 0;          ///< number of reached vertices
  std::uint64_t edges_traversed = 0;  ///< stored directed edges out of reached vertices
  double seconds = 0;
};

struct validate_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< the search's limit; its last level may be unexpanded
  device where;                                                   ///< device that validates; the outcome does not depend on it
  run_control control{};
};

/// Validator for many searches of one graph. On a CUDA device it keeps a copy of the graph there. Not thread-safe.
class bfs_validator {
 public:
  /// Throws error_category::device; ::memory if the device has too little for the graph and one result; ::cancelled.
  explicit bfs_validator(const graph& g, const validate_options& options = {});
  ~bfs_validator();
  bfs_validator(bfs_validator&&) noexcept;
  bfs_validator& operator=(bfs_validator&&) noexcept;

  /// Validates like validate_bfs(). On a CUDA device the arrays may also be in device memory; work that writes them must have
  /// finished. If a device finds a result invalid, the CPU determines the rule and the offending edge.
  [[nodiscard]] bfs_validation check(vertex_id source, std::span<const hop_count> distances,
                                     std::span<const vertex_id> predecessors);
  /// The same with another depth limit than that of the options.
  [[nodiscard]] bfs_validation check(vertex_id source, std::span<const hop_count> distances,
                                     std::span<const vertex_id> predecessors, hop_count depth_limit);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Validates the result of a search from `source`: distances and predecessors, n entries each, one of which may be empty. The
/// predecessor of the source may be no_vertex or the source itself. With distances only, rules 1, 2 and 5 become: every reached
/// vertex but the source has an in-neighbor one level closer. With predecessors only, levels are those of the tree. Throws
/// error_category::usage for a source outside the graph or arrays of the wrong length, and as bfs_validator's constructor does.
[[nodiscard]] bfs_validation validate_bfs(const graph& g, vertex_id source, std::span<const hop_count> distances,
                                          std::span<const vertex_id> predecessors, const validate_options& options = {});

}  // namespace fathom
