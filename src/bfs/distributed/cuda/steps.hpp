// Steps of a level in a process's block on a device. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "base/parallel.hpp"
#include "fathom/device.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/cuda/block_view.hpp"

namespace fathom::ranks_engine {

/// Arrays of a step in device memory. With one grid column, rows are the process's own part of the columns and share their bits.
struct step_arrays {
  const bit_word* visited_rows = nullptr;     ///< one bit per row id; padding bits are set
  const bit_word* visited_columns = nullptr;  ///< one bit per column id, then a word of zeros that the heads of empty rows point to
  bit_word* found = nullptr;                  ///< one bit per row id: unvisited before, with an edge from the frontier
  local_vertex* parents = nullptr;            ///< by row id: column ids, valid for discovered rows
  unsigned long long* inspected = nullptr;    ///< edges are added to it
};

class device_steps {
 public:
  /// `where` must be the current device.
  explicit device_steps(device where);

  /// Thread blocks of cuda::wide_block threads needed for `threads` threads, limited to most_blocks().
  [[nodiscard]] unsigned grid(std::uint64_t threads) const;
  /// Enough thread blocks to keep the device busy.
  [[nodiscard]] unsigned most_blocks() const { return most_blocks_; }

  /// Bottom-up step over the rows of these bitmap words.
  void bottom_up(const matrix_view& g, index_range words, const step_arrays& arrays, const cuda::stream& s) const;
  /// Over all rows.
  void bottom_up(const matrix_view& g, const step_arrays& arrays, const cuda::stream& s) const {
    bottom_up(g, {0, g.rows / bits_per_word}, arrays, s);
  }
  /// Top-down step from `size` column ids. `starts` is scratch memory for `size` + 1 numbers.
  void top_down(const matrix_view& g, const local_vertex* frontier, std::uint64_t size, std::uint64_t* starts,
                const step_arrays& arrays, const cuda::stream& s) const;

 private:
  unsigned most_blocks_ = 1;
};

}  // namespace fathom::ranks_engine
