// Search kernels without a cluster, and the choice of the kernels.
#include <cstdlib>

#include "bfs/cuda/resident_engine.cuh"

namespace fathom::bfs_engine {
namespace {

bool is_small_graph(const layout& l, const cuda::device_capabilities& here) {
  static const std::uint64_t most = getenv("FATHOM_X_SMALL") ? strtoull(getenv("FATHOM_X_SMALL"), nullptr, 10) : most_small_vertices;
  small_graph_room room;
  room.words = words_of(l.num_vertices);
  return l.num_vertices <= most && l.num_edges <= 64 * most &&
         dynamic_bytes(room) + static_bytes <= here.shared_memory_per_block;
}

}  // namespace

std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options, edge_positions positions) {
  const cuda::device_capabilities here = cuda::current_capabilities();
  const block_room room = room_of(here);
  if (positions == edge_positions::narrow_where_they_fit && !suits_cluster(l) && is_small_graph(l, here)) {
    small_graph_room small{room};
    small.words = words_of(l.num_vertices);
    return make_resident_engine(l, options, small);
  }
  if (has_cluster_room(here) && suits_cluster(l)) return make_resident_engine(l, options, positions, cluster_room{room});
  return make_in_room(l, options, positions, room);
}

}  // namespace fathom::bfs_engine
