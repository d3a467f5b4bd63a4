// A graph over a grid of ranks (Checconi and others, SC 2012; Graph500's chapter, section 3.4.2): each rank owns a block of
// vertices and holds a block of the adjacency matrix.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "distributed/column_places.hpp"
#include "distributed/delegates.hpp"
#include "distributed/edge_share.hpp"
#include "distributed/process_grid.hpp"
#include "distributed/vertex_blocks.hpp"
#include "fathom/array.hpp"
#include "fathom/communicator.hpp"
#include "fathom/rank_graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Ids on one rank have 32 bits, of three kinds:
///
/// - A *local* id is one of the rank's own vertices, in falling order of their out-degree; those without any edge have none.
/// - A *row* id is one of the vertices that the ranks of this grid row own: column * stride + the owner's local id.
/// - A *column* id is one of those that the ranks of this grid column own: row * stride + the owner's local id.
///
/// The block of a rank has the edges that lead from a vertex of its column to one of its row. What the frontier of a search is
/// therefore goes along columns, and what is found along rows. With one column a rank has all in-edges of its own vertices.
///
/// A *delegate* has the same local id on every rank, as if each owned it: those before delegates.ids(). All of its edges lie in the
/// block of the rank that owns the other end, who is neither told of them nor tells; what ranks find out about a delegate they
/// unite. Whose block it is in, its *owner*, knows its number of edges and gives its results.
using local_vertex = std::uint32_t;
inline constexpr local_vertex no_local_vertex = ~local_vertex{0};

/// Rows of a sparse matrix, or its columns.
struct block_rows {
  array<edge_offset> offsets;  ///< one more than rows
  array<local_vertex> ends;
  array<edge_weight> weights;  ///< of each end; empty without weights
};

struct construction_report {
  double seconds = 0;
  std::uint64_t bytes_sent = 0;  ///< by this rank
};

struct partitioned_graph {
  communicator* ranks = nullptr;  ///< all of them
  process_grid grid;
  vertex_blocks blocks;
  bool directed = false;        ///< false where every edge has its reverse, whatever the shares have said
  std::uint64_t merged_edges = 0;  ///< parallel ones that were dropped, directed, of all ranks
  std::uint64_t num_edges = 0;  ///< directed, of all ranks, duplicates and self-loops dropped
  delegate_table delegates;
  bool wide_places = false;  ///< those of a column are told in 64 bits (column_places.hpp), as they have to from about 2^32 on
  std::uint64_t stride = 0;  ///< local ids of every rank are below it; a multiple of 64

  std::uint64_t block_edges = 0;          ///< directed, of this rank's block
  std::uint64_t own_vertices = 0;         ///< local ids
  array<local_vertex> to_local;           ///< of the vertices of this rank's block in their order; no_local_vertex without an edge
  array<std::uint32_t> out_degrees;       ///< of local ids; of a delegate 0 but for its owner
  array<std::uint32_t> column_positions;  ///< of column ids: the positions in column_places

  block_rows out;            ///< by column id: row ids
  block_rows in;             ///< by row id: column ids, of high degree first; without weights
  array<local_vertex> head;  ///< by row id: the first of `in`; column_ids() without one

  construction_report construction;

  [[nodiscard]] std::uint64_t row_ids() const noexcept { return stride * static_cast<std::uint64_t>(grid.columns); }
  [[nodiscard]] std::uint64_t column_ids() const noexcept { return stride * static_cast<std::uint64_t>(grid.rows); }
  [[nodiscard]] index_range own_block() const noexcept { return blocks.block(ranks->rank()); }
  /// Of own_block(), those with a local id: all, or where the graph is undirected those with an edge.
  [[nodiscard]] std::uint64_t owned_vertices() const;
  [[nodiscard]] bool is_delegate(local_vertex id) const noexcept { return id < delegates.ids(); }
  [[nodiscard]] column_places places() const { return column_places(blocks, delegates.size()); }
  /// The vertex of a column id.
  [[nodiscard]] global_vertex column_vertex(local_vertex id) const noexcept {
    const auto row = static_cast<int>(id / stride);
    if (const std::uint64_t local = id % stride; local < delegates.size()) return delegates.vertex(local);
    return blocks.block(grid.rank_at(row, grid.column)).first + column_positions[id];
  }
};

/// Collective: g.column_positions, from g.to_local.
void name_column_ids(partitioned_graph& g);

/// Collective: throws error_category::usage, on all ranks, for a graph with delegates, which `who` ("components on CUDA devices")
/// does not know.
void require_no_delegates(const partitioned_graph& g, std::string_view who);

/// Collective: builds the graph from all ranks' shares of its edges. Parallel edges become one, of the smallest weight or, where
/// `parallel` is sum, of all their weights together; self-loops none. `delegate_degree` is that of rank_graph_options. Throws a
/// rank_error on all ranks where memory does not suffice on one, or where a block has 2^32 vertices.
[[nodiscard]] partitioned_graph partition(communicator& ranks, process_grid grid, const edge_share& share,
                                          const run_control& control, std::uint64_t delegate_degree = no_delegates,
                                          parallel_edges parallel = parallel_edges::min);

}  // namespace fathom
