// edge_vertex() of a distributed graph: the user programs of visitor/edge_vertex.hpp on the processes of an MPI job.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "fathom/distributed/graph.hpp"
#include "fathom/execution.hpp"
#include "fathom/visitor/edge_vertex.hpp"
#include "fathom/visitor/superstep_ranks.hpp"

namespace fathom {

/// Values of vertices, and of edges of programs with update_edge(), in the order of the whole graph; without `gather` those of this
/// process's own vertices and of their out-edges.
///
/// The report is identical on all processes except for the seconds of single supersteps. Times are those of the slowest process,
/// counts are sums, and memory is that of the process with the most.
template <class Program>
struct rank_edge_vertex_result : edge_vertex_result<Program> {
  double seconds_gather = 0;  ///< gathering values on all processes
  std::vector<rank_work> by_rank;
};

namespace edge_vertex_engine {

/// Collective: completes the report of a run, and gathers the values of all processes if options.gather is set.
template <class Program>
void gather_results(superstep_ranks& ranks, const edge_vertex_options& options, rank_edge_vertex_result<Program>& result) {
  result.by_rank = report_of_all(ranks, result.report);
  if (!options.gather) return;
  const double gathering = seconds_now();
  result.values = ranks.concatenated(result.values);
  if constexpr (changes_edges<Program>) result.edge_values = ranks.concatenated(result.edge_values);
  result.seconds_gather = seconds_now() - gathering;
}

}  // namespace edge_vertex_engine

/// Collective: prepares a distributed graph for any number of runs. Each process receives the out-edges of its own vertices, those
/// of delegates, too. Throws error_category::usage for an order of vertices other than the caller's, for more than 2^32 - 1
/// vertices, and as edge_vertex() of a distributed graph; ::memory, ::cancelled.
[[nodiscard]] rank_edge_vertex_graph prepare_edge_vertex(const rank_graph& g, const edge_vertex_options& options = {},
                                                         const execution& exec = {});

/// Collective: runs a user program on CPUs. Its values are those of edge_vertex() of the same graph without parallel edges and
/// self-loops, for any number of processes and any grid, if its combiner is exact: minima, maxima, sums of integers. Sums of
/// floating-point numbers are added in another order; they are identical in all runs on a number of processes and a grid, on any
/// number of threads.
///
/// A process calls the program's functions for its own vertices and their out-edges, and combines the messages for a vertex of
/// another process before it sends them. Every process passes the same program; data that it points to is indexed by the caller's
/// ids, and only read for vertices and edges for which functions are called on this process. All types must be trivially copyable,
/// `aggregate` too.
///
/// Throws, on all processes if any of them does: error_category::usage for options that differ between processes, for the message
/// buffer, for an order of vertices other than the caller's, for `where` and `control` in the options, whose place is `exec`, and
/// for a CUDA device; ::memory, ::cancelled. An exception of the user program on one process becomes a rank_error on all.
template <class Program>
[[nodiscard]] rank_edge_vertex_result<Program> edge_vertex(const rank_edge_vertex_graph& prepared, const Program& program,
                                                           const edge_vertex_options& options = {}, const execution& exec = {}) {
  using namespace edge_vertex_engine;
  check_program<Program>();
  static_assert(std::is_trivially_copyable_v<aggregate_of<Program>>,
                "edge_vertex: on a distributed graph the program's `aggregate` must be trivially copyable: no std:: containers");
  check_on_ranks(*prepared.ranks, options, exec, device_kind::cpu, std::hash<std::string_view>{}(typeid(Program).name()));
  edge_vertex_options own = options;
  own.control = exec.control, own.control.threads = prepared.threads;
  superstep_ranks ranks(prepared);
  rank_edge_vertex_result<Program> result;
  std::optional<cpu_supersteps<Program>> run;
  const double begin = seconds_now();
  ranks.together([&] {
    const team threads(own.control);
    result.report = begin_report(prepared.rows, threads, false, same_for_all_edges<Program>(), own);
    result.report.planned_bytes =
        planned_bytes<Program>(prepared.rows, own) + (prepared.rows.num_vertices - prepared.own_vertices + prepared.mirrored) *
                                                         (sizeof(combined_of<Program>) + sizeof(vertex_id));
    require_memory(prepared.rows, result.report.planned_bytes, own);
    run.emplace(program, prepared.rows, own, result.report, &ranks);
  });
  finish_supersteps<Program>(*run, begin, result);
  gather_results(ranks, options, result);
  return result;
}

/// Collective: prepares the graph and runs the user program.
template <class Program>
[[nodiscard]] rank_edge_vertex_result<Program> edge_vertex(const rank_graph& g, const Program& program,
                                                           const edge_vertex_options& options = {}, const execution& exec = {}) {
  const rank_edge_vertex_graph prepared = prepare_edge_vertex(g, options, exec);
  rank_edge_vertex_result<Program> result = edge_vertex(prepared, program, options, exec);
  result.report.seconds_prepare += prepared.rows.seconds;
  return result;
}

}  // namespace fathom
