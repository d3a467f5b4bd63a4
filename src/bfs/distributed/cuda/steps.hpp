// Steps of a level in a process's block on a device. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "base/parallel.hpp"
#include "bfs/distributed/cuda/level_progress.hpp"
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
  level_progress* progress = nullptr;         ///< edges inspected are added to it
  message_head* message = nullptr;            ///< is set to 0 for the discoveries
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

  /// Marks the vertices of `messages` messages visited, lists them in `frontier`, and prepares a top-down step from them. They must
  /// be at most most_few_vertices() and fit their messages. Launched in the same way whatever their number.
  void take_few(const matrix_view& g, const frontier_message* messages, unsigned size, local_vertex stride, bit_word* visited,
                local_vertex* frontier, std::uint64_t* starts, bit_word* found, const cuda::stream& s) const;
  [[nodiscard]] static std::uint64_t most_few_vertices();
  /// Prepares a top-down step from progress->listed column ids. `starts` has room for one number more. `sums` is scratch memory for
  /// scratch_sums() numbers. Launched in the same way whatever the number of column ids.
  static void prepare_top_down(const matrix_view& g, const local_vertex* frontier, const level_progress* progress,
                               std::uint64_t* starts, std::uint64_t* sums, bit_word* found, const cuda::stream& s);
  [[nodiscard]] static std::size_t scratch_sums();
  /// Top-down step from arrays.progress->listed column ids, once prepared.
  void top_down(const matrix_view& g, const local_vertex* frontier, const std::uint64_t* starts, const step_arrays& arrays,
                const cuda::stream& s) const;

 private:
  unsigned most_blocks_ = 1;
};

}  // namespace fathom::ranks_engine
