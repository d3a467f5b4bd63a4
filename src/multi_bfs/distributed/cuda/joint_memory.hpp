// Device memory of a process's part of a distributed multi-source BFS. Include only in files that are compiled with CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fathom/distributed/transport.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "multi_bfs/distributed/cuda/joint_view.hpp"
#include "multi_bfs/distributed/joint_block.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom::ranks_engine {

/// Sizes that follow from the graph and the width of a batch.
struct joint_sizes {
  joint_sizes(const partitioned_graph& g, int width);

  unsigned lanes;
  std::uint64_t rows, columns;              ///< of the grid
  std::uint64_t row_ids, column_ids;        ///< of vertices
  std::uint64_t whole_bytes;                ///< rows of one process's vertices
  std::uint64_t list_bytes;                 ///< room for lists in transit: those of a line are at most this long, see list_gain
  std::uint64_t received_bytes;             ///< from all processes of the grid row; 0 with one column
  std::uint64_t delegate_rows;              ///< of all processes of a line
  std::size_t most_to_column, most_to_row;  ///< bytes per transfer
};

/// Rows with more than joint_piece_edges in-edges in chunks: all first chunks, then all second ones, and so on.
[[nodiscard]] std::vector<joint_piece> joint_pieces(const partitioned_graph& g);

struct joint_memory {
  /// Throws error_category::memory, before anything is allocated, if the current device has too little.
  joint_memory(const partitioned_graph& g, rank_transport transport, const multi_bfs_engine::group_plan& plan,
               const cuda::stream& s);

  /// Bytes allocated for the graph and all groups, assuming searches of usual depth for the distance planes, and staged results.
  [[nodiscard]] static std::uint64_t bytes(const partitioned_graph& g, rank_transport transport,
                                           const multi_bfs_engine::group_plan& plan);

  joint_sizes sizes;
  joint_view view;

  cuda::buffer<edge_offset> out_offsets, in_offsets;
  cuda::buffer<local_vertex> out_ends, in_ends;
  cuda::buffer<std::uint32_t> out_degrees;
  cuda::buffer<local_vertex> to_local;  ///< by position in this process's block
  cuda::buffer<joint_piece> pieces;

  cuda::buffer<uint4> seen, frontier, found;
  cuda::buffer<bit_word> members, finished;
  cuda::buffer<local_vertex> listed;            ///< column ids of the frontier
  cuda::buffer<std::uint64_t> starts;           ///< of their edges
  cuda::buffer<std::uint32_t> cursor;           ///< end of a list being written
  cuda::buffer<std::byte> lists;                ///< in transit
  cuda::buffer<uint4> received;                 ///< from the grid row: arrays or lists
  cuda::buffer<uint4> delegates;                ///< rows of delegates of all processes of a line
  cuda::buffer<joint_start> sources;            ///< of a group
  cuda::buffer<joint_totals> totals;            ///< of a level
  cuda::buffer<unsigned long long> of_columns;  ///< discoveries per process of the grid row
};

}  // namespace fathom::ranks_engine
