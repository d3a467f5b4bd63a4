// Search kernels without a cluster, and the choice of the kernels.
#include "bfs/cuda/resident_engine.cuh"

namespace fathom::bfs_engine {

std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options, edge_positions positions) {
  const cuda::device_capabilities here = cuda::current_capabilities();
  const block_room room = room_of(here);
  if (has_cluster_room(here) && suits_cluster(l)) return make_resident_engine(l, options, positions, cluster_room{room});
  return make_in_room(l, options, positions, room);
}

}  // namespace fathom::bfs_engine
