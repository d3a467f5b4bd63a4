#include "components/cuda/connected.hpp"

#include <string>

#include "components/cuda/forest.hpp"
#include "gpu/transfer.hpp"
#include "graph/cuda/graph_on_device.hpp"

namespace fathom::components_engine {
namespace {

std::uint64_t planned_bytes(const graph& g, device where) {
  return graph_on_device::bytes(g, where) + device_forest::bytes(g.num_vertices(), g.num_edges());
}

}  // namespace

struct connected_cuda::state {
  state(const graph& g, device where) : rows(g, where, stream), forest(g.num_vertices(), g.num_edges(), stream) {
    stream.wait("copying the graph to the device");
  }

  double run() {
    const graph_view& g = rows.view();
    const rows_to_link all{g.num_vertices, 0, g.num_vertices, g.out, g.in, g.directed};
    watch.start(stream);
    forest.sample(all, stream);
    forest.link_rest(all, stream);
    watch.stop(stream);
    stream.wait("finding components");
    return watch.seconds();
  }

  cuda::stream stream;  // first, since the members below are allocated in stream order
  graph_on_device rows;
  device_forest forest;
  cuda::stopwatch watch;
};

connected_cuda::connected_cuda(const graph& g, device where) : device_(where.index) {
  const cuda::current_device here(device_);
  cuda::require_capability(where);
  if (g.num_vertices() == 0) return;  // nothing to find
  cuda::require_device_memory(planned_bytes(g, where), "finding the components of " + std::to_string(g.num_vertices()) +
                                                           " vertices and " + std::to_string(g.num_edges()) + " edges");
  state_ = std::make_unique<state>(g, where);
}

connected_cuda::~connected_cuda() {
  const cuda::current_device here(device_);
  state_.reset();
}

double connected_cuda::run() {
  if (!state_) return 0;
  const cuda::current_device here(device_);
  return state_->run();
}

void connected_cuda::take(vertex_id* labels) const {
  if (!state_) return;
  const cuda::current_device here(device_);
  cuda::copy_to_host(labels, state_->forest.parents().data(), state_->forest.parents().bytes(), state_->stream);
}

}  // namespace fathom::components_engine
