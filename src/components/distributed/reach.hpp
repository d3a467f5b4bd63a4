// Vertices that a set of vertices reaches, along the edges or against them, over all processes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/bitmap.hpp"
#include "bfs/distributed/edge_direction.hpp"
#include "bfs/distributed/line_sets.hpp"
#include "bfs/distributed/vertex_queue.hpp"
#include "fathom/control.hpp"

namespace fathom::ranks_engine {

/// Distances do not matter, so each process follows the edges among its own vertices to the end before it exchanges.
class block_reach {
 public:
  /// Not collective.
  block_reach(const partitioned_graph& g, edge_direction along, int threads)
      : all_(*g.ranks),
        along_(along),
        threads_(threads),
        to_all_(along.from, g.stride / bfs_engine::word_bits),
        to_owners_(along.to, g.stride / bfs_engine::word_bits),
        fresh_(g.stride / bfs_engine::word_bits),
        queue_(g.own_vertices),
        next_(g.own_vertices),
        received_(along.from.size() > 1 ? along.from_ids() : 0),
        sent_(along.to.size() > 1 ? along.to_ids() / bfs_engine::word_bits : 0),
        found_(sent_.size()) {}

  /// Collective. `visited` and `candidates` have one bit per own vertex. Adds to `visited` all candidates that paths of candidates
  /// connect with it, over edges for which accept(from id, to id) is true. Returns the number of exchanges. Throws on all processes
  /// if a stop was requested on any of them.
  template <class Accept>
  int run(std::span<std::uint64_t> visited, std::span<const std::uint64_t> candidates, const Accept& accept,
          const run_control& control, work_clock& clock) {
    std::fill(sent_.begin(), sent_.end(), 0);
    std::fill(found_.begin(), found_.end(), 0);
    std::copy(visited.begin(), visited.end(), fresh_.begin());
    queue_.clear();
    for_each_bit(visited, [this](std::uint64_t v) { queue_.push(v); });
    const auto visit = [&](std::uint64_t v, vertex_queue& queue) {
      const auto id = static_cast<vertex_id>(v);
      if (bfs_engine::test_bit(candidates.data(), id) && bfs_engine::claim_bit(visited.data(), id)) queue.push(v);
    };
    const auto follow = [&](std::uint64_t from, vertex_queue& queue) {
      const std::uint64_t first = along_.first_to();
      for (const local_vertex end : along_.row(from)) {
        if (!accept(from, end)) continue;
        if (end - first < along_.stride)
          visit(end - first, queue);
        else if (bfs_engine::claim_bit(sent_.data(), end))
          static_cast<void>(bfs_engine::claim_bit(found_.data(), end));
      }
    };
    for (int rounds = 0;; ++rounds) {
      clock.computed();
      const bool goes_on = any_of(all_, !queue_.empty(), control);
      clock.waited();
      if (!goes_on) return rounds;
      for (; !queue_.empty(); queue_.swap(next_)) {
        next_.clear();
        for (const local_vertex v : queue_.all()) fresh_[v / bfs_engine::word_bits] |= bfs_engine::bit_of(v);
        for_each_in_parallel(queue_.all(), threads_, [&](local_vertex v) { follow(along_.first_from() + v, next_); });
      }
      received_.clear();
      to_all_.to_all(fresh_.view(), clock, [this](std::uint64_t id) { received_.push(id); });
      for_each_in_parallel(received_.all(), threads_, [&](local_vertex id) { follow(id, queue_); });
      to_owners_.to_owners(found_.view(), clock, [&](std::uint64_t v) { visit(v, queue_); });
      std::fill(fresh_.begin(), fresh_.end(), 0);
      std::fill(found_.begin(), found_.end(), 0);
    }
  }

  [[nodiscard]] static std::uint64_t bytes(const partitioned_graph& g, const edge_direction& along) {
    return 2 * g.own_vertices * sizeof(local_vertex) + along.from_ids() * sizeof(local_vertex) +
           (along.from_ids() + along.to_ids()) / 2;
  }

 private:
  communicator& all_;
  const edge_direction along_;
  const int threads_;
  line_sets to_all_, to_owners_;
  array<std::uint64_t> fresh_;  // one bit per own vertex: visited since the last exchange
  vertex_queue queue_, next_;
  vertex_queue received_;
  array<std::uint64_t> sent_,
      found_;  // one bit per id in `to`: other processes' vertices found at all, and since the last exchange
};

}  // namespace fathom::ranks_engine
