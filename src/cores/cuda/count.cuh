// The largest core number and its vertices.
#pragma once

#include "fathom/types.hpp"
#include "gpu/block.cuh"
#include "gpu/kernel.cuh"

namespace fathom::cores_engine {

/// As in cores_result; initially zero.
struct core_counts {
  vertex_id degeneracy, innermost;
};

__global__ void __launch_bounds__(cuda::wide_block) largest_kernel(vertex_id n, const vertex_id* core, core_counts* counts) {
  vertex_id mine = 0;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) mine = max(mine, core[v]);
  mine = cuda::block_max<cuda::wide_block>(mine);
  if (threadIdx.x == 0 && mine > 0) atomicMax(&counts->degeneracy, mine);
}

/// After largest_kernel().
__global__ void __launch_bounds__(cuda::wide_block) innermost_kernel(vertex_id n, const vertex_id* core, core_counts* counts) {
  const vertex_id largest = counts->degeneracy;
  vertex_id mine = 0;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) mine += core[v] == largest;
  cuda::block_add<cuda::wide_block>(&counts->innermost, mine);
}

}  // namespace fathom::cores_engine
