// Counts of edge endpoints per piece of consecutive vertices over all processes, before vertices have owners.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/process_grid.hpp"
#include "fathom/distributed/communicator.hpp"
#include "graph/partition/delegates.hpp"
#include "graph/partition/edge_slice.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom {

/// The endpoints whose owner stores the edge and so has work: both in an undirected graph; in a directed graph the target if the
/// grid has one column, otherwise both. Self-loops are not counted.
struct counted_endpoints {
  bool sources = true, targets = true;
};

[[nodiscard]] inline counted_endpoints endpoints_with_work(const process_grid& grid, const edge_slice& share) {
  return {!share.directed || grid.columns > 1, true};
}

/// Collective: the number of edge endpoints in each piece, over all processes' edge slices. An edge with one endpoint at a delegate
/// is counted at the other endpoint, and an edge between delegates is not counted.
[[nodiscard]] std::vector<std::uint64_t> count_endpoints(communicator& ranks, const vertex_blocks& pieces, const edge_slice& share,
                                                         counted_endpoints which, const delegate_table& delegates, int threads);

/// Collective: the vertices with more than `least` edge endpoints, given the result `ends` of count_endpoints() without delegates.
[[nodiscard]] delegate_table heavy_vertices(communicator& ranks, const vertex_blocks& pieces,
                                            const std::vector<std::uint64_t>& ends, const edge_slice& share,
                                            counted_endpoints which, std::uint64_t least);

}  // namespace fathom
