// Single-source shortest paths (SSSP) in weighted graphs, and their validation.
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
#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom {

/// Distance of a vertex to which there is no path (within the cutoff).
inline constexpr double unreachable_distance = std::numeric_limits<double>::infinity();

/// A place that does not honor an option refuses it (error_category::usage).
struct sssp_options {
  double cutoff = unreachable_distance;  ///< vertices farther than this are not reached; 0: only paths of weight 0
  vertex_id target = no_vertex;          ///< stop as if the distance of this vertex were the cutoff
  bool return_predecessors = true;
  bool keep_on_device = false;  ///< leave the results in the memory of the CUDA device that searched
  double delta = 0;    ///< width of a distance window (bucket); 0: chosen from weights and degrees and adapted during the search
  bool gather = true;  ///< of several processes; true: each gets the results of all vertices; false: only those of its own vertices

  friend bool operator==(const sssp_options&, const sssp_options&) = default;
};

struct sssp_report {
  std::string engine;  ///< implementation that ran, with its choices
  device where;
  int threads = 0;
  vertex_id source = no_vertex;       ///< in the graph's ids
  std::uint64_t reached = 0;          ///< reached vertices, including the source
  double farthest = 0;                ///< largest distance of a reached vertex
  std::uint64_t edges_traversed = 0;  ///< stored directed edges out of the reached vertices
  std::uint64_t edges_relaxed = 0;    ///< adjacency entries inspected, again each time a vertex's distance decreased
  std::uint64_t windows = 0;          ///< distance windows, each of which is finished before the next
  double delta = 0;                   ///< width of the first window
  weight_kind weights = weight_kind::unit;
  double seconds_search = 0;        ///< search in the layout's ids, including initialization
  double seconds_predecessors = 0;  ///< finding predecessors after the search; on a CUDA device its own time
  double seconds_map_back = 0;      ///< writing the results in the caller's ids, and copying them from a CUDA device
  double seconds_on_device = 0;     ///< part of seconds(): work on a CUDA device, without copies to and from the host
  std::uint64_t peak_memory_bytes = 0;
  std::string order;  ///< vertex order of the layout, with its reason

  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_predecessors + seconds_map_back; }
  /// Traversed directed edges per second.
  [[nodiscard]] double teps() const noexcept { return seconds() > 0 ? static_cast<double>(edges_traversed) / seconds() : 0; }
};

/// Both arrays have n entries, one per vertex; predecessors are empty if not requested. They are in host memory unless
/// keep_on_device was set; then where() names the device and data() is a device address.
struct sssp_result {
  array<double> distances;        ///< smallest sum of weights along a path; unreachable_distance if there is none
  array<vertex_id> predecessors;  ///< predecessor on such a path; no_vertex for the source and unreached vertices
  sssp_report report;
};

/// Searches from `source`, a vertex of the graph from which the layout was prepared.
///
/// In a graph without weights each edge has weight 1. Integer weights (weight_kind::whole) give exact distances. Other weights are
/// added in double precision from the source on, with rounding at each edge, and the distance is the smallest such sum over all
/// paths. Distances are identical, bit for bit, on any number of threads and with any delta.
///
/// Predecessors form a tree, even with edges of weight 0, and do not depend on the number of threads; the layout determines which
/// of several valid predecessors is chosen.
///
/// Throws error_category::usage for a source or target outside the graph, a cutoff that is negative or NaN, or a delta that is
/// negative or not finite, or for keep_on_device on the CPU; error_category::device, ::memory, ::cancelled.
[[nodiscard]] sssp_result sssp(const weighted_layout& prepared, vertex_id source, const sssp_options& options = {},
                               const execution& exec = {});

/// Prepares a layout with the default options and searches once. For several searches, call prepare_weighted() once yourself; a
/// layout that was prepared for a CUDA device is copied there only once. Also throws as prepare_weighted() does, for example
/// error_category::input for a negative weight.
[[nodiscard]] sssp_result sssp(const graph& g, vertex_id source, const sssp_options& options = {}, const execution& exec = {});

/// Searches from each source in turn, reusing the same memory. After each search calls `consume(i, result)` with the result for
/// sources[i]; the next search overwrites its arrays unless they are moved out. Without sources it only checks the options. Throws
/// as the single search does.
void sssp(const weighted_layout& prepared, std::span<const vertex_id> sources, const sssp_options& options, const execution& exec,
          const std::function<void(std::size_t, sssp_result&)>& consume);

