// Options and report of multi_search(), and the part of it that does not depend on the user program and is therefore compiled into
// the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/shared_work.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Edges for which a user program needs visit_vertex() to be called. Request as few as possible, because fewer are faster. The
/// first is the default; with the others the engine may inspect edges from either end and chooses the end with fewer edges.
enum class edge_visits {
  every_edge,          ///< each out-edge of each frontier vertex, once
  to_next_level,       ///< of these, edges to vertices that joined no earlier level: each edge of a shortest path, once
  until_vertex_joins,  ///< of these, edges to a vertex only until it has joined; which ones is unspecified
};

/// Direction in which edges are inspected, for tests and comparisons; results are the same. It applies if the layout has in-edges
/// and the user program permits a choice: `visits` is not every_edge and visit_vertex() does not take the edge's position.
/// Otherwise searches are top-down.
enum class search_directions { automatic, top_down, bottom_up };

/// Assignment of edges to threads on a CUDA device: the methods of the paper by McLaughlin, Riedy and Bader.
enum class multi_search_method {
  automatic,       ///< hybrid
  edge_parallel,   ///< at each level one thread per edge of the graph, whether or not it leaves the frontier
  work_efficient,  ///< one thread per frontier vertex
  warp_based,      ///< one warp per frontier vertex
  hybrid,          ///< one warp per frontier vertex with more than T out-edges, one thread per other
};
[[nodiscard]] const char* to_string(multi_search_method method) noexcept;

struct multi_search_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< in hops; 0: only the sources
  int at_once = 0;                 ///< number of concurrent searches; 0: one per thread, fewer if memory is short
  std::uint64_t memory_bytes = 0;  ///< maximum memory to use, in bytes; 0: three quarters of the available memory
  search_directions directions = search_directions::automatic;
  multi_search_method method = multi_search_method::automatic;  ///< for CUDA devices; the CPU has only one
  edge_offset threshold = 0;                                    ///< T of the hybrid method; 0: from the histogram of out-degrees
  device where{};
  run_control control{};
};

struct multi_search_report {
  std::string engine;  ///< implementation that ran, with its choices
  std::string order;   ///< vertex order of the layout, with its reason
  device where;
  std::size_t searches = 0;
  int at_once = 0;                    ///< number of concurrent searches, one per thread or thread block
  std::uint64_t stopped = 0;          ///< searches that a callback ended
  std::uint64_t reached = 0;          ///< vertices that joined, including sources, summed over the searches
  std::uint64_t edges_inspected = 0;  ///< adjacency entries inspected by the searches
  std::uint64_t edges_traversed = 0;  ///< directed edges out of the vertices that joined, summed over the searches
  hop_count depth = 0;                ///< largest distance at which any search discovered a vertex
  std::string method;                 ///< on a CUDA device: see multi_search_method
  edge_offset threshold = 0;          ///< T of the method, if it has one
  std::size_t batch = 0;              ///< searches per kernel launch
  double seconds_prepare = 0;         ///< preparing a layout, in functions that do; 0 in multi_search()
  double seconds_search = 0;
  double seconds_on_device = 0;         ///< part of seconds_search: in the kernel
  double seconds_combine = 0;           ///< combining totals and mapping them to the caller's ids
  std::uint64_t planned_bytes = 0;      ///< predicted memory
  std::uint64_t peak_memory_bytes = 0;  ///< peak of the process so far
  /// Work of each process of execution::ranks, or of each of several devices that share the searches; else empty. Counts above are
  /// sums over all of them, and times are those of the slowest one.
  std::vector<shared_work> by_rank;

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_search + seconds_combine; }
  /// Traversed directed edges per second without preparing, summed over the searches.
  [[nodiscard]] double teps() const noexcept {
    const double searching = seconds_search + seconds_combine;
    return searching > 0 ? static_cast<double>(edges_traversed) / searching : 0;
  }
};

/// The report as one JSON object.
[[nodiscard]] std::string to_json(const multi_search_report& report);

