// Graph partitioned over a grid of processes (Checconi and others, SC 2012; the Graph500 chapter, section 3.4.2): each process owns
// a vertex block and stores a matrix block.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "comm/process_grid.hpp"
#include "fathom/array.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/types.hpp"
#include "graph/partition/column_index.hpp"
#include "graph/partition/delegates.hpp"
#include "graph/partition/edge_slice.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom {

/// Ids within one process have 32 bits and are of three kinds:
///
/// - A *local* id numbers the process's own vertices in descending order of out-degree; isolated vertices have none.
/// - A *row* id numbers the vertices owned by the processes of this grid row: column * stride + the owner's local id.
/// - A *column* id numbers the vertices owned by the processes of this grid column: row * stride + the owner's local id.
///
/// The matrix block of a process has the edges from a vertex of its grid column to a vertex of its grid row. A search therefore
/// sends frontiers along columns and discovered vertices along rows. With one column a process has all in-edges of its own
/// vertices.
///
/// A *delegate* has the same local id, below delegates.ids(), on every process, as if each process owned it. Each of its edges is
/// stored in the matrix block of the process that owns the other endpoint, so these edges need no messages; processes combine their
/// results for delegates by a reduction. The *owner*, whose vertex block contains the delegate, knows its degree and reports its
/// results.
using local_vertex = std::uint32_t;
inline constexpr local_vertex no_local_vertex = ~local_vertex{0};

/// The rows, or the columns, of a sparse matrix.
struct block_rows {
  array<edge_offset> offsets;  ///< number of rows + 1
  array<local_vertex> ends;
  array<edge_weight> weights;  ///< one per edge; empty without weights
};

struct construction_report {
  double seconds = 0;
  std::uint64_t bytes_sent = 0;  ///< by this process
};

struct partitioned_graph {
  communicator* ranks = nullptr;  ///< all processes of the grid
  process_grid grid;
  vertex_blocks blocks;
  bool directed = false;           ///< false if every edge has its reverse, regardless of the input's declaration
  bool rounded_weights = false;    ///< a single process would have the weights in double precision; the same on all processes
  std::uint64_t merged_edges = 0;  ///< parallel edges that were merged, counted as directed edges over all processes
  std::uint64_t num_edges = 0;     ///< directed edges over all processes, without duplicates and dropped self-loops
  std::uint64_t num_loops = 0;     ///< self-loops that were kept, as given, over all processes
  delegate_table delegates;
  bool wide_codes = false;   ///< codes of column vertices need 64 bits (column_index.hpp), from about 2^32 vertices per column on
  std::uint64_t stride = 0;  ///< upper bound of the local ids of all processes; a multiple of 64

  std::uint64_t block_edges = 0;          ///< directed edges of this process's matrix block
  std::uint64_t own_vertices = 0;         ///< number of local ids
  array<local_vertex> to_local;           ///< by position in this process's vertex block; no_local_vertex if isolated
  array<std::uint32_t> out_degrees;       ///< by local id; for a delegate 0 except on its owner
  array<std::uint32_t> column_positions;  ///< by column id: position in column_codes

  block_rows out;            ///< by column id: row ids
  block_rows in;             ///< by row id: column ids, high degree first; without weights
  array<local_vertex> head;  ///< by row id: the first entry of `in`; column_ids() if the row is empty

  construction_report construction;

  [[nodiscard]] std::uint64_t row_ids() const noexcept { return stride * static_cast<std::uint64_t>(grid.columns); }
  [[nodiscard]] std::uint64_t column_ids() const noexcept { return stride * static_cast<std::uint64_t>(grid.rows); }
  [[nodiscard]] index_range own_block() const noexcept { return blocks.block(ranks->rank()); }
  /// The number of vertices of own_block() with a local id: all, or in an undirected graph those that are not isolated.
  [[nodiscard]] std::uint64_t owned_vertices() const;
  [[nodiscard]] bool is_delegate(local_vertex id) const noexcept { return id < delegates.ids(); }
  [[nodiscard]] column_codes places() const { return column_codes(blocks, delegates.size()); }
  /// The vertex of a column id.
  [[nodiscard]] global_vertex column_vertex(local_vertex id) const noexcept {
    const auto row = static_cast<int>(id / stride);
    if (const std::uint64_t local = id % stride; local < delegates.size()) return delegates.vertex(local);
    return blocks.block(grid.rank_at(row, grid.column)).first + column_positions[id];
  }
};

/// Collective: computes g.column_positions from g.to_local.
void name_column_ids(partitioned_graph& g);

/// Collective: throws error_category::usage on all processes for a graph with delegates, which `who` (such as "components on
/// CUDA devices") does not support.
void require_no_delegates(const partitioned_graph& g, std::string_view who);

/// Collective: throws error_category::usage on all processes for a graph with self-loops, which `who` does not support.
void require_no_loops(const partitioned_graph& g, std::string_view who);

/// Collective: builds the graph from the edge slices of all processes. Parallel edges are merged to one with the smallest weight
/// or, if `parallel` is sum, with the sum of their weights; self-loops are dropped unless share.loops keeps them. `delegate_degree`
/// is that of rank_graph_options, and so are `random_weights`. Throws a rank_error on all processes if any process runs out of
/// memory, or if a block has 2^32 vertices.
[[nodiscard]] partitioned_graph partition(communicator& ranks, process_grid grid, const edge_slice& share,
                                          const run_control& control, std::uint64_t delegate_degree = no_delegates,
                                          parallel_edges parallel = parallel_edges::min,
                                          const std::optional<random_weight_range>& random_weights = {});

}  // namespace fathom
