// Oriented rows of a process's own vertices, and the numbers of neighbors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bfs/distributed/work_clock.hpp"
#include "fathom/array.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::triangles_engine {

/// Row i belongs to the process's i-th vertex u and has entries (entry.hpp) of those neighbors of u that have a higher degree, or
/// the same degree and a larger id. Rows are sorted by vertex and have at most sqrt(2 m) entries.
struct rows_of_process {
  vertex_id first = 0;  ///< the process's first vertex
  array<edge_offset> begins, ends;
  array<vertex_id> entries;
  array<vertex_id> degrees;  ///< as in triangles_result
  array<vertex_id> mutual;   ///< the same; empty unless directions are counted
  std::uint64_t longest = 0;

  [[nodiscard]] std::uint64_t size() const noexcept { return begins.size(); }
  [[nodiscard]] std::span<const vertex_id> row(std::uint64_t i) const noexcept {
    return {entries.data() + begins[i], entries.data() + ends[i]};
  }
};

/// Collective. `Entry` is the kind of entry. Throws a rank_error on all processes if memory is insufficient on any.
template <class Entry>
[[nodiscard]] rows_of_process orient_rows(const partitioned_graph& g, int threads, ranks_engine::work_clock& clock);

}  // namespace fathom::triangles_engine
