// Edges grouped by blocks of targets. The sums of a block fit the shared memory of a thread block, and because the sources within a
// block ascend, neighboring edges read neighboring values.
// Beamer, Asanovic, Patterson, "Reducing Pagerank Communication via Propagation Blocking", IPDPS 2017.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Run of at most chunk_edges edges of one block, whose sources are less than 2^16 apart.
struct edge_chunk {
  std::uint32_t first;  ///< its first edge; it ends where the next chunk begins
  vertex_id base;       ///< smallest source
};

/// Views of the arrays of edge_blocks.
struct edge_blocks_view {
  const std::uint32_t* edges = nullptr;  ///< source - chunk's base in the upper half, target - block's first in the lower half
  const edge_chunk* chunks = nullptr;    ///< block by block; the last entry is the end
  const std::uint32_t* block_chunks = nullptr;  ///< first chunk of each block; the last entry is the end
  const std::uint32_t* splits = nullptr;        ///< thread block i processes the chunks splits[i] to splits[i + 1] - 1
  unsigned num_blocks = 0, num_splits = 0;
};

struct edge_blocks {
  array<std::uint32_t> edges;
  array<edge_chunk> chunks;
  array<std::uint32_t> block_chunks, splits;

  [[nodiscard]] std::uint64_t bytes() const { return edges.bytes() + chunks.bytes() + block_chunks.bytes() + splits.bytes(); }
  [[nodiscard]] edge_blocks_view view() const {
    return {edges.data(),
            chunks.data(),
            block_chunks.data(),
            splits.data(),
            static_cast<unsigned>(block_chunks.size() - 1),
            static_cast<unsigned>(splits.size() - 1)};
  }
};

}  // namespace fathom
