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
#include "engine/ranks/direction_choice.hpp"
#include "engine/ranks/search_request.hpp"
#include "fathom/report.hpp"

namespace fathom::ranks_engine {

/// Searches one after another in the same memory.
class searcher {
 public:
  searcher() = default;
  searcher(const searcher&) = delete;
  searcher& operator=(const searcher&) = delete;
  virtual ~searcher() = default;

  /// Collective; all ranks give the same request but for their own arrays. The results are where the search ran.
  virtual search_outcome run(const search_request& request) = 0;
  /// Collective: what has slept since the last run, such as links between devices, is awake from now on.
  virtual void wake() {}
  /// The results of the last run are in the request's arrays from now on.
  virtual void take_results(const search_request& request) = 0;
};

/// On a grid of any shape, bitmaps in host memory: the results are in the request's arrays when run() returns.
class rank_search final : public searcher {
 public:
  /// Takes memory for all searches; they take little more. `g` must outlive it; `block` is this rank's block of it.
  rank_search(const partitioned_graph& g, std::unique_ptr<block_search> block, int threads);

  search_outcome run(const search_request& request) override;
  void take_results(const search_request&) override {}

 private:
  struct own_counts {
    std::uint64_t found = 0, edges = 0, bytes = 0;
  };

  void start();
  own_counts count_own();
  bool meet();
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
  std::unique_ptr<block_search> block_;
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
  std::vector<std::uint64_t> united_;      ///< of row ids: what is exchanged along the row
  std::vector<hop_count> levels_;          ///< of local ids, where distances are wanted
  std::vector<std::int64_t> own_parents_;  ///< of local ids, with several columns
  direction_choice way_;
  std::uint64_t frontier_size_ = 0;
};

}  // namespace fathom::ranks_engine
