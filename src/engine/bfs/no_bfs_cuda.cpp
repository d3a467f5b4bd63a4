// Stands in for bfs_cuda.cu in a build without CUDA, where no device can be chosen and none of this is reached.
#include "engine/bfs/bfs_cuda.hpp"
#include "fathom/error.hpp"

namespace fathom::bfs_engine {

struct bfs_cuda::state {};

bfs_cuda::bfs_cuda(const layout&, device where, const cuda_plan&) {
  throw error(error_category::device, to_string(where) + ": this build of fathom has no CUDA support; use the device cpu");
}
bfs_cuda::~bfs_cuda() = default;
outcome bfs_cuda::run(const request&) { return {}; }
double bfs_cuda::seconds_search() const { return 0; }
double bfs_cuda::seconds_map_back() const { return 0; }
void bfs_cuda::copy_distances(hop_count*) const {}
void bfs_cuda::copy_predecessors(vertex_id*) const {}
std::uint64_t bfs_cuda::edges_out_of_reached() const { return 0; }

}  // namespace fathom::bfs_engine
