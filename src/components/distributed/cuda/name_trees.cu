#include "components/distributed/cuda/name_trees.hpp"

#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

__global__ void number_ends_kernel(local_vertex* ends, std::uint64_t size, std::uint64_t stride, std::uint64_t columns,
                                   std::uint64_t column) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const std::uint64_t row = ends[i] / stride;
    ends[i] += static_cast<local_vertex>((row * (columns - 1) + column) * stride);
  }
}

__global__ void positions_kernel(const local_vertex* to_local, std::uint64_t size, std::uint32_t* positions) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    if (to_local[i] != no_local_vertex) positions[to_local[i]] = static_cast<std::uint32_t>(i);
  }
}

__global__ void smallest_kernel(numbered_forest f, unsigned long long* smallest) {
  for (std::uint64_t v = cuda::grid_thread(); v < f.size; v += cuda::grid_threads()) {
    if (f.positions[v] == no_local_vertex) continue;
    const unsigned long long name = f.firsts[v / f.stride] + f.positions[v];
    // Most vertices are in one tree, whose label soon is the minimum: they only read it.
    unsigned long long* const now = &smallest[f.tree[v]];
    if (name < __ldcg(now)) atomicMin(now, name);
  }
}

__global__ void names_kernel(numbered_forest f, const unsigned long long* smallest, unsigned long long* names) {
  for (std::uint64_t v = cuda::grid_thread(); v < f.size; v += cuda::grid_threads()) names[v] = smallest[f.tree[v]];
}

__global__ void labels_kernel(const local_vertex* to_local, std::uint64_t size, const unsigned long long* names,
                              std::uint64_t first, unsigned long long* labels) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    labels[i] = to_local[i] == no_local_vertex ? first + i : names[to_local[i]];
  }
}

}  // namespace

void number_ends(const cuda::buffer<local_vertex>& ends, std::uint64_t stride, std::uint64_t columns, std::uint64_t column,
                 const cuda::stream& s) {
  number_ends_kernel<<<cuda::wide_grid(ends.size()), cuda::wide_block, 0, s.get()>>>(ends.data(), ends.size(), stride, columns,
                                                                                     column);
  cuda::check_launch("numbering vertices");
}

cuda::buffer<std::uint32_t> positions_of(const cuda::buffer<local_vertex>& to_local, std::uint64_t stride, const cuda::stream& s) {
  static_assert(no_local_vertex == ~std::uint32_t{0});
  cuda::buffer<std::uint32_t> positions = cuda::filled<std::uint32_t>(stride, 0xff, s);
  positions_kernel<<<cuda::wide_grid(to_local.size()), cuda::wide_block, 0, s.get()>>>(to_local.data(), to_local.size(),
                                                                                       positions.data());
  cuda::check_launch("finding vertices");
  return positions;
}

void name_trees(const numbered_forest& forest, const cuda::buffer<unsigned long long>& names, const cuda::stream& s) {
  const auto smallest = cuda::filled<unsigned long long>(forest.size, 0xff, s);  // larger than any label
  const unsigned grid = cuda::wide_grid(forest.size);
  smallest_kernel<<<grid, cuda::wide_block, 0, s.get()>>>(forest, smallest.data());
  names_kernel<<<grid, cuda::wide_block, 0, s.get()>>>(forest, smallest.data(), names.data());
  cuda::check_launch("naming components");
}

void write_labels(const cuda::buffer<local_vertex>& to_local, const cuda::buffer<unsigned long long>& names, std::uint64_t first,
                  const cuda::buffer<unsigned long long>& labels, const cuda::stream& s) {
  labels_kernel<<<cuda::wide_grid(to_local.size()), cuda::wide_block, 0, s.get()>>>(to_local.data(), to_local.size(), names.data(),
                                                                                    first, labels.data());
  cuda::check_launch("writing components");
}

}  // namespace fathom::ranks_engine
