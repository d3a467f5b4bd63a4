// Rows that lie on a CUDA device, cut for its warps: parts of about equal work, and long rows in pieces. For files that are
// compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "fathom/array.hpp"
#include "fathom/program/row_parts.hpp"

namespace fathom {

class cut_rows_on {
 public:
  cut_rows_on() = default;
  /// A part's first vertex is a multiple of `multiple`; a piece has at least `least_piece` edges, in a large graph more. The device
  /// is the calling thread's.
  cut_rows_on(vertex_id n, edge_offset num_edges, const edge_offset* offsets, vertex_id multiple, unsigned least_piece,
              device where, const cuda::stream& s);

  [[nodiscard]] row_parts view() const noexcept;

  /// The most pieces there can be.
  [[nodiscard]] static std::uint64_t most_pieces(edge_offset num_edges, unsigned least_piece);

  /// What the constructor will allocate, at most.
  [[nodiscard]] static std::uint64_t bytes(vertex_id n, edge_offset num_edges, unsigned least_piece);

 private:
  unsigned piece_edges_ = 0, num_parts_ = 0;
  array<vertex_id> parts_;
  array<long_row> long_rows_;
  array<row_piece> pieces_;
};

}  // namespace fathom
