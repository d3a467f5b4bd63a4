// What a search by all ranks is asked for, and what it tells.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "distributed/vertex_blocks.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom::ranks_engine {

/// How the ranks of a grid row settle who has found a vertex.
enum class fold_method {
  owners,  ///< what is found goes to its owners, who take the first finder's, and tell the row
  prefix,  ///< the chapter's: a prefix along the row says what others before have found, and all learn the union
};

struct search_request {
  global_vertex source = 0;
  hop_count depth_limit = std::numeric_limits<hop_count>::max();
  bool top_down_only = false;
  fold_method fold = fold_method::owners;
  double alpha = 0;  ///< bottom-up once the frontier's edges exceed 1/alpha of the unexplored; 0: what measures best
  double beta = 18;  ///< back once fewer than 1/beta of the vertices are in it, and it shrinks
  bool return_predecessors = true;
  bool report_levels = true;  ///< told all the same where that takes no time
  /// By the rank's vertices in the caller's order; distances are empty where not wanted. -1 for unreached ones; the source is its
  /// own predecessor.
  std::span<std::int64_t> predecessors = {};
  std::span<hop_count> distances = {};
};

/// Of one rank, but for what is said to be of all.
struct rank_level {
  hop_count level = 0;
  direction way = direction::top_down;
  std::uint64_t frontier = 0;  ///< vertices, of all ranks
  std::uint64_t inspected = 0;
  std::uint64_t bytes_sent = 0;  ///< to other ranks
  double seconds_search = 0;     ///< in the rank's own block
  double seconds_exchange = 0;   ///< sending, receiving, and putting it in its place
  double seconds_wait = 0;       ///< until all ranks had come to this level
};

struct search_outcome {
  std::uint64_t reached = 0;  ///< vertices, of all ranks
  hop_count depth = 0;
  double seconds = 0;  ///< from the first line of run() to the last, of this rank
  std::vector<rank_level> levels;
  std::uint64_t result_bytes_sent = 0;  ///< for the predecessors, after the last level
  double seconds_result = 0;
  bool waits_in_exchange = false;  ///< devices meet while they exchange: the levels' waiting is in `seconds_exchange`
};

}  // namespace fathom::ranks_engine
