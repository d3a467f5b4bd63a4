#include "components/distributed/strong_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "base/memory.hpp"
#include "bfs/distributed/removal.hpp"
#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "comm/routing.hpp"
#include "components/distributed/reach.hpp"
#include "fathom/control.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {
namespace {

/// A color for a vertex of a line.
struct colored {
  local_vertex id;
  global_vertex color;
};

class color_spread {
 public:
  color_spread(const partitioned_graph& g, std::span<const std::uint64_t> open, std::span<global_vertex> colors, int threads)
      : all_(*g.ranks),
        along_(along_edges(g)),
        open_(open),
        colors_(colors),
        threads_(threads),
        queue_(g.own_vertices),
        next_(g.own_vertices),
        queued_(open.size()),
        fresh_(open.size()) {
    std::fill(queued_.begin(), queued_.end(), 0);
    std::fill(fresh_.begin(), fresh_.end(), 0);
    if (along_.to.size() == 1) return;
    least_ = array<global_vertex>(along_.to_ids());
    changed_ = array<std::uint64_t>(along_.to_ids() / bfs_engine::word_bits);
    std::fill(least_.begin(), least_.end(), no_global_vertex);
    std::fill(changed_.begin(), changed_.end(), 0);
  }

  int run(const partitioned_graph& g, const run_control& control, work_clock& clock) {
    for_each_bit(open_, [&](std::uint64_t v) { lower(v, own_vertex(g, v), queue_); });
    for (int rounds = 0;; ++rounds) {
      clock.computed();
      const bool goes_on = any_of(all_, !queue_.empty(), control);
      clock.waited();
      if (!goes_on) return rounds;
      for (; !queue_.empty(); queue_.swap(next_)) {
        next_.clear();
        for (const local_vertex v : queue_.all()) {
          queued_[v / bfs_engine::word_bits] &= ~bfs_engine::bit_of(v);
          fresh_[v / bfs_engine::word_bits] |= bfs_engine::bit_of(v);
        }
        for_each_in_parallel(queue_.all(), threads_, [&](local_vertex v) {
          follow(along_.first_from() + v, std::atomic_ref(colors_[v]).load(std::memory_order_relaxed), next_);
        });
      }
      if (along_.from.size() > 1) take_others(clock);
      if (along_.to.size() > 1) send_found(clock);
    }
  }

 private:
  static bool lower(global_vertex& entry, global_vertex color) {
    const std::atomic_ref<global_vertex> shared(entry);
    global_vertex now = shared.load(std::memory_order_relaxed);
    while (color < now) {
      if (shared.compare_exchange_weak(now, color, std::memory_order_relaxed)) return true;
    }
    return false;
  }
  void lower(std::uint64_t v, global_vertex color, vertex_queue& queue) {
    const auto id = static_cast<vertex_id>(v);
    if (bfs_engine::test_bit(open_.data(), id) && lower(colors_[v], color) && bfs_engine::claim_bit(queued_.data(), id))
      queue.push(v);
  }

  void follow(std::uint64_t from, global_vertex color, vertex_queue& queue) {
    const std::uint64_t first = along_.first_to();
    for (const local_vertex end : along_.row(from)) {
      if (end - first < along_.stride)
        lower(end - first, color, queue);
      else if (lower(least_[end], color))
        static_cast<void>(bfs_engine::claim_bit(changed_.data(), end));
    }
  }

  // Sends the vertices whose color fell to the other processes that have edges from them.
  void take_others(work_clock& clock) {
    const int mine = along_.from.rank();
    const exchanged<colored> theirs = deliver<colored>(
        along_.from, all_, fresh_.size(), threads_, clock.bytes_sent(),
        [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
          for_each_bit(std::span<const std::uint64_t>(fresh_.data() + first, last - first), [&](std::uint64_t bit) {
            const std::uint64_t v = first * bfs_engine::word_bits + bit;
            for (int rank = 0; rank < along_.from.size(); ++rank) {
              if (rank != mine) emit(rank, colored{static_cast<local_vertex>(along_.first_from() + v), colors_[v]});
            }
          });
        });
    clock.exchanged();
    std::fill(fresh_.begin(), fresh_.end(), 0);
    for (const colored& one : theirs.values) follow(one.id, one.color, queue_);
  }

  void send_found(work_clock& clock) {
    clock.computed();
    const exchanged<colored> theirs = deliver<colored>(
        along_.to, all_, changed_.size(), threads_, clock.bytes_sent(),
        [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
          for_each_bit(std::span<const std::uint64_t>(changed_.data() + first, last - first), [&](std::uint64_t bit) {
            const std::uint64_t id = first * bfs_engine::word_bits + bit;
            emit(static_cast<int>(id / along_.stride), colored{static_cast<local_vertex>(id % along_.stride), least_[id]});
          });
        });
    clock.exchanged();
    std::fill(changed_.begin(), changed_.end(), 0);
    for (const colored& one : theirs.values) lower(one.id, one.color, queue_);
  }

  communicator& all_;
  const edge_direction along_;
  const std::span<const std::uint64_t> open_;
  const std::span<global_vertex> colors_;
  const int threads_;
  vertex_queue queue_, next_;
  array<std::uint64_t> queued_;   // one bit per own vertex: in the queue
  array<std::uint64_t> fresh_;    // one bit per own vertex: its color has fallen since the last exchange
  array<global_vertex> least_;    // by id in `to`, of other processes' vertices: the smallest color found
  array<std::uint64_t> changed_;  // one bit per id: that color has fallen since the last exchange
};

// Collective: strong_steps::color(). `backward` searches against the edges.
int color_components(const partitioned_graph& g, std::span<const std::uint64_t> open, std::span<std::uint64_t> colors,
                     std::span<std::uint64_t> members, block_reach& backward, int threads, const run_control& control,
                     work_clock& clock) {
  const edge_direction against = against_edges(g);
  std::unique_ptr<color_spread> spread;
  array<global_vertex> from, to;
  on_all_processes(*g.ranks, [&] {
    std::fill(colors.begin(), colors.end(), no_global_vertex);
    spread = std::make_unique<color_spread>(g, open, colors, threads);
    from = array<global_vertex>(against.from_ids()), to = array<global_vertex>(against.to_ids());
  });
  int rounds = spread->run(g, control, clock);
  const std::span<const global_vertex> mine(colors);
  gather_along(against.from, mine, from.view(), clock);
  gather_along(against.to, mine, to.view(), clock);
  std::fill(members.begin(), members.end(), 0);
  for_each_bit(open, [&](std::uint64_t v) {
    if (colors[v] == own_vertex(g, v)) members[v / bfs_engine::word_bits] |= bfs_engine::bit_of(static_cast<vertex_id>(v));
  });
  rounds += backward.run(
      members, open, [&](std::uint64_t u, std::uint64_t v) { return from[u] == to[v]; }, control, clock);
  return rounds;
}

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
