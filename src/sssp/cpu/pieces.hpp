// Dynamic distribution of per-thread lists over all threads, in pieces.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

namespace fathom::sssp_engine {

inline constexpr std::size_t entries_per_piece = 1024;
inline constexpr std::size_t fetched_ahead = 8;  // prefetch distance in entries

/// Calls use(entry) for the entries of the `list` of every lane, starting with lane `me`, and prefetches with fetch(entry) some
/// entries ahead. The entries are distributed over all threads that call this; each lane's `cursor` must initially be 0.
template <class Lane, class Entry, class Fetch, class Use>
void for_pieces(std::vector<Lane>& lanes, std::size_t me, std::vector<Entry> Lane::*list, std::atomic<std::size_t> Lane::*cursor,
                Fetch fetch, Use use) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    Lane& owner = lanes[(me + i) % lanes.size()];
    const std::vector<Entry>& entries = owner.*list;
    while ((owner.*cursor).load(std::memory_order_relaxed) < entries.size()) {
      const std::size_t first = (owner.*cursor).fetch_add(entries_per_piece, std::memory_order_relaxed);
      const std::size_t last = std::min(first + entries_per_piece, entries.size());
      for (std::size_t e = first; e < last; ++e) {
        if (last - e > fetched_ahead) fetch(entries[e + fetched_ahead]);
        use(entries[e]);
      }
    }
  }
}

}  // namespace fathom::sssp_engine
