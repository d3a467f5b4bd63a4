// Encoding of bit rows in transit between devices: a list of the nonzero rows and then of their vertices. If most rows are nonzero,
// the array itself is shorter and is sent without this encoding.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fathom/callable.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

struct joint_list {
  unsigned lanes = 1;         ///< of a bit row, 16 bytes each
  std::uint64_t entries = 0;  ///< room; the vertices of unused entries are no_local_vertex

  /// Offset in bytes of the vertices, which follow the rows.
  [[nodiscard]] FATHOM_CALLABLE std::size_t first_id() const { return entries * lanes * lane_bytes; }
  /// A multiple of 16, so that the rows of the next list are aligned.
  [[nodiscard]] FATHOM_CALLABLE std::size_t bytes() const {
    return first_id() + (entries * sizeof(local_vertex) + lane_bytes - 1) / lane_bytes * lane_bytes;
  }
  [[nodiscard]] FATHOM_CALLABLE std::size_t id_bytes() const { return bytes() - first_id(); }

  static constexpr std::size_t lane_bytes = 16;
};

}  // namespace fathom::ranks_engine
