// Connected components on a CUDA device, ignoring directions.
#include <string>

#include "base/timer.hpp"
#include "components/cuda/forest.hpp"
#include "components/cuda/results.hpp"
#include "gpu/backend.hpp"
#include "gpu/device_array.hpp"
#include "graph/cuda/graph_on_device.hpp"

namespace fathom::components_engine {
namespace {

std::uint64_t planned_bytes(const graph& g, const components_options& options) {
  return graph_on_device::bytes(g, options.where) + device_forest::bytes(g.num_vertices(), g.num_edges()) +
         result_bytes(g.num_vertices(), options);
}

struct forest_of_graph {
  forest_of_graph(const graph& g, device where) : rows(g, where, stream), forest(g.num_vertices(), g.num_edges(), stream) {
    stream.wait("copying the graph to the device");
  }

  /// Stream-ordered.
  void run() {
    const graph_view& g = rows.view();
    const rows_to_link all{g.num_vertices, 0, g.num_vertices, g.out, g.in, g.directed};
    watch.start(stream);
    forest.sample(all, stream);
    forest.link_rest(all, stream);
    watch.stop(stream);
  }

  cuda::stream stream;  // first, since the members below are allocated in stream order
  graph_on_device rows;
  device_forest forest;
  cuda::stopwatch watch;
};

}  // namespace

void connected_cuda(const graph& g, const components_options& options, components_result& result) {
  timer clock;
  const cuda::current_device here(options.where.index);
  cuda::require_capability(options.where);
  components_report& report = result.report;
  report.where = options.where;
  report.engine = "CUDA, union-find over a sample of the edges, then over the remaining edges";
  if (g.num_vertices() == 0) return;
  cuda::require_device_memory(planned_bytes(g, options), "finding the components of " + std::to_string(g.num_vertices()) +
                                                             " vertices and " + std::to_string(g.num_edges()) + " edges");
  forest_of_graph found(g, options.where);
  report.seconds_copy = clock.seconds();
  clock.restart();
  found.run();
  result.labels = cuda::result_array<vertex_id>(g.num_vertices(), options.keep_on_device, options.where, found.stream);
  found.stream.wait("finding components");
  report.seconds_on_device = found.watch.seconds();
  cuda::copy_result(found.forest.parents().data(), result.labels, found.stream);
  report.seconds_search = clock.seconds();
  clock.restart();
  count_cuda(found.forest.parents(), options, found.stream, result);
  report.seconds_count = clock.seconds();
}

}  // namespace fathom::components_engine
