// Matrices of distances and predecessors of searches from many sources, on a graph or its parts.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "fathom/device.hpp"
#include "fathom/matrix_file.hpp"
#include "fathom/sinks.hpp"
#include "fathom/types.hpp"

namespace fathom_python {

/// Sinks of one call; `used` lists the requested ones.
class search_matrices {
 public:
  /// Distances of 8, 16 or 32 bits; 0: none.
  explicit search_matrices(int distance_bits, bool with_predecessors = false)
      : bits_(distance_bits), with_predecessors_(with_predecessors) {
    if (bits_ == 8) used.push_back(&distances8_);
    if (bits_ == 16) used.push_back(&distances16_);
    if (bits_ == 32) used.push_back(&distances32_);
    if (with_predecessors_) used.push_back(&predecessors_);
  }
  search_matrices(const search_matrices&) = delete;
  search_matrices& operator=(const search_matrices&) = delete;

  void keep_on(fathom::device where) { distances8_.where = distances16_.where = distances32_.where = predecessors_.where = where; }

  /// Whether a matrix was too large for the memory that was to hold it.
  [[nodiscard]] bool lack_memory() const {
    const auto lacks = [](const auto& matrix) { return matrix.rows > 0 && matrix.columns > 0 && matrix.values.empty(); };
    return lacks(distances8_) || lacks(distances16_) || lacks(distances32_) || lacks(predecessors_);
  }

  /// Transfers ownership to Python; None if they were not requested.
  [[nodiscard]] nb::object distances() {
    return bits_ == 8    ? rows_of(distances8_)
           : bits_ == 16 ? rows_of(distances16_)
           : bits_ == 32 ? rows_of(distances32_)
                         : nb::none();
  }
  [[nodiscard]] nb::object predecessors() { return with_predecessors_ ? rows_of(predecessors_) : nb::none(); }

  std::vector<fathom::multi_bfs_sink*> used;

 private:
  template <class Matrix>
  static nb::object rows_of(Matrix& matrix) {
    const std::size_t rows = matrix.rows, columns = matrix.columns;
    return hand_over(std::move(matrix.values), {rows, columns});
  }

  const int bits_;
  const bool with_predecessors_;
  fathom::distance_matrix<std::int8_t> distances8_;
  fathom::distance_matrix<std::int16_t> distances16_;
  fathom::distance_matrix<fathom::hop_count> distances32_;
  fathom::predecessor_matrix predecessors_;
};

[[nodiscard]] inline fathom::matrix_content content_of(int distance_bits) {
  return distance_bits == 8    ? fathom::matrix_content::distances8
         : distance_bits == 16 ? fathom::matrix_content::distances16
                               : fathom::matrix_content::distances32;
}

}  // namespace fathom_python
