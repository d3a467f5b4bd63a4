// Lists of many threads, handed out piece by piece to whichever thread comes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

namespace fathom::sssp_engine {

inline constexpr std::size_t entries_a_piece = 1024;
inline constexpr std::size_t fetched_ahead = 8;  // entries whose data are fetched before they are wanted

/// Calls use(entry) for entries of the `list` of every lane, those of lane `me` first, and fetch(entry) some entries before. All
/// threads that call it share the entries; a lane's `cursor` is at 0 before.
template <class Lane, class Entry, class Fetch, class Use>
void for_pieces(std::vector<Lane>& lanes, std::size_t me, std::vector<Entry> Lane::*list, std::atomic<std::size_t> Lane::*cursor,
                Fetch fetch, Use use) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    Lane& owner = lanes[(me + i) % lanes.size()];
    const std::vector<Entry>& entries = owner.*list;
    while ((owner.*cursor).load(std::memory_order_relaxed) < entries.size()) {
      const std::size_t first = (owner.*cursor).fetch_add(entries_a_piece, std::memory_order_relaxed);
      const std::size_t last = std::min(first + entries_a_piece, entries.size());
      for (std::size_t e = first; e < last; ++e) {
        if (last - e > fetched_ahead) fetch(entries[e + fetched_ahead]);
        use(entries[e]);
      }
    }
  }
}

}  // namespace fathom::sssp_engine
