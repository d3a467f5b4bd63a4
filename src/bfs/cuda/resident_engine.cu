// Search kernels without a cluster, and the choice of the kernels.
#include "bfs/cuda/resident_engine.cuh"

namespace fathom::bfs_engine {
namespace {

small_graph_room small_room_of(const layout& l) {
  small_graph_room room;
  room.words = words_of(l.num_vertices);
  return room;
}

/// Graphs that suit a cluster have many levels of few vertices, which its own lists serve better.
bool is_small_graph(const layout& l, const cuda::device_capabilities& here) {
  return l.num_vertices <= most_small_vertices && l.num_edges <= most_small_edges && !suits_cluster(l) &&
         dynamic_bytes(small_room_of(l)) + static_bytes <= here.shared_memory_per_block;
}

}  // namespace

std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options, edge_positions positions,
                                                  small_graphs small) {
  const cuda::device_capabilities here = cuda::current_capabilities();
  const block_room room = room_of(here);
  if (positions == edge_positions::narrow_where_they_fit && small == small_graphs::by_cluster && is_small_graph(l, here)) {
    return make_resident_engine(l, options, small_room_of(l));
  }
  if (has_cluster_room(here) && suits_cluster(l)) return make_resident_engine(l, options, positions, cluster_room{room});
  return make_in_room(l, options, positions, room);
}

}  // namespace fathom::bfs_engine
