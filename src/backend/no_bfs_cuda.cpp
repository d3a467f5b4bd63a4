// Stub of bfs/cuda/searcher.cpp for builds without CUDA, in which no device can be selected.
#include "bfs/cuda/searcher.hpp"
#include "fathom/error.hpp"

namespace fathom::bfs_engine {

struct cuda_engine {};

bfs_cuda::bfs_cuda(const layout&, device where, const cuda_plan&) {
  throw error(error_category::device, to_string(where) + ": this build of fathom has no CUDA support; use the device cpu");
}
bfs_cuda::~bfs_cuda() = default;
outcome bfs_cuda::run(const request&) { return {}; }
std::uint64_t bfs_cuda::planned_bytes() const { return 0; }
double bfs_cuda::seconds_search() const { return 0; }
double bfs_cuda::seconds_map_back() const { return 0; }
void bfs_cuda::reach_only_source(vertex_id, vertex_id) {}
void bfs_cuda::take_results(bfs_result&) {}
std::uint64_t bfs_cuda::edges_out_of_reached() { return 0; }

}  // namespace fathom::bfs_engine
