// Partition of adjacency rows into work for warps of a CUDA device, as plain data. Computed by src/graph/build/cuda/cut_rows.hpp.
#pragma once

#include "fathom/types.hpp"

namespace fathom {

/// Chunk of a long row.
struct row_piece {
  edge_offset first;  ///< position of its first edge
  unsigned size;      ///< number of edges
  vertex_id v;        ///< vertex of the row
};

/// Row that is divided into chunks.
struct long_row {
  vertex_id v;
  unsigned first_piece, pieces;  ///< index of its first chunk, and number of chunks
};

/// Parts of about equal work, and the chunks of long rows, which the parts leave out.
struct row_parts {
  unsigned piece_edges = ~0u;        ///< longer rows are divided into chunks of this many edges, one warp per chunk
  const vertex_id* parts = nullptr;  ///< num_parts + 1 entries: the first vertex of each part, then n
  unsigned num_parts = 0;
  const long_row* long_rows = nullptr;  ///< by ascending vertex
  unsigned num_long = 0;
  const row_piece* pieces = nullptr;
  unsigned num_pieces = 0;
};

}  // namespace fathom
