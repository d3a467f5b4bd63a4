// Search kernels with a cluster for small frontiers.
#include "bfs/cuda/resident_engine.cuh"

namespace fathom::bfs_engine {

std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options, edge_positions positions,
                                                  const cluster_room& room) {
  return make_in_room(l, options, positions, room);
}

}  // namespace fathom::bfs_engine
