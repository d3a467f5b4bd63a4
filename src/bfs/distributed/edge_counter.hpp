// Numbers of edges from a set of vertices to each vertex, over all processes.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "base/bitmap.hpp"
#include "bfs/distributed/edge_direction.hpp"
#include "bfs/distributed/line_sets.hpp"
#include "bfs/distributed/vertex_queue.hpp"
#include "comm/routing.hpp"

namespace fathom::ranks_engine {

/// Counts edges in one direction whose beginning is in a set. The set may grow between exchanges.
class edge_counter {
 public:
  /// Not collective.
  edge_counter(const partitioned_graph& g, edge_direction along, int threads)
      : all_(*g.ranks), along_(along), threads_(threads), members_(along.from, g.stride / bfs_engine::word_bits) {
    if (along_.from.size() > 1) received_ = vertex_queue(along_.from_ids());
    if (along_.to.size() == 1) return;
    counts_ = array<std::uint32_t>(along_.to_ids());
    touched_ = array<std::uint64_t>(along_.to_ids() / bfs_engine::word_bits);
    std::fill(counts_.begin(), counts_.end(), 0);
    std::fill(touched_.begin(), touched_.end(), 0);
  }

  /// Adds the edges of the process's own vertices `members`: calls add(local id, number) for its own vertices where they end, on
  /// several threads, and keeps the numbers of other processes' vertices for exchange().
  template <class Add>
  void count_from(std::span<const local_vertex> members, const Add& add) {
    const std::uint64_t first = along_.first_from();
    for_each_in_parallel(members, threads_, [&](local_vertex v) { count_row(first + v, add); });
  }

  /// Collective. Adds the other processes' members, given the process's own ones as bits, and sends all numbers to the owners.
  template <class Add>
  void exchange(std::span<const std::uint64_t> members, work_clock& clock, const Add& add) {
    received_.clear();
    members_.to_all(members, clock, [&](std::uint64_t id) { received_.push(id); });
    for_each_in_parallel(received_.all(), threads_, [&](local_vertex id) { count_row(id, add); });
    if (along_.to.size() > 1) send_counts(clock, add);
    clock.computed();
  }

  /// Bytes that the constructor allocates.
  [[nodiscard]] static std::uint64_t bytes(const edge_direction& along) {
    return (along.from.size() > 1 ? along.from_ids() * sizeof(local_vertex) : 0) +
           (along.to.size() > 1 ? along.to_ids() * sizeof(std::uint32_t) : 0) + (along.from_ids() + along.to_ids()) / 4;
  }

 private:
  struct count_of {
    local_vertex id;
    std::uint32_t edges;
  };

  template <class Add>
  void count_row(std::uint64_t from, const Add& add) {
    const std::uint64_t first = along_.first_to();
    for (const local_vertex end : along_.row(from)) {
      if (end - first < along_.stride) {
        add(end - first, 1);
      } else {
        std::atomic_ref(counts_[end]).fetch_add(1, std::memory_order_relaxed);
        static_cast<void>(bfs_engine::claim_bit(touched_.data(), end));
      }
    }
  }

  template <class Add>
  void send_counts(work_clock& clock, const Add& add) {
    clock.computed();
    const exchanged<count_of> theirs = deliver<count_of>(
        along_.to, all_, touched_.size(), threads_, clock.bytes_sent(),
        [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
          for_each_bit(std::span<const std::uint64_t>(touched_.data() + first, last - first), [&](std::uint64_t bit) {
            const std::uint64_t id = first * bfs_engine::word_bits + bit;
            emit(static_cast<int>(id / along_.stride), count_of{static_cast<local_vertex>(id % along_.stride), counts_[id]});
          });
        });
    for_each_bit(touched_.view(), [&](std::uint64_t id) { counts_[id] = 0; });
    std::fill(touched_.begin(), touched_.end(), 0);
    clock.exchanged();
    for (const count_of& c : theirs.values) add(c.id, c.edges);
  }

  communicator& all_;
  const edge_direction along_;
  const int threads_;
  line_sets members_;
  vertex_queue received_;
  array<std::uint32_t> counts_;   // by id in `to`, of other processes' vertices
  array<std::uint64_t> touched_;  // one bit per id: those with counts
};

}  // namespace fathom::ranks_engine
