#include "gpu/kernel.cuh"
#include "graph/partition/cuda/split_keys.hpp"

namespace fathom::ranks_engine {
namespace {

__global__ void find_rows(const std::uint64_t* keys, std::uint64_t size, std::uint64_t rows, int value_bits, std::uint64_t base,
                          edge_offset* starts) {
  for (std::uint64_t i = cuda::grid_thread(); i <= size; i += cuda::grid_threads()) {
    // Empty rows begin where the next row does.
    const std::uint64_t begin = i == 0 ? 0 : (keys[i - 1] >> value_bits) + 1, end = i == size ? rows : (keys[i] >> value_bits) + 1;
    for (std::uint64_t row = begin; row < end; ++row) starts[row] = base + i;
  }
}

__global__ void take_values_kernel(cuda::weighted_keys from, std::uint64_t size, int value_bits, row_entries to) {
  const std::uint64_t mask = (std::uint64_t{1} << value_bits) - 1;
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    to.values[i] = static_cast<std::uint32_t>(from.keys[i] & mask);
    if (to.weights) to.weights[i] = from.weights[i];
  }
}

}  // namespace

void take_values(cuda::weighted_keys keys, std::uint64_t size, int value_bits, std::uint64_t base, row_entries to,
                 const cuda::stream& s) {
  to.values += base;
  if (to.weights) to.weights += base;
  take_values_kernel<<<cuda::wide_grid(size), cuda::wide_block, 0, s.get()>>>(keys, size, value_bits, to);
  cuda::check_launch("filling rows");
}

void split_keys(cuda::weighted_keys keys, std::uint64_t size, std::uint64_t rows, int value_bits, std::uint64_t base,
                row_entries to, edge_offset* starts, const cuda::stream& s) {
  find_rows<<<cuda::wide_grid(size + 1), cuda::wide_block, 0, s.get()>>>(keys.keys, size, rows, value_bits, base, starts);
  cuda::check_launch("building rows");
  take_values(keys, size, value_bits, base, to, s);
}

}  // namespace fathom::ranks_engine
