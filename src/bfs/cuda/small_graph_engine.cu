// Search kernels for small graphs.
#include "bfs/cuda/resident_engine.cuh"

namespace fathom::bfs_engine {

std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options, const small_graph_room& room) {
  return make<std::uint32_t>(l, options, room);
}

}  // namespace fathom::bfs_engine
