// Rows of a graph cut for the warps of a CUDA device: plain data, made by the library (graph/cut_rows_on.hpp).
#pragma once

#include "fathom/types.hpp"

namespace fathom {

struct row_piece {
  edge_offset first;  ///< edge
  unsigned size;
  vertex_id v;  ///< whose row it is
};

struct long_row {
  vertex_id v;
  unsigned first_piece, pieces;
};

/// Parts of about equal work, and the rows that are cut into pieces besides.
struct row_parts {
  unsigned piece_edges = ~0u;        ///< rows of more edges than this are cut into pieces of as many, each a warp's work at a time
  const vertex_id* parts = nullptr;  ///< the first vertex of each, and n
  unsigned num_parts = 0;
  const long_row* long_rows = nullptr;  ///< by ascending vertices
  unsigned num_long = 0;
  const row_piece* pieces = nullptr;
  unsigned num_pieces = 0;
};

}  // namespace fathom
