#include "fathom/distributed/components.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/place_options.hpp"
#include "comm/process_device.hpp"
#include "components/distributed/component_sizes.hpp"
#include "components/distributed/engine.hpp"
#include "components/distributed/strong.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"
#include "graph/partition/block_values.hpp"

namespace fathom {
namespace {

void check_options(const rank_graph& graph, const components_options& o, const execution& exec) {
  const argument arguments[] = {{"device", static_cast<std::uint64_t>(exec.where.kind)},
                                {"transport", static_cast<std::uint64_t>(exec.transport)},
                                {"'sizes' option", o.sizes},
                                {"'gather' option", o.gather},
                                {"number of components to list", o.most_components}};
  require_same(graph.ranks(), arguments);
  on_all_processes(graph.ranks(), [&] {
    refuse_sharing(exec);
    refuse_place(o.where, o.control);
    if (o.keep_on_device) fail_usage("keep_on_device requires a single process; leave it out");
    if (o.most_components > 0 && !o.sizes)
      fail_usage("most_components is {}, but components are not counted without sizes; set sizes, or use 0", o.most_components);
    if (exec.transport != rank_transport::automatic)
      fail_usage("transport '{}': components choose it by themselves; use auto", to_string(exec.transport));
    check_stop(exec.control);
  });
}

array<std::uint64_t> room_for_labels(const rank_graph& graph, bool gather) {
  const std::uint64_t own = graph.last_vertex() - graph.first_vertex();
  array<std::uint64_t> mine;
  on_all_processes(graph.ranks(), [&] {
    require_host_memory((2 * own + (gather ? graph.num_vertices() : 0)) * sizeof(std::uint64_t),
                        fmt::format("labels of {} vertices", graph.num_vertices()));
    mine = array<std::uint64_t>(own);
  });
  return mine;
}

void count(const rank_graph& graph, const components_options& o, std::span<const std::uint64_t> labels,
           rank_components_result& result, std::uint64_t& bytes_sent) {
  if (!o.sizes) {
    std::uint64_t roots = 0;
    for (std::uint64_t i = 0; i < labels.size(); ++i) roots += labels[i] == graph.first_vertex() + i;
    result.count = sum_of(graph.ranks(), roots);
    return;
  }
  const std::size_t most = o.most_components > 0 ? o.most_components : std::numeric_limits<std::size_t>::max();
  component_sizes sizes = sizes_of_components(graph.parts(), labels, most, graph.threads(), bytes_sent);
  result.count = sizes.count;
  result.components = std::move(sizes.largest);
  if (!result.components.empty()) result.largest = result.components.front();
  if (o.most_components > 0) return;
  std::sort(result.components.begin(), result.components.end(),
            [](const rank_component& a, const rank_component& b) { return a.label < b.label; });
}

// find(labels): the outcome for the process's own vertices.
template <class Find>
rank_components_result find_with(const rank_graph& graph, const components_options& options, const execution& exec,
                                 std::string_view engine, const Find& find) {
  const partitioned_graph& g = graph.parts();
  communicator& ranks = *g.ranks;
  rank_components_result result;
  array<std::uint64_t> mine = room_for_labels(graph, options.gather);
  report_progress(exec.control, "searching", 0, graph.num_vertices());
  timer clock;
  ranks_engine::components_outcome outcome = find(mine.view());
  rank_components_report& report = result.report;
  report.seconds_search = longest(ranks, clock.seconds());
  report.seconds_on_device = longest(ranks, outcome.seconds_on_device);
  clock.restart();
  count(graph, options, mine.view(), result, outcome.work.bytes_sent);
  report.seconds_count = longest(ranks, clock.seconds());
  clock.restart();
  outcome.work.vertices = mine.size(), outcome.work.edges = g.out.ends.size();
  outcome.work.peak_memory_bytes = peak_memory_bytes();
  result.labels = options.gather ? gather_blocks(g, std::span<const std::uint64_t>(mine.view())) : std::move(mine);
  report.seconds_gather = longest(ranks, clock.seconds());
  report.engine = fmt::format("{} x {} {}, {}", g.grid.rows, g.grid.columns, ranks.own_device() ? "devices" : "ranks", engine);
  report.where = ranks_engine::device_of_rank(ranks, exec.where);
  report.threads = graph.threads();
  report.rounds = outcome.rounds;
  report.by_rank = gather_from_all(ranks, outcome.work);
  report_progress(exec.control, "searching", graph.num_vertices(), graph.num_vertices());
  return result;
}

}  // namespace

rank_components_result weakly_connected_components(const rank_graph& graph, const components_options& options,
                                                   const execution& exec) {
  check_options(graph, options, exec);
  const partitioned_graph& g = graph.parts();
  const device where = ranks_engine::device_of_rank(*g.ranks, exec.where);
  if (where.kind == device_kind::cuda) {
    return find_with(
        graph, options, exec, "CUDA, union-find within each part, then pairwise merging of parts",
        [&](std::span<std::uint64_t> labels) { return gpu(where).distributed_components(g, where, labels, exec.control); });
  }
  return find_with(
      graph, options, exec, "CPU, union-find within each part, then distributed hooking and shortcutting",
      [&](std::span<std::uint64_t> labels) { return ranks_engine::weak_components(g, labels, graph.threads(), exec.control); });
}

rank_components_result strongly_connected_components(const rank_graph& graph, const components_options& options,
                                                     const execution& exec) {
  if (!graph.directed()) return weakly_connected_components(graph, options, exec);
  check_options(graph, options, exec);
  const partitioned_graph& g = graph.parts();
  require_no_delegates(g, "strongly connected components");
  const device where = ranks_engine::device_of_rank(*g.ranks, exec.where);
  return find_with(
      graph, options, exec,
      where.kind == device_kind::cuda ? "CUDA, trimming, one search in each direction, coloring, then depth-first search on a CPU"
                                      : "CPU, trimming, one search in each direction, coloring, then depth-first search",
      [&](std::span<std::uint64_t> labels) {
        return ranks_engine::strong_components(g, where, labels, graph.threads(), exec.control, ranks_engine::most_serial_edges(g));
      });
}

}  // namespace fathom
