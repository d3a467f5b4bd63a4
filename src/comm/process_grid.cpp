#include "comm/process_grid.hpp"

#include <fmt/format.h>

namespace fathom {

process_grid make_grid(communicator& ranks, int rows, int columns) {
  if (rows == 0 && columns == 0) rows = ranks.size(), columns = 1;
  if (rows < 1 || columns < 1 || rows != ranks.size() / columns || ranks.size() % columns != 0) {
    throw rank_error(
        error_category::usage,
        fmt::format("a grid of {0}x{1} processes does not match {2} processes; use rows and columns whose product is {2}", rows,
                    columns, ranks.size()),
        0);
  }
  process_grid grid{rows, columns, ranks.rank() / columns, ranks.rank() % columns, nullptr, nullptr};
  grid.along_row = ranks.split(grid.row, grid.column);
  grid.along_column = ranks.split(grid.column, grid.row);
  return grid;
}

}  // namespace fathom
