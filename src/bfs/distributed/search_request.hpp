// Request and outcome of a distributed BFS.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {

struct search_request {
  global_vertex source = 0;
  bfs_options options = {};  ///< alpha may be 0; levels may be reported anyway where that takes no time
  /// Indexed by the process's vertices in the caller's order; `distances` is empty if not requested. -1 for unreached vertices; the
  /// source is its own predecessor.
  std::span<std::int64_t> predecessors = {};
  std::span<hop_count> distances = {};
};

/// Bytes of vertex sets, by their encoding.
struct set_bytes {
  std::uint64_t lists = 0;    ///< ids; on devices, in messages of one size with room for a short list
  std::uint64_t gaps = 0;     ///< between ascending ids: in units of seven bits, or on devices as in cuda/gap_layout.hpp
  std::uint64_t bitmaps = 0;  ///< a bit per vertex

  set_bytes& operator+=(const set_bytes& other) {
    lists += other.lists, gaps += other.gaps, bitmaps += other.bitmaps;
    return *this;
  }
};

/// Counts of one level on one process, unless stated otherwise.
struct rank_level {
  hop_count level = 0;
  direction way = direction::top_down;
  std::uint64_t frontier = 0;  ///< vertices, over all processes
  std::uint64_t inspected = 0;
  std::uint64_t bytes_sent = 0;  ///< to other processes
  set_bytes sets = {};           ///< part of bytes_sent: vertex sets
  double seconds_search = 0;     ///< in the process's own block
  double seconds_exchange = 0;   ///< sending, receiving and decoding
  double seconds_wait = 0;       ///< until all processes have reached this level
};

/// Counts a vertex set that was sent as a bitmap, or else as gaps.
inline void count_sent(rank_level& level, std::uint64_t bytes, bool bitmap) {
  level.bytes_sent += bytes;
  (bitmap ? level.sets.bitmaps : level.sets.gaps) += bytes;
}

struct search_outcome {
  std::uint64_t reached = 0;  ///< vertices, over all processes
  hop_count depth = 0;
  double seconds = 0;  ///< of run() on this process
  std::vector<rank_level> levels;
  std::uint64_t result_bytes_sent = 0;  ///< for the predecessors, after the last level
  double seconds_result = 0;
  bool waits_in_exchange = false;  ///< device barriers are part of the exchange: the levels' waiting time is in `seconds_exchange`
};

}  // namespace fathom::ranks_engine