/// Rules that a valid result satisfies.
enum class sssp_rule {
  none = 0,
  tree_has_no_cycle = 1,     ///< following predecessors from any reached vertex ends at the source
  tree_edges_are_tight = 2,  ///< the source has distance 0; others their predecessor's distance plus the weight of an edge from it
  edges_are_relaxed = 3,     ///< for every edge u -> v, v's distance is at most u's distance plus the edge's weight
  reached_is_spanned = 4,    ///< exactly the vertices with an edge from a reached vertex are reached, within the cutoff
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(sssp_rule rule);

struct sssp_validation {
  bool valid = false;
  sssp_rule violated = sssp_rule::none;        ///< the violated rule with the lowest number
  vertex_id from = no_vertex, to = no_vertex;  ///< the offending edge or pair with the smallest `to`, then the smallest `from`
  std::string message;                         ///< uses the graph's vertex names; empty if valid
  std::uint64_t reached = 0;                   ///< number of reached vertices
  std::uint64_t edges_traversed = 0;           ///< stored directed edges out of reached vertices
  double seconds = 0;
};

struct validate_sssp_options {
  double cutoff = unreachable_distance;  ///< the cutoff of the search
  run_control control{};
  device where{};  ///< device that validates; results without predecessors always use the CPU. The outcome does not depend on it
};

/// Validator for many searches of one graph. On a CUDA device it keeps a copy of the graph there. Not thread-safe.
class sssp_validator {
 public:
  /// Throws error_category::device; ::memory if the device has too little for the graph and one result; ::cancelled.
  explicit sssp_validator(const graph& g, const validate_sssp_options& options = {});
  ~sssp_validator();
  sssp_validator(sssp_validator&&) noexcept;
  sssp_validator& operator=(sssp_validator&&) noexcept;

  /// Validates like validate_sssp(). If a device finds a result invalid, the CPU determines the rule and the offending edge.
  [[nodiscard]] sssp_validation check(vertex_id source, std::span<const double> distances, std::span<const vertex_id> predecessors);
  /// The same with another cutoff than that of the options.
  [[nodiscard]] sssp_validation check(vertex_id source, std::span<const double> distances, std::span<const vertex_id> predecessors,
                                      double cutoff);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Validates the result of a search from `source`, n entries per array. Predecessors may be empty; then some in-neighbor of every
/// reached vertex must account for its distance. Shares no code with any engine. Distances must be exact for integer weights, and
/// for others equal sums in double precision, bit for bit. Throws error_category::usage for a source outside the graph or arrays of
/// the wrong length; error_category::memory, ::cancelled; and as sssp_validator's constructor does.
[[nodiscard]] sssp_validation validate_sssp(const graph& g, vertex_id source, std::span<const double> distances,
                                            std::span<const vertex_id> predecessors, const validate_sssp_options& options = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const sssp_report& r, Field&& field) {
  field("algorithm", std::string_view("sssp"), "text", "sssp");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "device that searched");
  field("threads", r.threads, "threads", "CPU threads of the search");
  field("weights", r.weights, "text", "unit (no weights), whole or real");
  field("source", r.source, "vertex", "source of the search");
  field("reached", r.reached, "vertices", "reached vertices, including the source");
  field("farthest", r.farthest, "weight", "largest distance of a reached vertex");
  field("edges_traversed", r.edges_traversed, "edges", "stored directed edges out of the reached vertices");
  field("edges_relaxed", r.edges_relaxed, "edges", "adjacency entries inspected, again each time a distance decreased");
  field("windows", r.windows, "windows", "distance windows, each of which is finished before the next");
  field("delta", r.delta, "weight", "width of the first window");
  field("seconds", r.seconds(), "s", "whole search: the sum of the parts below");
  field("seconds_search", r.seconds_search, "s", "searching in the layout's ids, including initialization");
  field("seconds_predecessors", r.seconds_predecessors, "s", "finding predecessors after the search");
  field("seconds_map_back", r.seconds_map_back, "s", "writing the results in the caller's ids");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("teps", r.teps(), "edges/s", "edges_traversed per second");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
