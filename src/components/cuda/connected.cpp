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

struct forest_of_graph {
  forest_of_graph(const graph& g, device where) : rows(g, where, stream), forest(g.num_vertices(), g.num_edges(), stream) {
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

}  // namespace

double connected_cuda(const graph& g, device where, vertex_id* labels, timer& clock) {
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  if (g.num_vertices() == 0) return 0;
  cuda::require_device_memory(planned_bytes(g, where), "finding the components of " + std::to_string(g.num_vertices()) +
                                                           " vertices and " + std::to_string(g.num_edges()) + " edges");
  forest_of_graph found(g, where);
  clock.restart();
  const double seconds = found.run();
  cuda::copy_to_host(labels, found.forest.parents().data(), found.forest.parents().bytes(), found.stream);
  return seconds;
}

}  // namespace fathom::components_engine
