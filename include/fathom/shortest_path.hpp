// Shortest path from one vertex to another, by searches from both ends. Pohl, "Bi-directional search", Machine Intelligence 6,
// 1971.
//
// A search from both ends visits a small part of the graph, so that one pair takes microseconds where bfs() and sssp(), which find
// the paths to all vertices, take milliseconds.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/sssp.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Meaning of the length of a path.
enum class path_length {
  hops,     ///< number of its edges
  weights,  ///< sum of its edges' weights; of an edge without a weight, 1
};

inline constexpr path_length all_path_lengths[] = {path_length::hops, path_length::weights};

/// "hops", "weights".
[[nodiscard]] std::string_view to_string(path_length length);

struct shortest_path_options {
  path_length length = path_length::hops;
  run_control control{};  ///< threads check the weights; a search has one thread
};

struct shortest_path_report {
  std::string engine;                 ///< algorithm, and whether it searched from both ends
  device where;                       ///< the CPU; a search has one thread
  std::uint64_t visited = 0;          ///< vertices that the search took from its queues
  std::uint64_t edges_inspected = 0;  ///< adjacency entries read
  double seconds = 0;
};

struct shortest_path_result {
  /// unreachable_distance if there is no path. A sum of weights is added from the source on in double precision. It is exact for
  /// integer weights; for others, rounding may make another path's sum smaller in its last digits.
  double length = unreachable_distance;
  std::vector<vertex_id> vertices;  ///< of a shortest path, from source to target; empty if there is none
  shortest_path_report report;
};

/// Finds paths between many pairs of vertices of one graph. Searches reuse its memory, which is 8 bytes per vertex for hops and 32
/// for weights. Results do not depend on earlier searches. Not thread-safe; objects of several threads can share a graph.
class path_finder {
 public:
  /// Keeps the graph alive. Searches of a directed graph without in-edges start from the source alone. Throws error_category::input
  /// for a weight that is negative or not finite, naming the edge, if lengths are sums of weights; ::memory, ::cancelled.
  explicit path_finder(const graph& g, const shortest_path_options& options = {});
  ~path_finder();
  path_finder(path_finder&&) noexcept;
  path_finder& operator=(path_finder&&) noexcept;

  /// A path from `source` to `target`; of a vertex to itself, the path of length 0. Throws error_category::usage for a vertex
  /// outside the graph; ::memory, ::cancelled.
  [[nodiscard]] shortest_path_result find(vertex_id source, vertex_id target);
  /// The same with a stop token of its own instead of that of the options.
  [[nodiscard]] shortest_path_result find(vertex_id source, vertex_id target, const std::stop_token& stop);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Searches once. For several pairs, use a path_finder. Throws as its constructor and find() do.
[[nodiscard]] shortest_path_result shortest_path(const graph& g, vertex_id source, vertex_id target,
                                                 const shortest_path_options& options = {});

struct shortest_path_validation {
  bool valid = false;
  std::string message;  ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validator for many paths of one graph. Not thread-safe.
class path_validator {
 public:
  /// Throws as prepare() and prepare_weighted() do. `options` are those of the search.
  explicit path_validator(const graph& g, const shortest_path_options& options = {});
  ~path_validator();
  path_validator(path_validator&&) noexcept;
  path_validator& operator=(path_validator&&) noexcept;

  /// Checks that the path has the edges and the length that it claims, and by bfs() or sssp(), which share no code with a
  /// path_finder, that there is no shorter one. Sums of weights that are not integers may differ by their rounding. Throws
  /// error_category::usage for a vertex outside the graph; ::memory, ::cancelled.
  [[nodiscard]] shortest_path_validation check(vertex_id source, vertex_id target, const shortest_path_result& result);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const shortest_path_report& r, Field&& field) {
  field("algorithm", std::string_view("shortest path"), "text", "shortest path");
  field("engine", r.engine, "text", "algorithm, and whether it searched from both ends");
  field("device", r.where, "text", "device that searched");
  field("visited", r.visited, "vertices", "vertices taken from the queues");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries read");
  field("seconds", r.seconds, "s", "the search");
}

}  // namespace fathom
