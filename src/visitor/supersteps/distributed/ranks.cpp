// Communication of a run of edge_vertex() on a distributed graph, its checks, and its report.
#include <fmt/format.h>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "comm/place_options.hpp"
#include "fathom/distributed/over_devices.hpp"
#include "fathom/report.hpp"
#include "fathom/visitor/device_superstep_ranks.hpp"

namespace fathom::edge_vertex_engine {

superstep_ranks::superstep_ranks(const rank_edge_vertex_graph& g) : g_(g), clock_(std::make_unique<ranks_engine::work_clock>()) {}

superstep_ranks::~superstep_ranks() = default;

rank_work superstep_ranks::work() const {
  rank_work work = clock_->work();
  work.vertices = g_.own_vertices, work.edges = g_.rows.num_edges;
  work.peak_memory_bytes = peak_memory_bytes();
  return work;
}

void superstep_ranks::together(const std::function<void()>& work) {
  on_all_processes(*g_.ranks, [&] {
    work();
    clock_->computed();
  });
  clock_->waited();
}

array<std::byte> superstep_ranks::exchange(std::span<const std::byte> mine, std::span<const std::uint64_t> bytes) {
  array<std::byte> theirs = fathom::exchange<std::byte>(*g_.ranks, mine, bytes).values;
  clock_->sent(mine.size());
  clock_->exchanged();
  return theirs;
}

void superstep_ranks::gather(std::span<const std::byte> mine, std::span<const std::uint64_t> sizes, std::span<std::byte> all) {
  g_.ranks->all_gather(mine, sizes, all);
  clock_->waited();
}

namespace {

void require_kind(const execution& exec, device_kind runs_on) {
  if (runs_on == device_kind::cpu && exec.where.kind != runs_on)
    fail_usage("edge_vertex() runs on CPUs, not on {}; use edge_vertex_on_device() in a file that nvcc compiles",
               to_string(exec.where));
  if (runs_on == device_kind::cpu) return require_cpus(exec, "results of edge_vertex()");
  if (exec.where.kind != runs_on)
    fail_usage("edge_vertex_on_device() is for CUDA devices, not for {}; use edge_vertex()", to_string(exec.where));
}

}  // namespace

void check_on_ranks(communicator& ranks, const edge_vertex_options& options, const execution& exec, device_kind runs_on,
                    std::uint64_t program) {
  const argument arguments[] = {{"user program", program},
                                {"device", static_cast<std::uint64_t>(exec.where.kind)},
                                {"transport", static_cast<std::uint64_t>(exec.transport)},
                                {"'max_supersteps' option", options.max_supersteps},
                                {"'messages' option", static_cast<std::uint64_t>(options.messages)},
                                {"'way' option", static_cast<std::uint64_t>(options.way)},
                                {"'order' option", static_cast<std::uint64_t>(options.order)},
                                {"'gather' option", options.gather}};
  require_same(ranks, arguments);
  on_all_processes(ranks, [&] {
    refuse_sharing(exec);
    refuse_place(options.where, options.control);
    require_kind(exec, runs_on);
    check_stop(exec.control);
    check_numbers(options);
    if (options.messages == message_form::buffered) {
      fail_usage(
          "a message buffer requires a single process with one device: messages to others are combined; use message_form::fused");
    }
    if (options.order != edge_vertex_order::automatic && options.order != edge_vertex_order::caller) {
      fail_usage("sorting vertices by in-degree requires a single process with one device; use edge_vertex_order::caller");
    }
  });
}

void check_parts_of(const graph& g, const edge_vertex_options& options, const execution& exec) {
  refuse_place(options.where, options.control);
  const bool several_processes = exec.ranks != nullptr && exec.ranks->size() > 1;
  if (!several_processes && !has_several_devices(exec)) {
    if (exec.transport != rank_transport::automatic)
      fail_usage("transport '{}' is between several devices, and this call has one; use auto", to_string(exec.transport));
    return;
  }
  if (several_processes && !exec.devices.empty())
    fail_usage("a process with a part of the graph uses one device; give 'where' instead of 'devices'");
  require_kept(g.properties().self_loops + g.properties().duplicates, "self-loops and parallel edges", "values");
}

edge_vertex_options options_on(const execution& exec, edge_vertex_options options) {
  options.where = exec.devices.empty() ? exec.where : exec.devices.front();
  options.control = exec.control;
  return options;
}

std::vector<rank_work> report_of_all(superstep_ranks& ranks, edge_vertex_report& report) {
  const rank_edge_vertex_graph& g = ranks.graph();
  communicator& all = *g.ranks;
  std::vector<rank_work> by_rank = ranks.of_all(ranks.work());
  report.engine = fmt::format("{} x {} ranks, {}, combined before they are sent", g.grid_rows, g.grid_columns, report.engine);
  for (double* const seconds : {&report.seconds_prepare, &report.seconds_supersteps, &report.seconds_map_back}) {
    *seconds = longest(all, *seconds);
  }
  report.planned_bytes = largest_of(all, report.planned_bytes);
  report.peak_memory_bytes = largest_of(all, report.peak_memory_bytes);
  return by_rank;
}

}  // namespace fathom::edge_vertex_engine
