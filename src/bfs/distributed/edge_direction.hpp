// One direction of the edges of a matrix block, and exchange of values between the processes where edges begin and end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "fathom/array.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Rows of a matrix block, along the edges' directions or against them. A row belongs to a vertex of a process of the line `from`
/// and has vertices of the processes of the line `to`. A vertex's id in a line is rank in the line * stride + the owner's local id.
struct edge_direction {
  const block_rows& rows;
  communicator& from;
  communicator& to;
  std::uint64_t stride;

  [[nodiscard]] std::uint64_t from_ids() const { return stride * static_cast<std::uint64_t>(from.size()); }
  [[nodiscard]] std::uint64_t to_ids() const { return stride * static_cast<std::uint64_t>(to.size()); }
  /// Id in the line of the process's own vertex with local id 0.
  [[nodiscard]] std::uint64_t first_from() const { return stride * static_cast<std::uint64_t>(from.rank()); }
  [[nodiscard]] std::uint64_t first_to() const { return stride * static_cast<std::uint64_t>(to.rank()); }

  [[nodiscard]] std::span<const local_vertex> row(std::uint64_t from_id) const {
    return {rows.ends.data() + rows.offsets[from_id], rows.ends.data() + rows.offsets[from_id + 1]};
  }
};

[[nodiscard]] inline edge_direction along_edges(const partitioned_graph& g) {
  return {g.out, *g.grid.along_column, *g.grid.along_row, g.stride};
}
[[nodiscard]] inline edge_direction against_edges(const partitioned_graph& g) {
  return {g.in, *g.grid.along_row, *g.grid.along_column, g.stride};
}

/// Collective along the line: gathers one value per local id from its processes, by id in the line. `mine` and `all` have stride
/// and stride * line.size() entries.
template <class T>
void gather_along(communicator& line, std::span<const T> mine, std::span<T> all, work_clock& clock) {
  clock.computed();
  const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(line.size()), mine.size_bytes());
  line.all_gather(std::as_bytes(mine), sizes, std::as_writable_bytes(all));
  clock.sent(mine.size_bytes() * static_cast<std::uint64_t>(line.size() - 1));
  clock.exchanged();
}

/// The vertex of a local id, in the caller's ids. Padding ids between the delegates and the other vertices map to the last
/// delegate; they have no edges.
[[nodiscard]] inline global_vertex own_vertex(const partitioned_graph& g, std::uint64_t id) {
  if (id < g.delegates.ids()) return g.delegates.vertex(std::min(id, g.delegates.size() - 1));
  return g.own_block().first + g.column_positions[g.stride * static_cast<std::uint64_t>(g.grid.row) + id];
}

}  // namespace fathom::ranks_engine
