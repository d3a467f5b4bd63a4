// Grid of processes with R rows and C columns, in row-major order, with a communicator along each row and column.
#pragma once

#include <memory>

#include "fathom/distributed/communicator.hpp"

namespace fathom {

struct process_grid {
  int rows = 1, columns = 1;
  int row = 0, column = 0;                     ///< position of this process
  std::unique_ptr<communicator> along_row;     ///< the processes of this row, by column
  std::unique_ptr<communicator> along_column;  ///< the processes of this column, by row

  [[nodiscard]] int row_of(int rank) const noexcept { return rank / columns; }
  [[nodiscard]] int column_of(int rank) const noexcept { return rank % columns; }
  [[nodiscard]] int rank_at(int r, int c) const noexcept { return r * columns + c; }
};

/// Collective: a grid of rows x columns processes; 0 x 0 selects one column, so that each process has the in-edges of its own
/// vertices. Throws error_category::usage if the product is not the number of processes.
[[nodiscard]] process_grid make_grid(communicator& ranks, int rows, int columns);

}  // namespace fathom
