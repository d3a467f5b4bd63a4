// Distributed direction-optimizing BFS on a 2D grid of processes (Beamer et al., SC 2012; Checconi et al., SC 2012).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "bfs/distributed/block_search.hpp"
#include "bfs/distributed/direction_choice.hpp"
#include "bfs/distributed/search_request.hpp"
#include "bfs/distributed/set_exchange.hpp"
#include "comm/transport_in_use.hpp"
#include "fathom/report.hpp"
#include "graph/partition/column_index.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Runs searches one after another, reusing its memory.
class searcher {
 public:
  searcher() = default;
  searcher(const searcher&) = delete;
  searcher& operator=(const searcher&) = delete;
  virtual ~searcher() = default;

  /// Collective; all processes pass the same request except for their own arrays. The results stay where the search ran.
  virtual search_outcome run(const search_request& request) = 0;
  /// Collective: wakes up what has become idle since the last run, such as links between devices.
  virtual void wake() {}
  /// Copies the results of the last run to the request's arrays.
  virtual void take_results(const search_request& request) = 0;
  /// Predecessors of the last run in device memory, by position in the process's block, all ones for none. Only for searches on
  /// devices that write to each other's memory; available before take_results().
  [[nodiscard]] virtual const std::uint32_t* predecessors_on_device() const { return nullptr; }

  [[nodiscard]] const transport_in_use& transport() const noexcept { return transport_; }
  void set_transport(transport_in_use transport) { transport_ = std::move(transport); }

 private:
  transport_in_use transport_;
};

/// Collective. Number of leading words, on any process, of the bitmap of own vertices that must be sent along the grid column. The
/// vertices behind them have only the edge by which they were discovered, so the column need not learn of them: ids are in order of
/// descending out-degree, and theirs is 1, or 0 in a directed graph. Delegates come first and are always included.
[[nodiscard]] std::uint64_t leading_words(const partitioned_graph& g);

/// For grids of any shape, with bitmaps in host memory. The results are in the request's arrays when run() returns.
class rank_search final : public searcher {
 public:
  /// Size of a chunk of the frontier that is sent while the next is searched: 32 KB as a bitmap. Smaller ones cost more than they
  /// hide.
  static constexpr std::uint64_t words_per_chunk = 4096;

  /// Allocates nearly all memory of all searches. `g` must outlive the searcher; `block` is this process's matrix block and
  /// `leading_words` the result of leading_words(g).
  rank_search(const partitioned_graph& g, std::unique_ptr<block_search> block, int threads, std::uint64_t leading_words,
              std::uint64_t piece_words = words_per_chunk);

  search_outcome run(const search_request& request) override;
  void take_results(const search_request&) override {}

 private:
  void start();
  bool exchange_counts();
  void take_frontier();
  void update_visited_rows();
  void search_level();
  void search_own_rows();
  void search_pieces(std::span<const index_range> pieces, const std::function<void(std::size_t)>& after);
  void open_frontier(std::uint64_t pieces, std::uint64_t sent_end);
  void send_frontier(std::uint64_t piece);
  [[nodiscard]] std::span<const std::byte> encoded(std::span<const std::uint64_t> set, std::uint64_t count);
  void resolve_by_owners();
  void resolve_by_prefix();
  void fetch_predecessors();
  template <class Place>
  void fetch_predecessors_as();
  void start_delegates();
  void reduce_delegates();
  void resolve_delegate_predecessors();
  void write_delegates();
  void write_results();
  void clear_undiscovered(std::span<local_vertex> parents);
  [[nodiscard]] bool owns_source() const {
    const index_range block = g_.own_block();
    return request_->source >= block.first && request_->source < block.last;
  }
  /// Chunk `piece` of the words of a process's bitmap before `end`, excluding the delegates' words.
  [[nodiscard]] index_range piece_of_words(std::uint64_t end, std::uint64_t piece) const {
    const std::uint64_t before = g_.delegates.words();
    const index_range words = part_of(end - before, pieces_, piece);
    return {before + words.first, before + words.last};
  }
  /// Words of the row bitmap that belong to the owner in this column.
  [[nodiscard]] index_range words_of(int column) const {
    return {static_cast<std::uint64_t>(column) * words_, static_cast<std::uint64_t>(column + 1) * words_};
  }

  const partitioned_graph& g_;
  std::unique_ptr<block_search> block_;
  column_codes places_;
  int threads_;
  std::uint64_t words_;  ///< of a bitmap over one process's local ids
  std::uint64_t piece_words_;
  std::uint64_t leading_end_;  ///< words
  const search_request* request_ = nullptr;
  search_outcome outcome_;
  rank_level now_;
  rank_level next_;  ///< bytes and seconds of sending the next frontier so far

  std::vector<std::uint64_t> own_;      ///< by local id: discovered in the last level, and so the next frontier
  std::uint64_t found_ = 0;             ///< number of bits in own_
  std::uint64_t pieces_ = 1;            ///< number of chunks in which they are sent
  std::uint64_t sent_end_ = 0;          ///< words of own_ that are sent along the column
  std::vector<std::byte> sent_;         ///< encoded sets in flight
  set_exchange to_column_, to_row_;     ///< the frontier
  std::vector<local_vertex> frontier_;  ///< column ids, for a top-down step
  /// With several columns: the process that provides a vertex's predecessor. With conflict_resolution::owners: of this process's
  /// vertices, one bitmap per column. With conflict_resolution::prefix: by row id, those assigned to this process.
  std::vector<std::uint64_t> assigned_;
  std::vector<std::uint64_t> united_;      ///< by row id: exchanged along the row
  std::vector<hop_count> levels_;          ///< by local id, if distances are requested
  std::vector<std::int64_t> own_parents_;  ///< by local id, with several columns
  direction_choice direction_;
  std::vector<std::uint64_t> found_delegates_;   ///< by this process, one bit per delegate
  std::vector<std::uint64_t> delegate_parents_;  ///< vertex id plus 1; 0 for none
};

}  // namespace fathom::ranks_engine
