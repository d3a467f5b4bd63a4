// Options and report of edge_vertex(), and the part of it that does not depend on the user program and is therefore compiled into
// the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Storage of messages until they are combined.
enum class message_form {
  automatic,  ///< fused
  fused,      ///< combined in registers as they are computed: no memory for per-edge messages
  buffered,   ///< the paper's message buffer: one slot per edge, written in the EdgeCompute and read in the VertexCompute stage
};

/// Direction in which messages are computed in the fused form.
enum class superstep_way {
  automatic,  ///< by edge counts: push if active vertices have few edges, else pull
  push,       ///< along the out-edges of active vertices: the cost depends on the number of active edges
  pull,       ///< along the in-edges of every vertex: the cost depends on the whole graph, but is lower per edge
};

/// Vertex order within a run. User programs and results always use the caller's ids.
enum class edge_vertex_order {
  automatic,         ///< caller: runs of few supersteps do not pay for another order
  caller,            ///< as in the graph
  approximate_sort,  ///< the paper's: stable buckets of descending in-degree; not done if all in-degrees are equal
  exact_sort,        ///< descending in-degree by radix sort, the paper's baseline
};

struct edge_vertex_options {
  std::uint64_t max_supersteps = std::numeric_limits<std::uint64_t>::max();
  message_form messages = message_form::automatic;
  superstep_way way = superstep_way::automatic;
  edge_vertex_order order = edge_vertex_order::automatic;
  int buckets = 1000;              ///< number of buckets of approximate_sort, 1 to 2^24 (the paper's BUCKET_NUMBER)
  vertex_id group_size = 1;        ///< vertices per group of the message buffer: 1 is row-major; the paper's Per_Group_Num is 32
  bool list_supersteps = false;    ///< fill report.list
  bool gather = true;              ///< distributed: true: every process gets all values; false: only those of its own vertices
  std::uint64_t memory_bytes = 0;  ///< maximum memory to use, in bytes; 0: three quarters of the available memory
  device where{};
  run_control control{};
};

/// Reason for the end of a run.
enum class edge_vertex_end {
  no_active_vertex,  ///< all vertices have voted to halt, and there are no messages
  max_supersteps,    ///< the limit was reached; some vertices are still active
};

/// "no-active-vertex", "max-supersteps".
[[nodiscard]] std::string_view to_string(edge_vertex_end end);

struct superstep_report {
  std::uint64_t active = 0;           ///< active vertices at the beginning
  std::uint64_t active_edges = 0;     ///< their out-edges, for which edge_compute() is called
  std::uint64_t edges_inspected = 0;  ///< edges inspected
  std::uint64_t computed = 0;         ///< calls of vertex_compute()
  bool pushed = false;
  double seconds = 0;
};

struct edge_vertex_report {
  std::string engine;  ///< implementation that ran, with its choices
  std::string order;   ///< vertex order, with the reason
  device where;
  int threads = 0;
  edge_vertex_end end = edge_vertex_end::no_active_vertex;
  std::uint64_t supersteps = 0;
  std::uint64_t pushed_supersteps = 0;
  std::uint64_t active_edges = 0;       ///< summed over the supersteps: see superstep_report
  std::uint64_t edges_inspected = 0;    ///< edges inspected, summed over the supersteps
  std::uint64_t computed = 0;           ///< calls of vertex_compute(), summed over the supersteps
  std::uint64_t still_active = 0;       ///< active vertices at the end
  double seconds_prepare = 0;           ///< building rows in the chosen order, missing in-edges and message slots
  double seconds_sort = 0;              ///< part of seconds_prepare: ordering the vertices
  double seconds_copy = 0;              ///< part of seconds_prepare: copying the graph to a device
  double seconds_supersteps = 0;        ///< initial values and all supersteps
  double seconds_map_back = 0;          ///< writing values in the caller's order
  std::uint64_t buffer_slots = 0;       ///< slots of the message buffer, including those that remapping leaves empty; 0 without one
  std::uint64_t planned_bytes = 0;      ///< predicted memory
  std::uint64_t peak_memory_bytes = 0;  ///< peak of the process so far
  std::vector<superstep_report> list;   ///< one per superstep; empty unless list_supersteps was set

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_supersteps + seconds_map_back; }
};

/// The report as one JSON object.
[[nodiscard]] std::string to_json(const edge_vertex_report& report);

/// Adjacency rows with weights, in the vertex order of a run. Non-owning.
struct edge_vertex_rows {
  const edge_offset* offsets = nullptr;  ///< num_vertices + 1 entries
  const vertex_id* ends = nullptr;       ///< num_edges entries: the other endpoints
  const edge_weight* weights = nullptr;  ///< num_edges entries; null for a graph without weights
};

/// Graph prepared for any number of runs of edge_vertex(). Immutable and cheap to copy, because copies share the arrays.
struct edge_vertex_graph {
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;
  edge_vertex_rows out, in;
  const vertex_id* to_caller = nullptr;  ///< run's id -> caller's id; null in the caller's order
  std::string order;                     ///< vertex order, with its reason
  double seconds = 0, seconds_sort = 0;  ///< time to prepare, and its part for ordering vertices
  std::uint64_t bytes = 0;               ///< memory in addition to the graph's
  graph source;                          ///< the graph whose arrays are shared
  std::shared_ptr<const void> keeper;    ///< owner of the other arrays
};

