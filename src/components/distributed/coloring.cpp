#include "components/distributed/coloring.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

#include "comm/routing.hpp"

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

}  // namespace

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

}  // namespace fathom::ranks_engine
