// Peeling on the devices of all processes: the removals of a round are sent to all neighbors before the next.
#include "base/timer.hpp"
#include "bfs/distributed/cuda/removal.cuh"
#include "cores/distributed/engine.hpp"
#include "gpu/backend.hpp"

namespace fathom::ranks_engine {
namespace {

// Local ids are below the stride; a graph without edges has none.
peel_outcome peel_block(const partitioned_graph& g, linked_block& block, std::span<vertex_id> core, const run_control& control) {
  const cuda::stream& s = block.stream();
  std::optional<removal_on_device> removal;
  cuda::buffer<std::uint32_t> limits;
  on_all_processes(*g.ranks, [&] {
    removal.emplace(g, block, true);
    limits = cuda::filled<std::uint32_t>(g.stride, 0, s);
    s.wait("starting to peel");
  });
  work_clock clock;
  const timer on_device;
  peel_outcome outcome;
  removal->count(clock);
  for (std::uint32_t level = 0;;) {
    const removal_counts now = removal->remove(level, limits.data());
    clock.computed();
    const bool removes = any_of(*g.ranks, now.removed > 0, control);
    clock.waited();
    if (removes) {
      removal->lower(clock);
      ++outcome.exchanges;
      continue;
    }
    const std::uint64_t next = smallest(*g.ranks, now.fewest);
    clock.waited();
    if (next == removal_counts{}.fewest) break;
    level = static_cast<std::uint32_t>(next);
    ++outcome.levels;
  }
  outcome.seconds_on_device = on_device.seconds();
  on_all_processes(*g.ranks, [&] {
    array<vertex_id> by_id(g.stride);
    cuda::copy_to_host(by_id.data(), limits.data(), limits.bytes(), s);
    write_core_numbers(g, by_id.view(), core);
  });
  clock.computed();
  outcome.work = clock.work();
  return outcome;
}

}  // namespace

peel_outcome peel_on_device(const partitioned_graph& g, device where, std::span<vertex_id> core, const run_control& control) {
  require_counters(g, where, "core numbers");
  const cuda::current_device current(where.index);
  linked_block block(g, where, g.directed, sizeof(edge_sums::combined),
                     removal_on_device::bytes(g) + g.stride * sizeof(std::uint32_t), "core numbers");
  return peel_block(g, block, core, control);
}

}  // namespace fathom::ranks_engine
