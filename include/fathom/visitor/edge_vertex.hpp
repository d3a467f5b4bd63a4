// edge_vertex(): bulk-synchronous user programs. In each superstep edges send messages and vertices compute with the messages that
// they received, until no vertex is active.
// Zhong, Sun, Chen, Xiao, Chen, Chang, Shi, "Optimizing Graph Processing on GPUs", TPDS 28(4), 2017 (the Edge-Vertex model).
//
// A user program is a struct with these members (the paper's names in brackets):
//   using value = ...;                              // value of a vertex
//   using message = ...;                            // message sent along an edge
//   static constexpr auto combine = combiner::sum;  // associative, commutative, with an identity [Combiner]
//   value initial_value(auto& v) const;             // [initData]
//   void edge_compute(auto& e) const;               // [EdgeCompute] may call e.send(message) [sendMsg]
//   void vertex_compute(auto& v, const message& c) const;  // [VertexCompute] sets v.value; v.vote_to_halt(), v.vote_to_active()
// and optionally:
//   using combined = ...;                           // type in which messages are combined if not message: sums in double
//   bool initially_active(auto& v) const;           // default: all vertices are active
//   using edge_value = ...; edge_value initial_edge_value(auto& e) const;  // read as e.value()
//   void update_edge(auto& e) const;                // sets e.value() of an out-edge; called where vertex_compute() has called
//                                                   // v.update_edges(). Without it, values of edges are constant
//   struct aggregate { ...; void combine(const aggregate& other); };       // v.contribute(), v.aggregated(): Pregel's aggregator
//   static constexpr bool same_for_all_edges = true;  // a promise that edge_compute() reads only the source: much faster
//
// A superstep calls edge_compute() for each out-edge of each active vertex, with the values of the previous superstep. Then it
// calls vertex_compute() for each vertex that received a message or is active, with all its messages combined (the identity if
// there are none; v.received() distinguishes). Such a vertex is active in the next superstep unless it votes to halt. All types
// must be trivially copyable. In a program with update_edge(), VertexCompute also changes the out-edges of a vertex
// (section 3.2.3): after vertex_compute() each of them is updated, with the vertex's new value, and the next superstep reads it.
// Ids are the caller's. superstep_handles.hpp documents v and e.
//
// Results are identical on any number of threads, bit for bit, including floating-point sums: what is combined in which order, and
// whether a superstep pushes or pulls, depends only on the graph, the user program and the options.
#pragma once

#include <algorithm>
#include <utility>

#include "fathom/report.hpp"
#include "fathom/visitor/cpu_superstep_begin.hpp"
#include "fathom/visitor/cpu_superstep_buffer.hpp"
#include "fathom/visitor/cpu_superstep_exchange.hpp"
#include "fathom/visitor/cpu_superstep_pull.hpp"
#include "fathom/visitor/cpu_superstep_push.hpp"

namespace fathom {

template <class Program>
struct edge_vertex_result {
  array<typename Program::value> values;  ///< n values in the caller's ids
  /// m values in the order of the graph's out-edges, if the program has update_edge(); otherwise empty.
  array<edge_vertex_engine::edge_value_of<Program>> edge_values;
  edge_vertex_engine::aggregate_of<Program> aggregated{};  ///< combined contributions of the last superstep
  edge_vertex_report report;
};

namespace edge_vertex_engine {

/// Predicted memory of a run, in bytes.
template <class Program>
[[nodiscard]] std::uint64_t planned_bytes(const edge_vertex_graph& g, const edge_vertex_options& options) {
  const std::uint64_t n = g.num_vertices, m = g.num_edges;
  std::uint64_t vertex = sizeof(typename Program::value) * (g.to_caller ? 2 : 1) + sizeof(combined_of<Program>), edge = 0;
  if (same_for_all_edges<Program>()) vertex += 2 * sizeof(typename Program::message);
  if (has_edge_values<Program>) edge += 2 * sizeof(edge_value_of<Program>);
  if (changes_edges<Program> && options.messages != message_form::buffered && options.way != superstep_way::push)
    edge = std::max(edge + sizeof(edge_offset), out_position_bytes);
  if (options.messages == message_form::buffered) {
    vertex += sizeof(std::uint64_t);
    edge += sizeof(std::uint64_t) + sizeof(typename Program::message) + 1;
  }
  // Messages binned by target, in vectors with up to twice the capacity.
  std::uint64_t pushed = options.way == superstep_way::push ? m : m / 4;
  if (options.way == superstep_way::pull || options.messages == message_form::buffered) pushed = 0;
  return n * vertex + m * edge + n / 8 * 4 + 2 * pushed * (sizeof(combined_of<Program>) + sizeof(std::uint64_t)) + g.bytes;
}

/// Executes a run whose preparation began at `begin` (seconds_now()), and takes its results.
template <class Program, class Run>
void finish_supersteps(Run& run, double begin, edge_vertex_result<Program>& result) {
  const double made = seconds_now();
  run.run();
  const double ran = seconds_now();
  result.values = run.take_values();
  if constexpr (changes_edges<Program>) result.edge_values = run.take_edge_values();
  result.aggregated = run.aggregated();
  result.report.seconds_prepare = made - begin;
  result.report.seconds_supersteps = ran - made;
  result.report.seconds_map_back = seconds_now() - ran;
  result.report.peak_memory_bytes = peak_memory_bytes();
}

/// Fails to compile, with a message, if Program is not a valid user program.
template <class Program>
consteval void check_program() {
  check_types<Program>();
  check_functions<Program, superstep_place<Program>, superstep_vertex<Program>,
                  std::conditional_t<same_for_all_edges<Program>(), superstep_source<Program>, superstep_edge<Program>>,
                  superstep_first_edge<Program>, superstep_updated_edge<Program>>();
}

template <class Program>
edge_vertex_result<Program> start(const Program& program, const edge_vertex_graph& g, const edge_vertex_options& options) {
  check_program<Program>();
  check_options(options);
  const team threads(options.control);
  edge_vertex_result<Program> result;
  result.report = begin_report(g, threads, options.messages == message_form::buffered, same_for_all_edges<Program>(), options);
  result.report.planned_bytes = planned_bytes<Program>(g, options);
  require_memory(g, result.report.planned_bytes, options);
  const double begin = seconds_now();
  cpu_supersteps<Program> run(program, g, options, result.report);
  edge_vertex_engine::finish_supersteps(run, begin, result);
  return result;
}

}  // namespace edge_vertex_engine

/// Runs a user program on a prepared graph, in that graph's vertex order.
///
/// Throws error_category::usage for an option out of range; ::memory, stating needed and available memory; ::device, ::cancelled;
/// and whatever the user program's functions throw.
template <class Program>
[[nodiscard]] edge_vertex_result<Program> edge_vertex(const edge_vertex_graph& prepared, const Program& program,
                                                      const edge_vertex_options& options = {}) {
  return edge_vertex_engine::start(program, prepared, options);
}

/// Prepares the graph and runs the user program.
template <class Program>
[[nodiscard]] edge_vertex_result<Program> edge_vertex(const graph& g, const Program& program,
                                                      const edge_vertex_options& options = {}) {
  const edge_vertex_graph prepared = prepare_edge_vertex(g, options);
  edge_vertex_result<Program> result = edge_vertex_engine::start(program, prepared, options);
  result.report.seconds_prepare += prepared.seconds;
  result.report.seconds_sort = prepared.seconds_sort;
  return result;
}

}  // namespace fathom