namespace multi_search_engine {

/// Throws error_category::usage for no sources, a source outside the graph, or an option out of range.
void check_arguments(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options);

/// The same for a run on the CPU; also throws ::device for any other device.
void check_call(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options);

/// Entries per per-vertex array: the layout's vertices, plus one per concurrent search for an isolated source that the layout does
/// not have.
[[nodiscard]] std::size_t slots_for(const layout& prepared, const multi_search_options& options);

/// Positions of a run's sources in the list of all processes: first, first + step, and so on.
struct source_numbers {
  std::size_t first = 0, step = 1;
};

/// Memory needs of a run, in bytes.
struct memory_needs {
  std::uint64_t search = 0;  ///< per running search
  std::uint64_t totals = 0;  ///< per copy of the totals
  std::uint64_t result = 0;  ///< independent of the number of threads
};

struct memory_plan {
  int at_once = 1;
  bool shared_totals = false;  ///< one copy for all threads instead of one per thread
  std::uint64_t bytes = 0;
};

/// Plans as many concurrent searches as fit. Throws error_category::memory, stating both sizes, if not even one fits.
[[nodiscard]] memory_plan plan_memory(const layout& prepared, std::size_t searches, const memory_needs& needs, bool totals_are_seen,
                                      const multi_search_options& options);

/// Calls work(thread, i) for each i below `count` on `threads` threads, scheduled dynamically. An exception from `work` or the
/// progress callback ends the run and propagates to the caller. Throws error_category::cancelled.
void for_each_search(int threads, std::size_t count, const run_control& control,
                     const std::function<void(int thread, std::size_t i)>& work);

/// Calls work(first, last) for parts of [0, count), one per thread.
void for_each_part(int threads, std::size_t count, const std::function<void(std::size_t first, std::size_t last)>& work);

/// For each adjacency row of the graph, calls take(position of its first edge in the graph, positions of its edges in the layout's
/// out-edges), from several threads at once.
void for_each_edge_row(const layout& prepared, const graph& g, int threads,
                       const std::function<void(edge_offset first, std::span<const edge_offset> positions)>& take);

/// Throws error_category::usage if the graph is not that of the layout, or is missing although there are edge totals.
void check_graph(const layout& prepared, const graph* g, bool has_edge_totals);

[[noreturn]] void throw_cancelled();

/// Counts over the searches of one thread: see multi_search_report.
struct search_counts {
  std::uint64_t stopped = 0, reached = 0, edges_inspected = 0, edges_traversed = 0;
  hop_count depth = 0;
};

/// A report with everything that is known before the first search.
[[nodiscard]] multi_search_report begin_report(const layout& prepared, std::size_t searches, const memory_plan& plan);
void add_counts(multi_search_report& report, const search_counts& counts);

/// Measures seconds since its construction.
class stopwatch {
 public:
  stopwatch() noexcept;
  [[nodiscard]] double seconds() const noexcept;

 private:
  std::int64_t start_;  // nanoseconds
};

}  // namespace multi_search_engine

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const multi_search_report& r, Field&& field) {
  field("algorithm", std::string_view("multi_search"), "text", "multi_search");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "device that searched");
  field("method", r.method, "text", "method on a CUDA device");
  field("threshold", r.threshold, "edges", "degree from which the method expands a vertex by several threads; 0 if it has none");
  field("batch", r.batch, "searches", "searches per kernel launch");
  field("searches", r.searches, "searches", "searches run");
  field("at_once", r.at_once, "searches", "concurrent searches");
  field("stopped", r.stopped, "searches", "searches that a callback ended");
  field("reached", r.reached, "vertices", "vertices that joined, summed over the searches");
  field("depth", r.depth, "hops", "largest distance at which a search discovered a vertex");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries inspected");
  field("edges_traversed", r.edges_traversed, "edges", "directed edges out of the vertices that joined, summed over the searches");
  field("seconds", r.seconds(), "s", "whole call: preparing, searching and combining");
  field("seconds_prepare", r.seconds_prepare, "s", "preparing a layout, if the call does; else 0");
  field("seconds_search", r.seconds_search, "s", "searching");
  field("seconds_combine", r.seconds_combine, "s", "combining totals and writing them in the caller's ids");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_search: in kernels");
  field("teps", r.teps(), "edges/s", "edges_traversed per second, without preparing");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
  field("by_rank", r.by_rank, "list", "work of each process, if processes share the searches");
}

}  // namespace fathom
