// What the edges of a rank's block join.
#pragma once

#include <cstdint>

#include "distributed/partitioned_graph.hpp"
#include "fathom/array.hpp"

namespace fathom::ranks_engine {

/// The vertices of a block, each once: column ids, then row ids, but for those that this rank owns, which are both.
struct block_vertices {
  explicit block_vertices(const partitioned_graph& g)
      : columns(g.column_ids()),
        own_rows(g.stride * static_cast<std::uint64_t>(g.grid.column)),
        own_columns(g.stride * static_cast<std::uint64_t>(g.grid.row)),
        stride(g.stride),
        all(g.column_ids() + (g.grid.columns > 1 ? g.row_ids() : 0)) {}

  [[nodiscard]] std::uint64_t of_row(std::uint64_t row_id) const noexcept {
    return row_id - own_rows < stride ? own_columns + (row_id - own_rows) : columns + row_id;
  }

  std::uint64_t columns, own_rows, own_columns, stride, all;
};

/// Writes to tree, for each of the block's vertices, the first of those that the block's edges join it to. Sutton, Ben-Nun, Barak,
/// IPDPS 2018 (Afforest), over rows and columns: a block has an edge in both of its ends' lists, so that one whose ends a sample
/// has put into the most frequent tree is not looked at, whatever other ranks have and whichever way it leads.
void unite_block(const partitioned_graph& g, const block_vertices& block, array<vertex_id>& tree, int threads);

}  // namespace fathom::ranks_engine
