// Removal of vertices that have few remaining neighbors, over all processes: trimming and peeling.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bfs/distributed/edge_counter.hpp"
#include "fathom/control.hpp"

namespace fathom::ranks_engine {

/// Number of remaining neighbors. It may become negative for a removed vertex.
using neighbor_count = std::int64_t;

/// Each process also follows the consequences of a removal among its own vertices before it exchanges, so that a long chain takes
/// as many rounds as it crosses between processes.
class removal {
  struct side {
    side(edge_counter&& e, std::span<neighbor_count> c) : edges(std::move(e)), counters(c) {}
    edge_counter edges;
    std::span<neighbor_count> counters;
  };

  // The thread that lowers a counter to the limit or below it puts the vertex into the queue.
  auto lowering(side& s, neighbor_count limit, vertex_queue& queue) {
    return [this, &s, limit, &queue](std::uint64_t v, std::uint32_t edges) {
      const neighbor_count before = std::atomic_ref(s.counters[v]).fetch_sub(edges, std::memory_order_relaxed);
      if (before > limit && before - edges <= limit && bfs_engine::claim_bit(gone_.data(), static_cast<vertex_id>(v)))
        queue.push(v);
    };
  }

 public:
  /// Not collective. Removing a vertex lowers the counters of the vertices where its edges end: `along_counters` along the edges,
  /// and `against_counters` against them. An undirected graph needs only the former. Both may be the same.
  removal(const partitioned_graph& g, std::span<neighbor_count> along_counters,
          std::optional<std::span<neighbor_count>> against_counters, int threads)
      : ranks_(*g.ranks),
        own_vertices_(g.own_vertices),
        gone_(g.stride / bfs_engine::word_bits),
        fresh_(gone_.size(), 0),
        queue_(g.own_vertices),
        next_(g.own_vertices) {
    std::fill(gone_.begin(), gone_.end(), 0);
    sides_.reserve(2);
    sides_.emplace_back(edge_counter(g, along_edges(g), threads), along_counters);
    if (against_counters) sides_.emplace_back(edge_counter(g, against_edges(g), threads), *against_counters);
  }

  [[nodiscard]] bool is_gone(std::uint64_t v) const { return bfs_engine::test_bit(gone_.data(), static_cast<vertex_id>(v)); }

  /// Collective, while no vertex waits for run(). Sets the counters to the numbers of neighbors that are not gone.
  void count(work_clock& clock) {
    for (side& s : sides_) std::fill(s.counters.begin(), s.counters.end(), 0);
    for (std::uint64_t v = 0; v < own_vertices_; ++v) {
      if (is_gone(v)) continue;
      queue_.push(v);
      fresh_[v / bfs_engine::word_bits] |= bfs_engine::bit_of(static_cast<vertex_id>(v));
    }
    for (side& s : sides_) {
      const auto add = [&s](std::uint64_t v, std::uint32_t edges) {
        std::atomic_ref(s.counters[v]).fetch_add(edges, std::memory_order_relaxed);
      };
      s.edges.count_from(queue_.all(), add);
      s.edges.exchange(fresh_, clock, add);
    }
    std::fill(fresh_.begin(), fresh_.end(), 0);
    queue_.clear();
  }

  /// One bit per own vertex. Others may be set before count().
  [[nodiscard]] std::span<std::uint64_t> gone() { return gone_.view(); }

  /// Marks an own vertex as gone; the next run() removes it.
  void remove(std::uint64_t v) {
    if (bfs_engine::claim_bit(gone_.data(), static_cast<vertex_id>(v))) queue_.push(v);
  }

  /// Collective. Removes vertices until every counter of a vertex that is not gone is above `limit`, or for `most_rounds`
  /// exchanges; then the counters are too high. on_removed(v) gets each removed vertex, on one thread. Vertices whose counter is at
  /// most `limit` at the beginning must have been passed to remove(). Returns the number of exchanges. Throws on all processes if a
  /// stop was requested on any of them.
  template <class F>
  int run(neighbor_count limit, int most_rounds, const run_control& control, work_clock& clock, const F& on_removed) {
    int rounds = 0;
    for (; rounds < most_rounds; ++rounds) {
      clock.computed();
      const bool goes_on = any_of(ranks_, !queue_.empty(), control);
      clock.waited();
      if (!goes_on) return rounds;
      for (; !queue_.empty(); queue_.swap(next_)) {
        next_.clear();
        for (const local_vertex v : queue_.all()) {
          on_removed(v);
          fresh_[v / bfs_engine::word_bits] |= bfs_engine::bit_of(v);
        }
        for (side& s : sides_) s.edges.count_from(queue_.all(), lowering(s, limit, next_));
      }
      for (side& s : sides_) s.edges.exchange(fresh_, clock, lowering(s, limit, queue_));
      std::fill(fresh_.begin(), fresh_.end(), 0);
    }
    for (const local_vertex v : queue_.all()) on_removed(v);
    queue_.clear();
    return rounds;
  }

  [[nodiscard]] static std::uint64_t bytes(const partitioned_graph& g, bool both_directions) {
    return 2 * g.own_vertices * sizeof(local_vertex) + g.stride / 4 + edge_counter::bytes(along_edges(g)) +
           (both_directions ? edge_counter::bytes(against_edges(g)) : 0);
  }

 private:
  communicator& ranks_;
  const std::uint64_t own_vertices_;
  std::vector<side> sides_;
  array<std::uint64_t> gone_;         // one bit per own vertex
  std::vector<std::uint64_t> fresh_;  // those removed since the last exchange
  vertex_queue queue_, next_;
};

}  // namespace fathom::ranks_engine
