// Distributed core numbers: checks, peeling over all processes, and the report.
#include "fathom/distributed/cores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/removal.hpp"
#include "comm/agreement.hpp"
#include "comm/place_options.hpp"
#include "fathom/report.hpp"
#include "graph/partition/block_values.hpp"

namespace fathom {
namespace {

using ranks_engine::neighbor_count;

void check_cores(const rank_graph& graph, const cores_options& o, const execution& exec) {
  const argument arguments[] = {{"device", static_cast<std::uint64_t>(exec.where.kind)},
                                {"transport", static_cast<std::uint64_t>(exec.transport)},
                                {"'gather' option", o.gather}};
  require_same(graph.ranks(), arguments);
  on_all_processes(graph.ranks(), [&] {
    refuse_sharing(exec);
    refuse_place(o.where, o.control);
    require_cpus(exec, "core numbers");
    check_stop(exec.control);
  });
  require_no_delegates(graph.parts(), "core numbers");
}

// At each level, vertices with as many remaining neighbors as the level are removed until all others have more
// (cores/cpu/peel.cpp).
class peeling_over_processes {
 public:
  peeling_over_processes(const rank_graph& graph, const execution& exec) : g_(graph.parts()), exec_(exec) {
    on_all_processes(*g_.ranks, [&] {
      require_host_memory(ranks_engine::removal::bytes(g_, g_.directed) +
                              g_.own_vertices * (sizeof(neighbor_count) + sizeof(local_vertex) + sizeof(vertex_id)) +
                              (g_.to_local.size() + (graph.num_vertices())) * sizeof(vertex_id),
                          fmt::format("core numbers of one process's {} vertices", g_.own_vertices));
      counters_.assign(g_.own_vertices, 0);
      remaining_.resize(g_.own_vertices);
      for (std::uint64_t v = 0; v < g_.own_vertices; ++v) remaining_[v] = static_cast<local_vertex>(v);
      core_.assign(g_.own_vertices, 0);
      const std::span<neighbor_count> all(counters_);
      removal_ = std::make_unique<ranks_engine::removal>(g_, all, g_.directed ? std::optional(all) : std::nullopt, graph.threads());
    });
  }

  /// Writes the core numbers of the process's own vertices, by position.
  void run(std::span<vertex_id> core) {
    removal_->count(clock_);
    while (const std::optional<neighbor_count> level = next_level()) {
      if (*level > 0) ++levels;
      for (const local_vertex v : remaining_) {
        if (counters_[v] <= *level) removal_->remove(v);
      }
      exchanges += static_cast<std::uint64_t>(removal_->run(*level, std::numeric_limits<int>::max(), exec_.control, clock_,
                                                            [&](std::uint64_t v) { core_[v] = static_cast<vertex_id>(*level); }));
    }
    for (std::uint64_t position = 0; position < core.size(); ++position) {
      const local_vertex id = g_.to_local[position];
      core[position] = id == no_local_vertex ? 0 : core_[id];
    }
    clock_.computed();
  }

  [[nodiscard]] const rank_work& work() const { return clock_.work(); }

  std::uint64_t levels = 0, exchanges = 0;

 private:
  // The smallest number of neighbors of a remaining vertex; none if no vertex remains on any process.
  std::optional<neighbor_count> next_level() {
    constexpr std::uint64_t none = ~std::uint64_t{0};
    std::erase_if(remaining_, [this](local_vertex v) { return removal_->is_gone(v); });
    std::uint64_t nearest = none;
    for (const local_vertex v : remaining_) nearest = std::min(nearest, static_cast<std::uint64_t>(counters_[v]));
    clock_.computed();
    nearest = smallest(*g_.ranks, nearest);
    clock_.waited();
    if (nearest == none) return std::nullopt;
    return static_cast<neighbor_count>(nearest);
  }

  const partitioned_graph& g_;
  const execution& exec_;
  ranks_engine::work_clock clock_;
  std::vector<neighbor_count> counters_;  // remaining neighbors, by local id
  std::vector<local_vertex> remaining_;
  std::vector<vertex_id> core_;  // by local id
  std::unique_ptr<ranks_engine::removal> removal_;
};

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
  peeling_over_processes peeling(graph, exec);
  array<vertex_id> mine;
  on_all_processes(ranks, [&] { mine = array<vertex_id>(graph.last_vertex() - graph.first_vertex()); });
  peeling.run(mine.view());
  count(ranks, mine.view(), result);
  cores_report& report = result.report;
  report.seconds_search = longest(ranks, clock.seconds());
  report.threads = graph.threads();
  report.levels = peeling.levels;
  result.exchanges = peeling.exchanges;
  report.engine =
      fmt::format("{} x {} ranks, CPU, peeling with {} exchanges", graph.grid_rows(), graph.grid_columns(), result.exchanges);
  clock.restart();
  rank_work work = peeling.work();
  work.vertices = mine.size(), work.edges = g.out.ends.size();
  result.core_numbers = options.gather ? gather_blocks(g, std::span<const vertex_id>(mine.view())) : std::move(mine);
  result.seconds_gather = longest(ranks, clock.seconds());
  report.peak_memory_bytes = work.peak_memory_bytes = peak_memory_bytes();
  result.by_rank = gather_from_all(ranks, work);
  report_progress(exec.control, "searching", graph.num_vertices(), graph.num_vertices());
  return result;
}

}  // namespace fathom
