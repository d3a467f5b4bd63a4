// Spanning forest of one process's matrix block.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Numbering of a block's vertices: column ids, then row ids. Vertices that the process owns are both and are counted once.
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

/// Writes to `tree`, for each vertex of the block, the smallest vertex of its component within the block. Afforest (Sutton,
/// Ben-Nun, Barak, IPDPS 2018) over both rows and columns: each edge is in a row and in a column list, so edges inside the most
/// frequent sampled component can be skipped, whatever the other processes have and whichever direction the edge has.
void unite_block(const partitioned_graph& g, const block_vertices& block, array<vertex_id>& tree, int threads);

}  // namespace fathom::ranks_engine