/// Prepares a graph. Of the options it uses only `order`, `buckets`, `where` and `control`. Throws error_category::usage, ::memory,
/// ::device, ::cancelled.
[[nodiscard]] edge_vertex_graph prepare_edge_vertex(const graph& g, const edge_vertex_options& options = {});

namespace edge_vertex_engine {

/// Throws error_category::usage for invalid options, and ::device for a device other than the CPU.
void check_options(const edge_vertex_options& options);
/// The same without checking the device.
void check_numbers(const edge_vertex_options& options);

/// Throws error_category::memory if a run may not use `bytes` of memory.
void require_memory(const edge_vertex_graph& g, std::uint64_t bytes, const edge_vertex_options& options);

/// Slots of the message buffer: message i of vertex v is at first[v] + i * stride. With a group size of 1 they are row-major.
/// Otherwise vertices are grouped, each has as many slots as the largest in-degree of its group, and each group is column-major.
struct message_slots {
  std::uint64_t count = 0, stride = 1;
  array<std::uint64_t> first;        ///< n entries
  array<std::uint64_t> of_out_edge;  ///< m entries: the slot of each edge, by position in the out-edges
};
[[nodiscard]] message_slots make_message_slots(const edge_vertex_graph& g, vertex_id group_size, const run_control& control);

/// Position among the out-edges of each in-edge, m entries: where programs that change edge values find them while pulling. An edge
/// may be paired with a parallel one.
inline constexpr std::uint64_t out_position_bytes = 28;  ///< most memory of make_out_positions() per edge; it keeps 8 bytes
[[nodiscard]] array<edge_offset> make_out_positions(const edge_vertex_graph& g, const run_control& control);

/// Bounds of vertex chunks with about equal numbers of in-edges and out-edges. They are multiples of 64, so that each bitmap word
/// belongs to one chunk.
[[nodiscard]] std::vector<vertex_id> make_chunks(const edge_vertex_graph& g);

/// Number of vertices with out-edges.
[[nodiscard]] std::uint64_t vertices_with_out_edges(const edge_vertex_graph& g);

/// Threads that process items in no fixed order. An exception from an item ends the work and propagates to the caller.
class team {
 public:
  explicit team(const run_control& control);
  [[nodiscard]] int threads() const noexcept { return threads_; }
  void run(std::size_t items, const std::function<void(std::size_t item)>& work) const;

 private:
  int threads_;
};

/// Text for reports: the order that the options select for in-degrees in this range, with its reason.
[[nodiscard]] std::string order_in_words(const edge_vertex_options& options, std::uint64_t least, std::uint64_t most);

/// Text for reports: the form of messages, with its reason.
[[nodiscard]] std::string form_in_words(bool buffered, bool same_for_all_edges, const edge_vertex_options& options);

/// A report that is complete except for the counts of supersteps.
[[nodiscard]] edge_vertex_report begin_report(const edge_vertex_graph& g, const team& threads, bool buffered,
                                              bool same_for_all_edges, const edge_vertex_options& options);

/// Time of a monotonic clock, in seconds.
[[nodiscard]] double seconds_now() noexcept;

}  // namespace edge_vertex_engine

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const superstep_report& s, Field&& field) {
  field("active", s.active, "vertices", "active vertices at the beginning");
  field("active_edges", s.active_edges, "edges", "their out-edges");
  field("edges_inspected", s.edges_inspected, "edges", "edges inspected");
  field("computed", s.computed, "calls", "calls of vertex_compute()");
  field("pushed", s.pushed, "flag", "whether active vertices pushed; otherwise all vertices pulled");
  field("seconds", s.seconds, "s", "time of the superstep");
}

template <class Field>
void describe_fields(const edge_vertex_report& r, Field&& field) {
  field("algorithm", std::string_view("edge_vertex"), "text", "edge_vertex");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order, with the reason");
  field("device", r.where, "text", "device that ran the program");
  field("threads", r.threads, "threads", "CPU threads");
  field("end", r.end, "text", "reason for the end: no-active-vertex or max-supersteps");
  field("supersteps", r.supersteps, "supersteps", "supersteps run");
  field("pushed_supersteps", r.pushed_supersteps, "supersteps", "those in which active vertices pushed");
  field("active_edges", r.active_edges, "edges", "out-edges of active vertices, summed over the supersteps");
  field("edges_inspected", r.edges_inspected, "edges", "edges inspected, summed over the supersteps");
  field("computed", r.computed, "calls", "calls of vertex_compute(), summed over the supersteps");
  field("still_active", r.still_active, "vertices", "active vertices at the end");
  field("seconds", r.seconds(), "s", "whole call: preparing, supersteps and mapping back");
  field("seconds_prepare", r.seconds_prepare, "s", "building rows, missing in-edges and message slots");
  field("seconds_sort", r.seconds_sort, "s", "part of seconds_prepare: ordering the vertices");
  field("seconds_copy", r.seconds_copy, "s", "part of seconds_prepare: copying the graph to a device");
  field("seconds_supersteps", r.seconds_supersteps, "s", "initial values and all supersteps");
  field("seconds_map_back", r.seconds_map_back, "s", "writing values in the caller's order");
  field("buffer_slots", r.buffer_slots, "slots", "slots of the message buffer, including empty ones; 0 without one");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
  field("list", r.list, "list", "reports of the supersteps; empty unless requested");
}

}  // namespace fathom
