// Peeling over all processes on CPUs.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/memory.hpp"
#include "bfs/distributed/removal.hpp"
#include "comm/agreement.hpp"
#include "cores/distributed/engine.hpp"

namespace fathom::ranks_engine {
namespace {

// At each level, vertices with as many remaining neighbors as the level are removed until all others have more
// (cores/cpu/peel.cpp).
class peeling {
 public:
  peeling(const partitioned_graph& g, int threads, const run_control& control) : g_(g), control_(control) {
    on_all_processes(*g_.ranks, [&] {
      require_host_memory(
          removal::bytes(g_, g_.directed) + g_.own_vertices * (sizeof(neighbor_count) + sizeof(local_vertex) + sizeof(vertex_id)),
          fmt::format("core numbers of one process's {} vertices", g_.own_vertices));
      counters_.assign(g_.own_vertices, 0);
      remaining_.resize(g_.own_vertices);
      for (std::uint64_t v = 0; v < g_.own_vertices; ++v) remaining_[v] = static_cast<local_vertex>(v);
      core_.assign(g_.own_vertices, 0);
      const std::span<neighbor_count> all(counters_);
      removal_ = std::make_unique<removal>(g_, all, g_.directed ? std::optional(all) : std::nullopt, threads);
    });
  }

  peel_outcome run(std::span<vertex_id> core) {
    removal_->count(clock_);
    while (const std::optional<neighbor_count> level = next_level()) {
      if (*level > 0) ++outcome_.levels;
      for (const local_vertex v : remaining_) {
        if (counters_[v] <= *level) removal_->remove(v);
      }
      outcome_.exchanges +=
          static_cast<std::uint64_t>(removal_->run(*level, std::numeric_limits<int>::max(), control_, clock_,
                                                   [&](std::uint64_t v) { core_[v] = static_cast<vertex_id>(*level); }));
    }
    write_core_numbers(g_, core_, core);
    clock_.computed();
    outcome_.work = clock_.work();
    return outcome_;
  }

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
  const run_control& control_;
  work_clock clock_;
  peel_outcome outcome_;
  std::vector<neighbor_count> counters_;  // remaining neighbors, by local id
  std::vector<local_vertex> remaining_;
  std::vector<vertex_id> core_;  // by local id
  std::unique_ptr<removal> removal_;
};

}  // namespace

peel_outcome peel(const partitioned_graph& g, std::span<vertex_id> core, int threads, const run_control& control) {
  return peeling(g, threads, control).run(core);
}

}  // namespace fathom::ranks_engine
