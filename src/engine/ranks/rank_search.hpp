// A breadth-first search by all ranks of a partitioned graph, direction optimising (Beamer and others, SC 2012; on a grid of ranks:
// Checconi and others, SC 2012).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "distributed/column_places.hpp"
#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/block_search.hpp"
#include "engine/ranks/direction_choice.hpp"
#include "engine/ranks/search_request.hpp"
#include "engine/ranks/set_exchange.hpp"
#include "fathom/report.hpp"

namespace fathom::ranks_engine {

/// How the ranks' devices exchange data.
struct transport_in_use {
  std::string name;    ///< "peer", "nccl" or "host"; empty where no device sends anything
  std::string reason;  ///< why not a nearer one; empty where there is none, or this one was asked for
};

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
  /// Before that, of searches by devices that write to each other's memory: the last run's predecessors by position in the rank's
  /// block, all ones for none, in the device's memory.
  [[nodiscard]] virtual const std::uint32_t* predecessors_on_device() const { return nullptr; }

  [[nodiscard]] const transport_in_use& transport() const noexcept { return transport_; }
  void set_transport(transport_in_use transport) { transport_ = std::move(transport); }

 private:
  transport_in_use transport_;
};

/// Collective: of a rank's bitmap of its own vertices the words, on any rank, before those whose vertices all lead nowhere but to
/// who has found them, so that the others of the column need not know when they are found. Out-degrees fall, and those are 1, or 0
/// in a directed graph. Delegates, which come first, are among the words.
[[nodiscard]] std::uint64_t leading_words(const partitioned_graph& g);

/// On a grid of any shape, bitmaps in host memory: the results are in the request's arrays when run() returns.
class rank_search final : public searcher {
 public:
  /// A piece of the frontier that is sent while the next is searched: 32 KB as a bitmap. Smaller ones cost more than they hide.
  static constexpr std::uint64_t words_a_piece = 4096;

  /// Takes memory for all searches; they take little more. `g` must outlive it; `block` is this rank's block of it, and
  /// `leading_words` what that says.
  rank_search(const partitioned_graph& g, std::unique_ptr<block_search> block, int threads, std::uint64_t leading_words,
              std::uint64_t piece_words = words_a_piece);

  search_outcome run(const search_request& request) override;
  void take_results(const search_request&) override {}

 private:
  void start();
  bool meet();
  void take_frontier();
  void tell_row();
  void search_level();
  void search_own_rows();
  void search_pieces(std::span<const index_range> pieces, const std::function<void(std::size_t)>& after);
  void open_frontier(std::uint64_t pieces, std::uint64_t told_end);
  void send_frontier(std::uint64_t piece);
  [[nodiscard]] std::span<const std::byte> encoded(std::span<const std::uint64_t> set, std::uint64_t count);
  void settle_by_owners();
  void settle_by_prefix();
  void fetch_predecessors();
  template <class Place>
  void fetch_predecessors_as();
  void start_delegates();
  void unite_delegates();
  void name_delegates();
  void write_delegates();
  void write_results();
  void forget_unfound(std::span<local_vertex> parents);
  [[nodiscard]] bool owns_source() const {
    const index_range block = g_.own_block();
    return request_->source >= block.first && request_->source < block.last;
  }
  /// The words of a rank's bitmap before `end` but for the delegates', in pieces.
  [[nodiscard]] index_range piece_of_words(std::uint64_t end, std::uint64_t piece) const {
    const std::uint64_t before = g_.delegates.words();
    const index_range words = part_of(end - before, pieces_, piece);
    return {before + words.first, before + words.last};
  }
  /// Of row ids, those of the owner in this column.
  [[nodiscard]] index_range words_of(int column) const {
    return {static_cast<std::uint64_t>(column) * words_, static_cast<std::uint64_t>(column + 1) * words_};
  }

  const partitioned_graph& g_;
  std::unique_ptr<block_search> block_;
  column_places places_;
  int threads_;
  std::uint64_t words_;  ///< of a bitmap of one rank's local ids
  std::uint64_t piece_words_;
  std::uint64_t leading_end_;  ///< words
  const search_request* request_ = nullptr;
  search_outcome outcome_;
  rank_level now_;
  rank_level next_;  ///< what sending the next frontier has taken so far

  std::vector<std::uint64_t> own_;      ///< of local ids: found in the last level, so that they are the next one's frontier
  std::uint64_t found_ = 0;             ///< of them
  std::uint64_t pieces_ = 1;            ///< in which they are sent
  std::uint64_t told_end_ = 0;          ///< words of them that the column is told
  std::vector<std::byte> sent_;         ///< encoded sets that are under way
  set_exchange to_column_, to_row_;     ///< the frontier
  std::vector<local_vertex> frontier_;  ///< column ids, for a top-down step
  /// With several columns: who is to say from where a vertex was found. By owners: of this rank's vertices, a bitmap a column. By
  /// prefix: of row ids, what falls to this rank.
  std::vector<std::uint64_t> assigned_;
  std::vector<std::uint64_t> united_;      ///< of row ids: what is exchanged along the row
  std::vector<hop_count> levels_;          ///< of local ids, where distances are wanted
  std::vector<std::int64_t> own_parents_;  ///< of local ids, with several columns
  direction_choice way_;
  std::vector<std::uint64_t> found_delegates_;   ///< by this rank, a bit each
  std::vector<std::uint64_t> delegate_parents_;  ///< one above them; 0 without one
};

}  // namespace fathom::ranks_engine
