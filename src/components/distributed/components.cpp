#include "fathom/distributed/components.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/make_searcher.hpp"
#include "comm/agreement.hpp"
#include "components/distributed/component_sizes.hpp"
#include "components/distributed/engine.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"
#include "graph/partition/block_values.hpp"

namespace fathom {

rank_components_result rank_components(const rank_graph& graph, const rank_components_options& options) {
  const partitioned_graph& g = graph.parts();
  communicator& ranks = *g.ranks;
  const device where = ranks_engine::device_of_rank(ranks, options.where);
  const bool on_devices = where.kind == device_kind::cuda;
  const argument arguments[] = {{"device", static_cast<std::uint64_t>(options.where.kind)},
                                {"'gather' option", options.gather},
                                {"number of components to list", options.most_components}};
  require_same(ranks, arguments);
  const std::uint64_t own = graph.last_vertex() - graph.first_vertex();
  rank_components_result result;
  array<std::uint64_t> mine;
  on_all_processes(ranks, [&] {
    check_stop(options.control);
    require_host_memory((2 * own + (options.gather ? graph.num_vertices() : 0)) * sizeof(std::uint64_t),
                        fmt::format("labels of {} vertices", graph.num_vertices()));
    mine = array<std::uint64_t>(own);
  });
  timer clock;
  ranks_engine::components_outcome outcome = on_devices
                                                 ? gpu(where).distributed_components(g, where, mine.view(), options.control)
                                                 : ranks_engine::rank_components(g, mine.view(), graph.threads(), options.control);
  rank_components_report& report = result.report;
  report.seconds_search = longest(ranks, clock.seconds());
  report.seconds_on_device = longest(ranks, outcome.seconds_on_device);
  clock.restart();
  component_sizes sizes = sizes_of_components(g, mine.view(), options.most_components, graph.threads(), outcome.work.bytes_sent);
  result.count = sizes.count;
  result.largest = std::move(sizes.largest);
  report.seconds_count = longest(ranks, clock.seconds());
  clock.restart();
  outcome.work.vertices = own, outcome.work.edges = g.out.ends.size(), outcome.work.peak_memory_bytes = peak_memory_bytes();
  result.labels = options.gather ? gather_blocks(g, std::span<const std::uint64_t>(mine.view())) : std::move(mine);
  report.seconds_gather = longest(ranks, clock.seconds());
  report.engine = fmt::format("{} x {} ranks, {}", g.grid.rows, g.grid.columns,
                              on_devices ? "CUDA, union-find within each part, then pairwise merging of parts"
                                         : "CPU, union-find within each part, then distributed hooking and shortcutting");
  report.where = where;
  report.threads = graph.threads();
  report.rounds = outcome.rounds;
  report.by_rank = gather_from_all(ranks, outcome.work);
  return result;
}

}  // namespace fathom
