// Ranks as a grid of R rows and C columns, row by row, with a communicator along each.
#pragma once

#include <memory>

#include "fathom/communicator.hpp"

namespace fathom {

struct process_grid {
  int rows = 1, columns = 1;
  int row = 0, column = 0;                     ///< of this rank
  std::unique_ptr<communicator> along_row;     ///< the ranks of this row, by column
  std::unique_ptr<communicator> along_column;  ///< the ranks of this column, by row

  [[nodiscard]] int row_of(int rank) const noexcept { return rank / columns; }
  [[nodiscard]] int column_of(int rank) const noexcept { return rank % columns; }
  [[nodiscard]] int rank_at(int r, int c) const noexcept { return r * columns + c; }
};

/// Collective: rows x columns ranks; 0 x 0 lets one column have them all, so that each owns the in-edges of its vertices. Throws
/// error_category::usage where the product is not the number of ranks.
[[nodiscard]] process_grid make_grid(communicator& ranks, int rows, int columns);

}  // namespace fathom
