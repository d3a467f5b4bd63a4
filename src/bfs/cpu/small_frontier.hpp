// Parallel search of many small levels by a few threads, for road networks, lattices and meshes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/spin_barrier.hpp"
#include "bfs/cpu/search_state.hpp"
#include "fathom/layout.hpp"

namespace fathom::bfs_engine {

/// Top-down levels with one barrier per level and no atomic read-modify-write. Each vertex has a byte with the number of the list
/// that owns it. Two threads may discover the same vertex at once and both list it; the byte holds the number of the later one, and
/// only that entry counts. The exact number of vertices discovered by a level is therefore known only after the next level is
/// expanded.
class small_frontier {
 public:
  small_frontier(const layout& l, edge_offset max_degree, int threads);

  /// Whether parallel expansion of a frontier of this size pays off, and whether the frontier fits in the lists.
  [[nodiscard]] bool is_worth_sharing(std::uint64_t frontier) const { return frontier >= share * static_cast<unsigned>(threads_); }
  [[nodiscard]] bool fits(std::uint64_t frontier) const {
    return frontier * max_degree_ <= list_size * static_cast<unsigned>(threads_);
  }

  /// Called by one thread: takes over the frontier from the queue, which holds every vertex visited so far.
  void enter(search_state& s);
  /// Called by each thread of a team of `team` threads, `thread` counted from 0. Runs levels until `go_on()`, which one thread
  /// calls after each level, returns false. The bitmap of visited vertices is up to date once all threads have returned.
  template <class F>
  void run(int thread, int team, F&& go_on) {
    const int threads = team < threads_ ? team : threads_;
    if (thread >= threads) return;
    const auto part = static_cast<std::uint64_t>(thread), parts = static_cast<std::uint64_t>(threads);
    do {
      expand(lists_[part], part, parts);
      barrier_.arrive_and_wait(threads, [&] { going_on_ = go_on(); });
    } while (going_on_);
    write_bitmap(part, parts);
  }
  /// Called by one thread afterwards: puts the frontier into the queue.
  void leave();

  // Functions for go_on():
  /// Counts of the level, and the number of vertices of the previous level that were listed twice.
  struct level_counts {
    step_counts step;
    std::uint64_t listed_twice = 0;
  };
  [[nodiscard]] level_counts finish_level();
  void expand_serially() { expand(lists_.front(), 0, 1); }
  [[nodiscard]] bool is_visited(vertex_id v) const { return owner_[v] != 0; }

 private:
  struct alignas(64) list {
    array<vertex_id> frontier, found, found_by;
    std::uint64_t frontier_size = 0, found_size = 0;
    std::uint64_t inspected = 0, not_mine = 0;
    std::uint8_t number = 0;
  };
  static constexpr std::uint64_t list_size = 1u << 18;
  static constexpr std::uint64_t share = 128;  // vertices per thread: about 2 us of work, which justifies a barrier
  static constexpr int most_threads = 16;

  void expand(list& mine, std::uint64_t part, std::uint64_t parts);
  template <class Rows>
  void expand_rows(const Rows& rows, list& mine, std::uint64_t part, std::uint64_t parts);
  void write_bitmap(std::uint64_t part, std::uint64_t parts);

  const layout& layout_;
  const edge_offset max_degree_;
  const int threads_;
  search_state* state_ = nullptr;
  array<std::uint8_t> owner_;  ///< 0: not visited
  std::vector<list> lists_;
  spin_barrier barrier_;
  bool going_on_ = false;
};

}  // namespace fathom::bfs_engine
