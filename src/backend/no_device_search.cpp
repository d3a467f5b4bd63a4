// Stubs of the distributed CUDA engines for builds without CUDA, in which no device can be selected.
#include "bfs/distributed/cuda/search.hpp"
#include "components/distributed/engine.hpp"
#include "fathom/error.hpp"
#include "graph/partition/cuda/partition_on_devices.hpp"
#include "graph500/benchmark_graph.hpp"
#include "pagerank/distributed/part.hpp"
#include "sssp/distributed/cuda/paths.hpp"

namespace fathom::ranks_engine {

std::unique_ptr<searcher> search_on_device(const partitioned_graph&, device, rank_transport) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}

std::unique_ptr<paths_searcher> paths_on_device(const partitioned_graph&, device, rank_transport) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}

components_outcome components_on_device(const partitioned_graph&, device, std::span<std::uint64_t>, const run_control&) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}

std::unique_ptr<score_part> score_part_on_device(const partitioned_graph&, const ranked_vertices&, const pagerank_request&,
                                                 device) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}

std::unique_ptr<benchmark_graph> benchmark_on_devices(communicator&, const benchmark_spec&, const run_control&) { return nullptr; }

std::optional<partitioned_graph> partition_on_devices(communicator&, const process_grid&, const edge_slice&, device, rank_transport,
                                                      const run_control&) {
  return std::nullopt;
}

}  // namespace fathom::ranks_engine
