// The kernels of joined searches with a bit for each vertex and search, and what decides between them.
#pragma once

#include <cstddef>

#include "engine/multi_bfs/cuda/bitwise_search.hpp"

namespace fathom::multi_bfs_engine {

/// What of a level takes how long on the device, in reads of 32 bytes: only their ratios matter (docs/performance/h100.md).
struct cuda_bitwise_tuning {
  double push_sector = 10;  ///< an atomic operation on one
  double pull_edge = 0.5;   ///< looking at a neighbour's state
  double pull_sector = 1;   ///< of its row, where it has one
};

/// A level's kernels, for rows of so many bits.
struct bitwise_kernels {
  void (*pull_long_rows)(bitwise_search);
  void (*pull_open_rows)(bitwise_search);
  void (*touch_long_rows)(bitwise_search);
  void (*touch_short_rows)(bitwise_search);
  void (*push_long_rows)(bitwise_search);
  void (*push_short_rows)(bitwise_search);
  void (*advance[2][2])(bitwise_search);  ///< [counts][pulls]
};
[[nodiscard]] bitwise_kernels kernels_of_128();
[[nodiscard]] bitwise_kernels kernels_of_256();
[[nodiscard]] bitwise_kernels kernels_of_512();
[[nodiscard]] bitwise_kernels kernels_of_1024();

}  // namespace fathom::multi_bfs_engine
