// Kernels of bitwise multi-source BFS and the cost model that chooses between them.
#pragma once

#include <cstddef>

#include "multi_bfs/cuda/bitwise_search.hpp"

namespace fathom::multi_bfs_engine {

/// Cost model in reads of 32 bytes on the device; only the ratios matter (docs/performance/h100.md).
struct cuda_bitwise_tuning {
  double push_sector = 10;  ///< atomic operation on a 32-byte sector
  double pull_edge = 0.5;   ///< reading a neighbor's state
  double pull_sector = 1;   ///< reading a sector of its bit row, if it has one
};

/// Kernels of a level for one bit-row width.
struct bitwise_kernels {
  void (*pull_long_rows)(bitwise_search);
  void (*pull_open_rows)(bitwise_search);
  void (*touch_long_rows)(bitwise_search);
  void (*touch_short_rows)(bitwise_search);
  void (*push_long_rows)(bitwise_search);
  void (*push_short_rows)(bitwise_search);
  void (*advance[2][2])(bitwise_search);  ///< [counts][pulls]
  void (*count_unvisited)(bitwise_search);
};
[[nodiscard]] bitwise_kernels kernels_of_128();
[[nodiscard]] bitwise_kernels kernels_of_256();
[[nodiscard]] bitwise_kernels kernels_of_512();
[[nodiscard]] bitwise_kernels kernels_of_1024();

}  // namespace fathom::multi_bfs_engine
