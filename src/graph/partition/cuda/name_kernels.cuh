// Numbering of a process's vertices by degree, their column ids on all processes, and adjacency rows renamed to these ids.
#pragma once

#include <cstdint>

#include "fathom/types.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.hpp"
#include "graph/partition/cuda/peer_search.hpp"

namespace fathom::ranks_engine {

/// Keys for a stable sort that puts the longest row first and empty rows last.
__global__ void order_keys(const edge_offset* starts, std::uint32_t rows, std::uint32_t* keys, std::uint32_t* positions) {
  for (std::uint64_t i = cuda::grid_thread(); i < rows; i += cuda::grid_threads()) {
    keys[i] = ~static_cast<std::uint32_t>(starts[i + 1] - starts[i]);
    positions[i] = static_cast<std::uint32_t>(i);
  }
}

/// Index of the first empty row in sorted order.
__global__ void find_empty_rows(const std::uint32_t* sorted_keys, std::uint32_t rows, std::uint64_t* first) {
  *first = cuda::lower_bound(sorted_keys, rows, ~std::uint32_t{0});
}

/// Assigns local ids in sorted order to rows with entries. `to_local` must be filled with no_local_vertex; `sums` has one more
/// entry.
__global__ void name_rows(const std::uint32_t* sorted_keys, const std::uint32_t* positions, std::uint32_t named,
                          std::uint32_t* to_local, std::uint32_t* degrees, edge_offset* sums) {
  for (std::uint64_t id = cuda::grid_thread(); id <= named; id += cuda::grid_threads()) {
    if (id == named) {
      sums[id] = 0;
      continue;
    }
    to_local[positions[id]] = static_cast<std::uint32_t>(id);
    sums[id] = degrees[id] = ~sorted_keys[id];
  }
}

/// Writes the column id of each vertex of this process's block, for all processes to read.
__global__ void name_columns(const std::uint32_t* to_local, std::uint64_t size, peer_room room, unsigned rank,
                             std::uint32_t* columns) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    columns[i] = to_local[i] == no_local_vertex ? no_local_vertex : room.column_of(rank, to_local[i]);
  }
}

/// Vertices by column id: the inverse of `columns`, which is indexed by vertex.
__global__ void name_vertices(const std::uint32_t* columns, std::uint64_t size, std::uint32_t* vertices) {
  for (std::uint64_t v = cuda::grid_thread(); v < size; v += cuda::grid_threads()) {
    if (columns[v] != no_local_vertex) vertices[columns[v]] = static_cast<std::uint32_t>(v);
  }
}

/// Finds the end of the longest range of rows from `first` on that has at most `most` entries.
__global__ void find_row_behind(const edge_offset* offsets, std::uint32_t rows, std::uint32_t first, std::uint64_t most,
                                std::uint64_t* behind) {
  const std::uint64_t above = cuda::lower_bound(offsets, rows + std::uint64_t{1}, edge_offset{offsets[first] + most + 1});
  *behind = above - 1;
}

inline constexpr std::uint64_t entries_per_warp = 512;

/// Adjacency rows under their local ids: the new offsets, and the rows under their old positions.
struct named_rows {
  const edge_offset* offsets;
  std::uint32_t rows;
  const std::uint32_t* positions;  ///< old position of each row
  const edge_offset* old_starts;
  const std::uint32_t* old_values;   ///< vertices
  const edge_weight* old_weights;    ///< null without weights
  const std::uint32_t* value_names;  ///< column ids of vertices
};

/// Writes entries begin to end - 1, of rows from `first_row` on, as keys: row number above column id.
__global__ void rename_entries(const __grid_constant__ named_rows named, std::uint32_t first_row, edge_offset begin,
                               edge_offset end, int column_bits, cuda::weighted_keys to) {
  const std::uint64_t warps = cuda::grid_warps() * entries_per_warp;
  for (edge_offset at = begin + cuda::grid_warp() * entries_per_warp; at < end; at += warps) {
    const edge_offset last = at + entries_per_warp < end ? at + entries_per_warp : end;
    std::uint64_t row = cuda::row_of(named.offsets, named.rows, first_row, at);
    for (edge_offset e = at + cuda::lane(); e < last; e += cuda::warp_lanes) {
      row = cuda::row_of(named.offsets, named.rows, row, e);
      const edge_offset old = named.old_starts[named.positions[row]] + (e - named.offsets[row]);
      to.keys[e - begin] = (row - first_row) << column_bits | named.value_names[named.old_values[old]];
      if (to.weights) to.weights[e - begin] = named.old_weights[old];
    }
  }
}

}  // namespace fathom::ranks_engine
