// Shortest paths along weights, from one source.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom {

/// The distance of a vertex to which no path leads (within the cutoff).
inline constexpr double unreachable_distance = std::numeric_limits<double>::infinity();

struct sssp_options {
  double cutoff = unreachable_distance;  ///< vertices farther than this are not reached; 0: what paths of weight 0 lead to
  vertex_id target = no_vertex;          ///< as if its distance were the cutoff: nothing farther is searched for
  bool return_predecessors = true;
  double delta = 0;  ///< width of a window of distances; 0: from weights and degrees, adapted on the way
  device where{};
  run_control control{};
};

struct sssp_report {
  std::string engine;  ///< which implementation ran, and with what choices
  device where;
  int threads = 0;
  vertex_id source = no_vertex;       ///< in the graph's ids
  std::uint64_t reached = 0;          ///< vertices, the source among them
  double farthest = 0;                ///< largest distance of a reached vertex
  std::uint64_t edges_traversed = 0;  ///< directed edges, as stored, out of the reached vertices
  std::uint64_t edges_relaxed = 0;    ///< adjacency entries looked at, again and again where a distance fell more than once
  std::uint64_t windows = 0;          ///< of distances, each settled before the next
  double delta = 0;                   ///< width of the first
  weight_kind weights = weight_kind::unit;
  double seconds_search = 0;        ///< in the layout's ids, initialising included
  double seconds_predecessors = 0;  ///< finding them, after the search
  double seconds_map_back = 0;      ///< writing the results in the caller's ids
  std::uint64_t peak_memory_bytes = 0;
  std::string order;  ///< of the layout, with its reason

  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_predecessors + seconds_map_back; }
  /// Traversed directed edges a second.
  [[nodiscard]] double teps() const noexcept { return seconds() > 0 ? static_cast<double>(edges_traversed) / seconds() : 0; }
};

/// Both arrays have one entry for each of the graph's n vertices.
struct sssp_result {
  array<double> distances;        ///< the smallest sum of weights along a path; unreachable_distance where there is none
  array<vertex_id> predecessors;  ///< the vertex before it on such a path; no_vertex for the source and unreached ones
  sssp_report report;
};

/// One search from `source`, a vertex of the graph that the layout was prepared from.
///
/// A graph without weights is searched as if each edge had the weight 1. Whole weights (weight_kind) give exact distances. Others
/// are added up in double precision from the source on, rounded at each edge, and the smallest of these sums over all paths is the
/// distance. Distances are the same, bit for bit, on any number of threads and with any delta.
///
/// Predecessors are those of a tree, edges of weight 0 or not, and the same on any number of threads; which of several valid ones
/// the layout decides.
///
/// Throws error_category::usage for a source or target outside the graph, a cutoff that is negative or no number, a delta that is
/// negative or not finite; error_category::device, ::memory, ::cancelled.
[[nodiscard]] sssp_result sssp(const weighted_layout& prepared, vertex_id source, const sssp_options& options = {});

/// Prepares with the default options and searches once. Prepare once yourself when you search more than once. Throws what
/// prepare_weighted() throws, too: error_category::input for a negative weight.
[[nodiscard]] sssp_result sssp(const graph& g, vertex_id source, const sssp_options& options = {});

/// Many searches, one after another, in the same memory: `consume(i, result)` is called after each with the result for sources[i],
/// whose arrays are overwritten by the next search unless they are moved out. Without sources the options are checked, and no more.
void sssp(const weighted_layout& prepared, std::span<const vertex_id> sources, const sssp_options& options,
          const std::function<void(std::size_t, sssp_result&)>& consume);

enum class sssp_rule {
  none = 0,
  tree_has_no_cycle = 1,     ///< following predecessors from any reached vertex ends at the source
  tree_edges_are_tight = 2,  ///< the source has distance 0, any other reached vertex that of its predecessor plus an edge's weight
  edges_are_relaxed = 3,     ///< no edge u -> v leads to v on a shorter way than v's distance
  reached_is_spanned = 4,  ///< an edge out of a reached vertex leads to a reached one (within the cutoff); nothing else is reached
};

[[nodiscard]] std::string_view to_string(sssp_rule rule);

struct sssp_validation {
  bool valid = false;
  sssp_rule violated = sssp_rule::none;        ///< of several the one with the lowest number
  vertex_id from = no_vertex, to = no_vertex;  ///< an offending edge or pair: the smallest `to`, then the smallest `from`
  std::string message;                         ///< in the graph's names; empty where valid
  std::uint64_t reached = 0;
  std::uint64_t edges_traversed = 0;  ///< directed edges, as stored, out of reached vertices
  double seconds = 0;
};

struct validate_sssp_options {
  double cutoff = unreachable_distance;  ///< as the search was told
  run_control control{};
  device where{};  ///< judges, but claims without predecessors, which the CPU does; the verdict is the same on every device
};

/// Validates many searches of one graph. On a CUDA device it keeps a copy of the graph there. For one thread at a time.
class sssp_validator {
 public:
  /// Throws error_category::device, ::memory where the device has too little for the graph and any claim, ::cancelled.
  explicit sssp_validator(const graph& g, const validate_sssp_options& options = {});
  ~sssp_validator();
  sssp_validator(sssp_validator&&) noexcept;
  sssp_validator& operator=(sssp_validator&&) noexcept;

  /// As validate_sssp(). Where a device finds a result wrong the CPU names the rule and the offender.
  [[nodiscard]] sssp_validation check(vertex_id source, std::span<const double> distances, std::span<const vertex_id> predecessors);
  /// With another cutoff than the options have.
  [[nodiscard]] sssp_validation check(vertex_id source, std::span<const double> distances, std::span<const vertex_id> predecessors,
                                      double cutoff);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Checks the result of a search from `source` against the graph, n entries each; predecessors may be empty: then some in-neighbour
/// of every reached vertex must give its distance. Shares no code with any engine. Distances of whole weights must be exact, others
/// are compared with sums in double precision, bit for bit. Throws error_category::usage for a source outside the graph or arrays
/// of another length, error_category::memory, ::cancelled; what sssp_validator's constructor throws.
[[nodiscard]] sssp_validation validate_sssp(const graph& g, vertex_id source, std::span<const double> distances,
                                            std::span<const vertex_id> predecessors, const validate_sssp_options& options = {});

}  // namespace fathom
