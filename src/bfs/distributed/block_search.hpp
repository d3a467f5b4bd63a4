// One process's part of a BFS level: from a frontier of column ids to discovered row ids, within its block of the matrix.
// Communication is up to rank_search.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/parallel.hpp"
#include "fathom/report.hpp"
#include "graph/partition/partitioned_graph.hpp"

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

  /// Bitmaps in host memory, one bit per row or column id, with whole words for each owner. rank_search updates them between
  /// levels.
  /// Vertices of the process's grid row discovered before this level; padding bits are set.
  [[nodiscard]] virtual std::span<std::uint64_t> visited_rows() = 0;
  /// Vertices of the process's grid column in this frontier or an earlier one.
  [[nodiscard]] virtual std::span<std::uint64_t> visited_columns() = 0;
  /// Row ids discovered by the last step: unvisited before, with an edge from the frontier.
  [[nodiscard]] virtual std::span<std::uint64_t> found() = 0;

  /// Inspects all neighbors of `frontier`, a list of column ids.
  virtual step_counts top_down(std::span<const local_vertex> frontier) = 0;

  /// Begins a bottom-up step in chunks, so that the results of one chunk are sent while the next is searched. Each chunk is a range
  /// of words of the row bitmap, all of one owner. `pieces` must stay valid until all chunks have been searched.
  virtual void begin_bottom_up(std::span<const index_range> pieces) = 0;
  /// Searches one chunk for rows with a visited neighbor; call it once per chunk, in order. The chunk's words of found() are valid
  /// afterwards. Implementations may report all edges inspected with the last chunk.
  virtual step_counts bottom_up(std::size_t piece) = 0;

  /// By row id: the column id from which the row was discovered. Valid for every row id that was in found() after some step.
  [[nodiscard]] virtual std::span<local_vertex> parents() = 0;
};

/// CPU implementation.
[[nodiscard]] std::unique_ptr<block_search> block_on_cpu(const partitioned_graph& g, int threads);

}  // namespace fathom::ranks_engine
