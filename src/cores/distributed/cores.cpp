// Distributed core numbers: checks, choice of the engine, and the report.
#include "fathom/distributed/cores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/place_options.hpp"
#include "comm/process_device.hpp"
#include "cores/distributed/engine.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"
#include "graph/partition/block_values.hpp"

namespace fathom {
namespace {

void check_cores(const rank_graph& graph, const cores_options& o, const execution& exec) {
  const argument arguments[] = {{"device", static_cast<std::uint64_t>(exec.where.kind)},
                                {"transport", static_cast<std::uint64_t>(exec.transport)},
                                {"'gather' option", o.gather}};
  require_same(graph.ranks(), arguments);
  on_all_processes(graph.ranks(), [&] {
    refuse_sharing(exec);
    refuse_place(o.where, o.control);
    if (o.keep_on_device) fail_usage("keep_on_device requires a single process; leave it out");
    if (exec.transport != rank_transport::automatic)
      fail_usage("transport '{}': core numbers choose it by themselves; use auto", to_string(exec.transport));
    check_stop(exec.control);
  });
  require_no_delegates(graph.parts(), "core numbers");
  require_no_loops(graph.parts(), "core numbers");
}

void count(communicator& ranks, std::span<const vertex_id> own, rank_cores_result& result) {
  const vertex_id largest = own.empty() ? 0 : *std::max_element(own.begin(), own.end());
  result.degeneracy = static_cast<vertex_id>(largest_of(ranks, largest));
  result.innermost = sum_of(ranks, static_cast<std::uint64_t>(std::count(own.begin(), own.end(), result.degeneracy)));
}

}  // namespace

rank_cores_result core_numbers(const rank_graph& graph, const cores_options& options, const execution& exec) {
  check_cores(graph, options, exec);
  communicator& ranks = graph.ranks();
  const partitioned_graph& g = graph.parts();
  report_progress(exec.control, "searching", 0, graph.num_vertices());
  timer clock;
  rank_cores_result result;
  array<vertex_id> mine;
  on_all_processes(ranks, [&] {
    require_host_memory((g.to_local.size() + (options.gather ? graph.num_vertices() : 0)) * sizeof(vertex_id),
                        fmt::format("core numbers of {} vertices", graph.num_vertices()));
    mine = array<vertex_id>(g.to_local.size());
  });
  const device where = ranks_engine::device_of_rank(ranks, exec.where);
  const bool on_device = where.kind == device_kind::cuda;
  ranks_engine::peel_outcome outcome = on_device ? gpu(where).distributed_core_numbers(g, where, mine.view(), exec.control)
                                                 : ranks_engine::peel(g, mine.view(), graph.threads(), exec.control);
  count(ranks, mine.view(), result);
  cores_report& report = result.report;
  report.seconds_search = longest(ranks, clock.seconds());
  report.threads = graph.threads();
  report.seconds_on_device = longest(ranks, outcome.seconds_on_device);
  report.where = where;
  report.levels = outcome.levels;
  result.exchanges = outcome.exchanges;
  report.engine = fmt::format("{} x {} {}, {}, peeling with {} exchanges", graph.grid_rows(), graph.grid_columns(),
                              ranks.own_device() ? "devices" : "ranks", on_device ? "CUDA" : "CPU", result.exchanges);
  clock.restart();
  rank_work& work = outcome.work;
  work.vertices = mine.size(), work.edges = g.out.ends.size();
  result.core_numbers = options.gather ? gather_blocks(g, std::span<const vertex_id>(mine.view())) : std::move(mine);
  result.seconds_gather = longest(ranks, clock.seconds());
  report.peak_memory_bytes = work.peak_memory_bytes = peak_memory_bytes();
  result.by_rank = gather_from_all(ranks, work);
  report_progress(exec.control, "searching", graph.num_vertices(), graph.num_vertices());
  return result;
}

}  // namespace fathom
