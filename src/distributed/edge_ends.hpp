// How many edges end in which vertices, before anybody owns one: pieces of consecutive vertices are counted over all ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "distributed/delegates.hpp"
#include "distributed/edge_share.hpp"
#include "distributed/process_grid.hpp"
#include "distributed/vertex_blocks.hpp"
#include "fathom/communicator.hpp"

namespace fathom {

/// An edge is work at the end whose owner holds it: at both in an undirected graph; of a directed one at its target, where a grid
/// has one column, and else at both. Self-loops are none.
struct counted_ends {
  bool sources = true, targets = true;
};

[[nodiscard]] inline counted_ends ends_with_work(const process_grid& grid, const edge_share& share) {
  return {!share.directed || grid.columns > 1, true};
}

/// Collective: the edge ends of each piece, of all ranks' shares. An edge with one end at a delegate is work at its other end, and
/// one between delegates nowhere.
[[nodiscard]] std::vector<std::uint64_t> count_ends(communicator& ranks, const vertex_blocks& pieces, const edge_share& share,
                                                    counted_ends which, const delegate_table& delegates, int threads);

/// Collective: the vertices with more than `least` ends, where count_ends() has found `ends` without any delegates.
[[nodiscard]] delegate_table heavy_vertices(communicator& ranks, const vertex_blocks& pieces,
                                            const std::vector<std::uint64_t>& ends, const edge_share& share, counted_ends which,
                                            std::uint64_t least);

}  // namespace fathom
