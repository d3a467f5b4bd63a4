// One rank's part of a level: from a frontier of column ids to found row ids, along its block of the matrix. Communication is the
// business of rank_search.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/parallel.hpp"
#include "distributed/partitioned_graph.hpp"
#include "fathom/report.hpp"

namespace fathom::ranks_engine {

struct step_counts {
  std::uint64_t inspected = 0;  ///< edges
};

class block_search {
 public:
  block_search() = default;
  block_search(const block_search&) = delete;
  block_search& operator=(const block_search&) = delete;
  virtual ~block_search() = default;

  /// Bitmaps in host memory, a bit a row or column id, of whole words for each owner. rank_search writes them between levels.
  /// Those of the graph's row that were found before this level; bits that stand for no vertex are set.
  [[nodiscard]] virtual std::span<std::uint64_t> visited_rows() = 0;
  /// Those of the graph's column in this frontier or one before it.
  [[nodiscard]] virtual std::span<std::uint64_t> visited_columns() = 0;
  /// What the last step has found: not visited, with an edge from the frontier.
  [[nodiscard]] virtual std::span<std::uint64_t> found() = 0;

  /// Looks at all neighbours of `frontier`, column ids.
  virtual step_counts top_down(std::span<const local_vertex> frontier) = 0;

  /// A bottom-up step in pieces, so that what one has found can be on its way while the next is searched. Each piece is some words
  /// of the bitmap of rows, of one owner. They must not change until all pieces were searched.
  virtual void begin_bottom_up(std::span<const index_range> pieces) = 0;
  /// Each piece once, in their order: looks for a visited neighbour of all its rows that are not. found() has its words afterwards;
  /// what was inspected may be told only with the last piece.
  virtual step_counts bottom_up(std::size_t piece) = 0;

  /// By row id: the column id from which it was found; of those in found() after any step so far.
  [[nodiscard]] virtual std::span<local_vertex> parents() = 0;
};

/// On the CPU.
[[nodiscard]] std::unique_ptr<block_search> block_on_cpu(const partitioned_graph& g, int threads);

}  // namespace fathom::ranks_engine
