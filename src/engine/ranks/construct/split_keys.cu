#include "cuda/kernel.cuh"
#include "engine/ranks/construct/split_keys.hpp"

namespace fathom::ranks_engine {
namespace {

__global__ void split_keys_kernel(const std::uint64_t* keys, std::uint64_t size, std::uint64_t rows, int value_bits,
                                  std::uint64_t base, std::uint32_t* values, edge_offset* starts) {
  const std::uint64_t mask = (std::uint64_t{1} << value_bits) - 1;
  for (std::uint64_t i = cuda::grid_thread(); i <= size; i += cuda::grid_threads()) {
    // Rows without an entry begin where the next one does.
    const std::uint64_t begin = i == 0 ? 0 : (keys[i - 1] >> value_bits) + 1, end = i == size ? rows : (keys[i] >> value_bits) + 1;
    for (std::uint64_t row = begin; row < end; ++row) starts[row] = base + i;
    if (i < size) values[base + i] = static_cast<std::uint32_t>(keys[i] & mask);
  }
}

}  // namespace

void split_keys(const std::uint64_t* keys, std::uint64_t size, std::uint64_t rows, int value_bits, std::uint64_t base,
                std::uint32_t* values, edge_offset* starts, const cuda::stream& s) {
  split_keys_kernel<<<cuda::wide_grid(size + 1), cuda::wide_block, 0, s.get()>>>(keys, size, rows, value_bits, base, values,
                                                                                 starts);
  cuda::check(cudaGetLastError(), "building rows");
}

}  // namespace fathom::ranks_engine
