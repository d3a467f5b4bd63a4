// Options and report of multi_search(), and the part of it that is the same for every program and therefore compiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// The edges for which a program wants visit_vertex() to be called: as few as it needs, since fewer are faster. The first is the
/// default; with the others the engine may look from either end of an edge, and does what has fewer edges to look at.
enum class edge_visits {
  every_edge,          ///< each edge out of each frontier vertex, once
  to_next_level,       ///< of these only edges to vertices that joined no earlier level: each edge of a shortest path, once
  until_vertex_joins,  ///< of these only as many as it takes until the vertex has joined; which ones is not defined
};

/// From which end edges are looked at, where the program leaves the choice (its visits are not every_edge, and visit_vertex() does
/// not take the edge's position) and the layout has in-edges; else top-down. For tests and comparisons; results are the same.
enum class search_directions { automatic, top_down, bottom_up };

/// Who looks at an edge, on a CUDA device: the methods of the paper by McLaughlin, Riedy and Bader.
enum class multi_search_method {
  automatic,       ///< hybrid
  edge_parallel,   ///< at each level a thread for each edge of the graph, whether it leaves the frontier or not
  work_efficient,  ///< a thread for each vertex of the frontier
  warp_based,      ///< a warp for each
  hybrid,          ///< a warp for those with more than T edges out, a thread for the others
};
[[nodiscard]] const char* to_string(multi_search_method method) noexcept;

struct multi_search_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< 0: the sources alone
  int at_once = 0;                 ///< searches beside each other; 0: one a thread, fewer where memory asks for it
  std::uint64_t memory_bytes = 0;  ///< most to take; 0: three quarters of what is available
  search_directions directions = search_directions::automatic;
  multi_search_method method = multi_search_method::automatic;  ///< on a CUDA device; a CPU has one
  edge_offset threshold = 0;                                    ///< T of the hybrid method; 0: from the histogram of out-degrees
  device where{};
  run_control control{};
};

struct multi_search_report {
  std::string engine;  ///< which implementation ran, and with what choices
  std::string order;   ///< of the layout, with its reason
  device where;
  std::size_t searches = 0;
  int at_once = 0;                    ///< searches beside each other, each on a thread of its own
  std::uint64_t stopped = 0;          ///< searches that a callback ended
  std::uint64_t reached = 0;          ///< vertices that joined, summed over the searches, the sources among them
  std::uint64_t edges_inspected = 0;  ///< adjacency entries looked at by the searches
  std::uint64_t edges_traversed = 0;  ///< directed edges out of the vertices that joined, summed over the searches
  hop_count depth = 0;                ///< largest distance at which any search found a vertex
  std::string method;                 ///< on a CUDA device: see multi_search_method
  edge_offset threshold = 0;          ///< its T, where it has one
  std::size_t batch = 0;              ///< searches that a launch of the device does
  double seconds_search = 0;
  double seconds_on_device = 0;  ///< of them, in the searches' kernel
  double seconds_combine = 0;    ///< of totals, and their way to the caller's ids
  std::uint64_t planned_bytes = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< of the process, so far

  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_combine; }
  /// Traversed directed edges a second, summed over the searches.
  [[nodiscard]] double teps() const noexcept { return seconds() > 0 ? static_cast<double>(edges_traversed) / seconds() : 0; }
};

/// One JSON object.
[[nodiscard]] std::string to_json(const multi_search_report& report);

namespace multi_search_engine {

/// Throws error_category::usage: no sources, one outside the graph, an option outside its range.
void check_arguments(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options);

/// The same for the CPU: also ::device for another one.
void check_call(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options);

/// Entries of an array over vertices: the layout's, and one for each search that may run beside others, for a source that the
/// layout does not have because it is isolated.
[[nodiscard]] std::size_t slots_for(const layout& prepared, const multi_search_options& options);

/// What a run will hold, in bytes.
struct memory_needs {
  std::uint64_t search = 0;  ///< a search while it runs
  std::uint64_t totals = 0;  ///< a copy of the totals
  std::uint64_t result = 0;  ///< whatever the number of threads
};

struct memory_plan {
  int at_once = 1;
  bool shared_totals = false;  ///< one copy for all threads instead of one for each
  std::uint64_t bytes = 0;
};

/// As many searches at once as fit. Throws error_category::memory with both numbers where not even one does.
[[nodiscard]] memory_plan plan_memory(const layout& prepared, std::size_t searches, const memory_needs& needs, bool totals_are_seen,
                                      const multi_search_options& options);

/// Calls work(thread, i) for each i below `count`, on `threads` threads, each of which takes the next one when it has finished its
/// last. What `work` or the progress callback throws ends the run and reaches the caller. Throws error_category::cancelled.
void for_each_search(int threads, std::size_t count, const run_control& control,
                     const std::function<void(int thread, std::size_t i)>& work);

/// Cuts [0, count) into parts for `threads` threads.
void for_each_part(int threads, std::size_t count, const std::function<void(std::size_t first, std::size_t last)>& work);

/// For the graph's edges, row by row: where the row begins in the graph, and the position in the layout's out-edges of each of its
/// edges. By several threads at once.
void for_each_edge_row(const layout& prepared, const graph& g, int threads,
                       const std::function<void(edge_offset first, std::span<const edge_offset> positions)>& take);

/// Throws error_category::usage where the graph is not the one that was prepared, or is missing and totals of edges need it.
void check_graph(const layout& prepared, const graph* g, bool has_edge_totals);

[[noreturn]] void throw_cancelled();

/// What the searches of a thread have counted: see multi_search_report.
struct search_counts {
  std::uint64_t stopped = 0, reached = 0, edges_inspected = 0, edges_traversed = 0;
  hop_count depth = 0;
};

/// Everything that is known before the first search.
[[nodiscard]] multi_search_report begin_report(const layout& prepared, std::size_t searches, const memory_plan& plan);
void add_counts(multi_search_report& report, const search_counts& counts);

/// Seconds since its construction.
class stopwatch {
 public:
  stopwatch() noexcept;
  [[nodiscard]] double seconds() const noexcept;

 private:
  std::int64_t start_;  // nanoseconds
};

}  // namespace multi_search_engine

}  // namespace fathom
