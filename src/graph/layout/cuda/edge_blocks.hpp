// Grouping of edges by blocks of targets in device memory.
#pragma once

#include <memory>

#include "fathom/device.hpp"
#include "fathom/layout.hpp"
#include "gpu/capabilities.hpp"
#include "graph/layout/edge_blocks.hpp"

namespace fathom {

namespace cuda {
class stream;
}

/// Splits per multiprocessor, each read by one thread block.
inline constexpr unsigned splits_per_multiprocessor = 1;
/// Targets per block: 4 bytes each leave 3 KiB of a multiprocessor's shared memory for everything else.
inline constexpr vertex_id block_targets = 56 * 1024 / splits_per_multiprocessor;
/// Bytes of shared memory of all splits of a multiprocessor, and of everything else in their thread blocks.
inline constexpr std::size_t bytes_of_targets = std::size_t{splits_per_multiprocessor} * block_targets * 4,
                             bytes_beside_targets = 3 * 1024;

/// Whether a thread block of the device holds a block of targets. Iterations over rows do the work where it does not.
[[nodiscard]] constexpr bool holds_edge_blocks(const cuda::device_capabilities& c) {
  return c.shared_memory_per_block >= bytes_of_targets + bytes_beside_targets;
}
/// Edges per chunk, which one warp reads at once.
inline constexpr unsigned chunk_edges = 256;

/// Whether iterations over blocks are faster than iterations over rows, by the size of the graph alone.
[[nodiscard]] bool blocks_pay(vertex_id num_vertices, edge_offset num_edges);

/// Groups the edges of `out`, rows in device memory with ascending targets. There are
/// splits_per_multiprocessor splits of about equal work per multiprocessor. Returns null if there is too little
/// memory, or too little shared memory.
[[nodiscard]] std::shared_ptr<const edge_blocks> group_edges(vertex_id num_vertices, edge_offset num_edges,
                                                             const layout_adjacency& out, device where, const cuda::stream& s);

}  // namespace fathom
