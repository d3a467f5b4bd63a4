// A breadth-first search by all ranks of a partitioned graph, direction optimising (Beamer and others, SC 2012; on a grid of ranks:
// Checconi and others, SC 2012).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/block_search.hpp"
#include "fathom/report.hpp"

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
  double alpha = 15;  ///< bottom-up once the frontier's edges exceed 1/alpha of the unexplored
  double beta = 18;   ///< back once fewer than 1/beta of the vertices are in it, and it shrinks
  bool return_predecessors = true;
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
};

class rank_search {
 public:
  /// Takes memory for all searches. `g` and `block` must outlive it.
  rank_search(const partitioned_graph& g, block_search& block, int threads);

  /// Collective; all ranks give the same request but for their own arrays.
  search_outcome run(const search_request& request);

 private:
  struct own_counts {
    std::uint64_t found = 0, edges = 0, bytes = 0;
  };

  void start();
  own_counts count_own();
  bool meet();
  void choose_direction();
  void send_frontier();
  void add_to_columns(int row, std::span<const std::byte> bytes);
  void tell_row();
  void step();
  void settle_found();
  void settle_by_owners();
  void settle_by_prefix();
  void write_distances();
  void fetch_predecessors();
  void write_predecessors();
  std::uint64_t total(std::uint64_t own_counts::*member) const;

  const partitioned_graph& g_;
  block_search& block_;
  int threads_;
  std::uint64_t words_;  ///< of a bitmap of one rank's local ids
  const search_request* request_ = nullptr;
  search_outcome outcome_;
  rank_level now_;

  std::vector<std::uint64_t> own_;  ///< of local ids: found in the last level, so that they are the next one's frontier
  std::vector<std::byte> sent_, received_;
  std::vector<own_counts> all_;         ///< of each rank
  std::vector<local_vertex> frontier_;  ///< column ids, for a top-down step
  /// With several columns: who is to say from where a vertex was found. By owners: of this rank's vertices, a bitmap a column. By
  /// prefix: of row ids, what falls to this rank.
  std::vector<std::uint64_t> assigned_;
  std::vector<hop_count> levels_;          ///< of local ids, where distances are wanted
  std::vector<std::int64_t> own_parents_;  ///< of local ids, with several columns
  bool is_bottom_up_ = false;
  std::uint64_t frontier_size_ = 0, frontier_before_ = 0, unexplored_ = 0;
};

}  // namespace fathom::ranks_engine
