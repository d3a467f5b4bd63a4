// Grid-stride loops and searches in sorted arrays for simple kernels.
#pragma once

#include <algorithm>
#include <cstdint>

#include "gpu/runtime.hpp"
#include "gpu/warp.hpp"

namespace fathom::cuda {

inline constexpr unsigned wide_block = 256;

/// Number of thread blocks for `items` items, capped at 2^16; kernels stride over the remaining items.
inline unsigned wide_grid(std::uint64_t items) {
  constexpr std::uint64_t most_blocks = 1u << 16;
  return static_cast<unsigned>(std::clamp<std::uint64_t>((items + wide_block - 1) / wide_block, 1, most_blocks));
}

__device__ inline std::uint64_t grid_thread() { return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ inline std::uint64_t grid_threads() { return std::uint64_t{gridDim.x} * blockDim.x; }

/// Number of the warp in the grid, and of all warps, for thread blocks of whole warps.
__device__ inline std::uint64_t grid_warp() { return grid_thread() / warp_lanes; }
__device__ inline std::uint64_t grid_warps() { return grid_threads() / warp_lanes; }

/// Index of the first of `size` ascending values that is not below `value`, or `size` if there is none.
template <class T>
__device__ std::uint64_t lower_bound(const T* values, std::uint64_t size, T value) {
  std::uint64_t first = 0;
  while (size > 0) {
    const std::uint64_t half = size / 2;
    const bool below = values[first + half] < value;
    first = below ? first + half + 1 : first;
    size = below ? size - half - 1 : half;
  }
  return first;
}

/// The adjacency row among those from `row` to below `end` that contains position `e`, by binary search.
__device__ inline std::uint64_t row_between(const std::uint64_t* offsets, std::uint64_t row, std::uint64_t end, std::uint64_t e) {
  while (end - row > 1) {
    const std::uint64_t middle = row + (end - row) / 2;
    if (offsets[middle] <= e) {
      row = middle;
    } else {
      end = middle;
    }
  }
  return row;
}

/// The adjacency row that contains position `e`, by exponential and then binary search from `row`, which must begin at or before e.
__device__ inline std::uint64_t row_of(const std::uint64_t* offsets, std::uint64_t rows, std::uint64_t row, std::uint64_t e) {
  std::uint64_t step = 1;
  while (row + step < rows && offsets[row + step] <= e) {
    row += step;
    step *= 2;
  }
  return row_between(offsets, row, row + step < rows ? row + step : rows, e);
}

}  // namespace fathom::cuda
