// Partition of adjacency rows on a CUDA device into work for warps: parts of about equal work, and chunks of long rows. For files
// that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/visitor/row_parts.hpp"
#include "gpu/runtime.hpp"

namespace fathom {

class cut_rows_on {
 public:
  cut_rows_on() = default;
  /// A chunk of a long row has at least `least_piece` edges, more in a large graph. `where` must be the calling thread's current
  /// device.
  cut_rows_on(vertex_id n, edge_offset num_edges, const edge_offset* offsets, unsigned least_piece, device where,
              const cuda::stream& s);

  [[nodiscard]] row_parts view() const noexcept;

  /// Upper bound on the number of chunks.
  [[nodiscard]] static std::uint64_t most_pieces(edge_offset num_edges, unsigned least_piece);

  /// Upper bound on the bytes that the constructor allocates.
  [[nodiscard]] static std::uint64_t bytes(vertex_id n, edge_offset num_edges, unsigned least_piece);

 private:
  unsigned piece_edges_ = 0, num_parts_ = 0;
  array<vertex_id> parts_;
  array<long_row> long_rows_;
  array<row_piece> pieces_;
};

}  // namespace fathom
