#include "bfs/cuda/searcher.hpp"

#include <utility>

#include "bfs/cuda/engine.hpp"
#include "fathom/error.hpp"

namespace fathom::bfs_engine {

bfs_cuda::bfs_cuda(const layout& prepared, device where, const bfs_options& options) : where_(where) {
  const cuda::current_device here(where_.index);
  cuda::require_capability(where_);
  engine_ = make_resident_engine(prepared, options);
}

bfs_cuda::bfs_cuda(device where, std::unique_ptr<cuda_engine> engine) : where_(where), engine_(std::move(engine)) {}

bfs_cuda::~bfs_cuda() {
  try {
    const cuda::current_device here(where_.index);
    engine_.reset();
  } catch (const error&) {  // a lost device has freed its memory
  }
}

outcome bfs_cuda::run(const request& r) {
  const cuda::current_device here(where_.index);
  engine_->results.renew();
  return engine_->run(r);
}

std::uint64_t bfs_cuda::planned_bytes() const { return engine_->planned_bytes; }

double bfs_cuda::seconds_search() const { return engine_->seconds_search; }

double bfs_cuda::seconds_map_back() const { return engine_->seconds_map_back; }

void bfs_cuda::reach_only_source(vertex_id source, vertex_id root_predecessor) {
  const cuda::current_device here(where_.index);
  engine_->results.reach_only_source(source, root_predecessor);
}

void bfs_cuda::take_results(bfs_result& result) {
  const cuda::current_device here(where_.index);
  engine_->results.take(result, where_);
}

std::uint64_t bfs_cuda::edges_out_of_reached() {
  const cuda::current_device here(where_.index);
  return engine_->edges_out_of_reached();
}

hop_count bfs_depth_cuda(const layout& prepared, const request& r) {
  return bfs_cuda(prepared, prepared.where, r.options).run(r).depth;
}

}  // namespace fathom::bfs_engine
