// Options and report of edge_vertex(), and the part of it that is the same for every program and therefore compiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Where messages are until they are combined.
enum class message_form {
  automatic,  ///< fused
  fused,      ///< combined as they are made, in registers: no memory for messages of edges
  buffered,   ///< the paper's message buffer: a slot for each edge, written by the EdgeCompute stage, read by the VertexCompute
              ///< stage
};

/// From which end of their edges messages are made, in the fused form.
enum class superstep_way {
  automatic,  ///< by counted edges: push where active vertices have few, else pull
  push,       ///< along the edges out of active vertices: costs what is active
  pull,       ///< along the edges into every vertex: costs the graph, and an edge less
};

/// The order of vertices within a run. Programs and results speak in the caller's ids whatever it is.
enum class edge_vertex_order {
  automatic,         ///< caller: a run of some supersteps does not pay for another one
  caller,            ///< as in the graph
  approximate_sort,  ///< the paper's: buckets of falling in-degree, in a bucket as in the graph; off where all in-degrees are equal
  exact_sort,        ///< falling in-degree, by radix sort: what the paper measures its own against
};

struct edge_vertex_options {
  std::uint64_t max_supersteps = std::numeric_limits<std::uint64_t>::max();
  message_form messages = message_form::automatic;
  superstep_way way = superstep_way::automatic;
  edge_vertex_order order = edge_vertex_order::automatic;
  int buckets = 1000;              ///< of approximate_sort (the paper's BUCKET_NUMBER), 1 to 2^24
  vertex_id group_size = 1;        ///< of the message buffer's layout remapping: 1 is row-major; the paper's Per_Group_Num is 32
  bool list_supersteps = false;    ///< fill report.list
  std::uint64_t memory_bytes = 0;  ///< most to take; 0: three quarters of what is available
  device where{};
  run_control control{};
};

/// Why a run has ended.
enum class edge_vertex_end {
  no_active_vertex,  ///< all have voted to halt, and no message is on its way
  max_supersteps,    ///< some are still active
};

struct superstep_report {
  std::uint64_t active = 0;        ///< vertices at its beginning
  std::uint64_t active_edges = 0;  ///< out of these: for which edge_compute() is called
  std::uint64_t edges_looked_at = 0;
  std::uint64_t computed = 0;  ///< calls of vertex_compute()
  bool pushed = false;
  double seconds = 0;
};

struct edge_vertex_report {
  std::string engine;  ///< which implementation ran, and with what choices
  std::string order;   ///< of the vertices, with the reason
  device where;
  int threads = 0;
  edge_vertex_end end = edge_vertex_end::no_active_vertex;
  std::uint64_t supersteps = 0;
  std::uint64_t pushed_supersteps = 0;
  std::uint64_t active_edges = 0;     ///< summed over the supersteps: see superstep_report
  std::uint64_t edges_looked_at = 0;  ///< likewise
  std::uint64_t computed = 0;         ///< likewise
  std::uint64_t still_active = 0;     ///< vertices at the end
  double seconds_prepare = 0;         ///< rows in the chosen order, in-edges that the graph lacks, slots of messages
  double seconds_sort = 0;            ///< of them, the order alone
  double seconds_copy = 0;            ///< of them, copying the graph to a device
  double seconds_supersteps = 0;      ///< initial values, and all supersteps
  double seconds_map_back = 0;        ///< values in the caller's order
  std::uint64_t buffer_slots = 0;     ///< of the message buffer, those included that the remapping leaves empty; 0 without one
  std::uint64_t planned_bytes = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< of the process, so far
  std::vector<superstep_report> list;   ///< empty unless asked for

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_supersteps + seconds_map_back; }
};

/// One JSON object.
[[nodiscard]] std::string to_json(const edge_vertex_report& report);

/// Adjacency with weights, in the order of a run. Borrows everything.
struct edge_vertex_rows {
  const edge_offset* offsets = nullptr;
  const vertex_id* ends = nullptr;
  const edge_weight* weights = nullptr;  ///< null where edges have none
};

/// A graph made ready for edge_vertex(), for as many runs as wanted. Immutable, and cheap to copy: copies share the arrays.
struct edge_vertex_graph {
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;
  edge_vertex_rows out, in;
  const vertex_id* to_caller = nullptr;  ///< null in the caller's order
  std::string order;                     ///< with its reason
  double seconds = 0, seconds_sort = 0;
  std::uint64_t bytes = 0;  ///< beyond what the graph holds
  graph source;             ///< whose arrays are shared
  std::shared_ptr<const void> keeper;
};

/// Only `order`, `buckets`, `where` and `control` of the options matter here. Throws error_category::usage, ::memory, ::device,
/// ::cancelled.
[[nodiscard]] edge_vertex_graph prepare_edge_vertex(const graph& g, const edge_vertex_options& options = {});

namespace edge_vertex_engine {

/// Throws error_category::usage for options that no run can have, and ::device for a device other than the CPU.
void check_options(const edge_vertex_options& options);
/// The same but for the device.
void check_numbers(const edge_vertex_options& options);

/// Throws error_category::memory where a run that takes `bytes` may not have them.
void require_memory(const edge_vertex_graph& g, std::uint64_t bytes, const edge_vertex_options& options);

/// The message buffer's slots: message i of vertex v is at first[v] + i * stride. With a group size of 1 that is row-major; else
/// vertices in groups, as many slots for each as the largest in-degree of the group, column-major.
struct message_slots {
  std::uint64_t count = 0, stride = 1;
  array<std::uint64_t> first;        ///< n entries
  array<std::uint64_t> of_out_edge;  ///< m entries: the slot for each edge by its position in the out-rows
};
[[nodiscard]] message_slots make_message_slots(const edge_vertex_graph& g, vertex_id group_size, const run_control& control);

/// Bounds of chunks of vertices with about equal numbers of edges in and out; multiples of 64, so that a bitmap's words belong to
/// one.
[[nodiscard]] std::vector<vertex_id> make_chunks(const edge_vertex_graph& g);

/// Vertices with an edge out.
[[nodiscard]] std::uint64_t vertices_with_out_edges(const edge_vertex_graph& g);

/// Threads that share work by items, in no fixed order. What an item throws ends the work and reaches the caller.
class team {
 public:
  explicit team(const run_control& control);
  [[nodiscard]] int threads() const noexcept { return threads_; }
  void run(std::size_t items, const std::function<void(std::size_t item)>& work) const;

 private:
  int threads_;
};

/// The order that the options choose for in-degrees of this range, with its reason.
[[nodiscard]] std::string order_in_words(const edge_vertex_options& options, std::uint64_t least, std::uint64_t most);

/// "message buffer", "fused, one message a source", and why.
[[nodiscard]] std::string form_in_words(bool buffered, bool same_for_all_edges, const edge_vertex_options& options);

/// Everything but the numbers of supersteps.
[[nodiscard]] edge_vertex_report begin_report(const edge_vertex_graph& g, const team& threads, bool buffered,
                                              bool same_for_all_edges, const edge_vertex_options& options);

/// Seconds of a clock that only goes forward.
[[nodiscard]] double seconds_now() noexcept;

}  // namespace edge_vertex_engine

}  // namespace fathom
