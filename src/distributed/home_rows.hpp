// Kernel 1, the first half: the out-edges of each rank's own vertices, without duplicates, and the vertices in order of degree.
#pragma once

#include <cstdint>

#include "distributed/edge_share.hpp"
#include "distributed/partitioned_graph.hpp"

namespace fathom {

/// Rows of a rank's block of vertices, in the caller's order.
struct home_rows {
  array<edge_offset> offsets;
  array<global_vertex> ends;   ///< ascending in each row
  array<edge_weight> weights;  ///< of each end; empty without weights
};

/// Collective. Self-loops are dropped, of parallel edges the one of the smallest weight stays. Of an undirected graph every edge is
/// in the rows of both its ends.
[[nodiscard]] home_rows gather_rows(communicator& ranks, const vertex_blocks& blocks, const edge_share& share, int threads,
                                    std::uint64_t& bytes_sent);

/// Local ids by falling length of the rows, equal ones in the caller's order. Where the graph is undirected, vertices without an
/// edge get none. Fills to_local, out_degrees and own_vertices.
void number_vertices(const home_rows& rows, bool directed, partitioned_graph& g);

}  // namespace fathom
