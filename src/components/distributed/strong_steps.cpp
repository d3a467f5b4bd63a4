#include "components/distributed/strong_steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "bfs/distributed/removal.hpp"
#include "comm/agreement.hpp"
#include "components/distributed/coloring.hpp"
#include "components/distributed/reach.hpp"

namespace fathom::ranks_engine {
namespace {

class steps_on_cpu final : public strong_steps {
 public:
  steps_on_cpu(const partitioned_graph& g, int threads) : g_(g), threads_(threads) {
    const std::uint64_t steps =
        std::max(removal::bytes(g, true), block_reach::bytes(g, along_edges(g))) + block_reach::bytes(g, against_edges(g));
    require_host_memory(steps + g.own_vertices * (2 * sizeof(neighbor_count) + sizeof(global_vertex)),
                        fmt::format("strong components of one process's {} vertices", g.own_vertices));
    in.resize(g.own_vertices), out.resize(g.own_vertices);
    remaining_ = std::make_unique<removal>(g, in, std::span<neighbor_count>(out), threads);
    forward_ = std::make_unique<block_reach>(g, along_edges(g), threads);
    backward_ = std::make_unique<block_reach>(g, against_edges(g), threads);
  }

  std::span<std::uint64_t> gone() override { return remaining_->gone(); }

  void count(work_clock& clock) override { remaining_->count(clock); }

  int trim(int most, const run_control& control, work_clock& clock) override {
    for (std::uint64_t v = 0; v < g_.own_vertices; ++v) {
      if (!remaining_->is_gone(v) && (in[v] == 0 || out[v] == 0)) remaining_->remove(v);
    }
    return remaining_->run(0, most, control, clock, [](std::uint64_t) {});
  }

  int reach(bool along, std::span<std::uint64_t> visited, std::span<const std::uint64_t> candidates, const run_control& control,
            work_clock& clock) override {
    const auto every = [](std::uint64_t, std::uint64_t) { return true; };
    return (along ? forward_ : backward_)->run(visited, candidates, every, control, clock);
  }

  int color(std::span<const std::uint64_t> open, std::span<global_vertex> colors, std::span<std::uint64_t> members,
            const run_control& control, work_clock& clock) override {
    return color_components(g_, open, colors, members, *backward_, threads_, control, clock);
  }

 private:
  const partitioned_graph& g_;
  const int threads_;
  std::unique_ptr<removal> remaining_;
  std::unique_ptr<block_reach> forward_, backward_;
};

}  // namespace

std::unique_ptr<strong_steps> strong_steps_on_cpu(const partitioned_graph& g, int threads) {
  std::unique_ptr<strong_steps> made;
  on_all_processes(*g.ranks, [&] { made = std::make_unique<steps_on_cpu>(g, threads); });
  return made;
}

}  // namespace fathom::ranks_engine
