// The steps of a level along a rank's block in the memory of its device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "core/parallel.hpp"
#include "cuda/runtime.hpp"
#include "engine/ranks/device/block_view.hpp"
#include "fathom/device.hpp"

namespace fathom::ranks_engine {

/// What a step reads and writes, in the device's memory. With one column rows are the part of the columns that is the rank's own,
/// and so are their bits.
struct step_arrays {
  const bit_word* visited_rows = nullptr;  ///< a bit a row id, also set where that stands for no vertex
  const bit_word* visited_columns =
      nullptr;                              ///< a bit a column id, and a word of zeros, where the heads of rows without edges lead
  bit_word* found = nullptr;                ///< a bit a row id: not visited, with an edge from the frontier
  local_vertex* parents = nullptr;          ///< by row id: column ids, of what is found
  unsigned long long* inspected = nullptr;  ///< edges are added to it
};

class device_steps {
 public:
  /// Of the current device.
  explicit device_steps(device where);

  /// Blocks of cuda::wide_block threads for so many of them.
  [[nodiscard]] unsigned grid(std::uint64_t threads) const;
  /// As many as keep the device busy.
  [[nodiscard]] unsigned most_blocks() const { return most_blocks_; }

  /// The rows of these words of the bitmaps that were not visited look for a visited column.
  void bottom_up(const matrix_view& g, index_range words, const step_arrays& arrays, const cuda::stream& s) const;
  /// All rows.
  void bottom_up(const matrix_view& g, const step_arrays& arrays, const cuda::stream& s) const {
    bottom_up(g, {0, g.rows / bits_a_word}, arrays, s);
  }
  /// Looks at all edges of `size` column ids. `starts` is memory for one number more.
  void top_down(const matrix_view& g, const local_vertex* frontier, std::uint64_t size, std::uint64_t* starts,
                const step_arrays& arrays, const cuda::stream& s) const;

 private:
  unsigned most_blocks_ = 1;
};

}  // namespace fathom::ranks_engine
