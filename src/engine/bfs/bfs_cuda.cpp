#include "engine/bfs/bfs_cuda.hpp"

#include <fmt/format.h>

#include "cuda/devices.hpp"
#include "engine/bfs/cuda_engine.hpp"
#include "fathom/error.hpp"

namespace fathom::bfs_engine {
namespace {

void require_capability(device where) {
  int major = 0, minor = 0;
  cuda::check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, where.index), "asking for the compute capability");
  cuda::check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, where.index), "asking for the compute capability");
  if (major * 10 + minor >= cuda::least_compute_capability) return;
  throw error(
      error_category::device,
      fmt::format("device {} has compute capability {}.{}; searching on a GPU needs {}.{} or more; use the device cpu",
                  to_string(where), major, minor, cuda::least_compute_capability / 10, cuda::least_compute_capability % 10));
}

}  // namespace

bfs_cuda::bfs_cuda(const layout& prepared, device where, const cuda_plan& plan) : where_(where) {
  const cuda::current_device here(where_.index);
  require_capability(where_);
  engine_ = plan.method == bfs_method::automatic ? make_resident_engine(prepared, plan) : make_enterprise_engine(prepared, plan);
}

bfs_cuda::~bfs_cuda() {
  try {
    const cuda::current_device here(where_.index);
    engine_.reset();
  } catch (const error&) {  // a lost device keeps nothing
  }
}

outcome bfs_cuda::run(const request& r) {
  const cuda::current_device here(where_.index);
  engine_->results.renew();
  return engine_->run(r);
}

std::uint64_t bfs_cuda::planned_bytes() const { return engine_->planned_bytes; }

double bfs_cuda::seconds_search() const { return engine_->search_time.seconds(); }

double bfs_cuda::seconds_map_back() const { return engine_->results.seconds_map_back(); }

void bfs_cuda::reach_source_alone(vertex_id source, vertex_id root_predecessor) {
  const cuda::current_device here(where_.index);
  engine_->results.reach_source_alone(source, root_predecessor);
}

void bfs_cuda::take_results(bfs_result& result) {
  const cuda::current_device here(where_.index);
  engine_->results.take(result, where_);
}

std::uint64_t bfs_cuda::edges_out_of_reached() {
  const cuda::current_device here(where_.index);
  return engine_->edges_out_of_reached();
}

}  // namespace fathom::bfs_engine
