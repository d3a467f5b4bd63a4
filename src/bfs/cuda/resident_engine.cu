// Search kernels in a wide room of shared memory, and the choice of the room.
#include "bfs/cuda/resident_engine.cuh"

namespace fathom::bfs_engine {

std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options, edge_positions positions) {
  const cuda::device_capabilities here = cuda::current_capabilities();
  if (has_wide_room(here)) return make_in_room(l, options, positions, wide_room{});
  return make_resident_engine(l, options, positions, narrow_room_of(here));
}

}  // namespace fathom::bfs_engine
