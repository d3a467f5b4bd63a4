// Gathering of per-vertex and per-process values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/exchange.hpp"
#include "fathom/array.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {

/// Collective: gathers trivially copyable values of all vertices, in the graph's order, on all processes.
template <class T>
[[nodiscard]] array<T> gather_blocks(const partitioned_graph& g, std::span<const T> mine) {
  std::vector<std::uint64_t> sizes;
  for (int r = 0; r < g.ranks->size(); ++r) {
    const index_range block = g.blocks.block(r);
    sizes.push_back((block.last - block.first) * sizeof(T));
  }
  array<T> all;
  on_all_processes(*g.ranks, [&] { all = array<T>(g.blocks.num_vertices()); });
  g.ranks->all_gather(std::as_bytes(mine), sizes, std::as_writable_bytes(all.view()));
  return all;
}

}  // namespace fathom
