// GPU backend of CUDA.
#include "betweenness/cuda/grid_betweenness.hpp"
#include "betweenness/cuda/program.hpp"
#include "bfs/cuda/searcher.hpp"
#include "bfs/cuda/workspace.hpp"
#include "bfs/distributed/cuda/search.hpp"
#include "bfs/validate/cuda/validate.hpp"
#include "components/cuda/connected.hpp"
#include "components/cuda/strong.hpp"
#include "components/distributed/engine.hpp"
#include "cores/engines.hpp"
#include "gpu/backend.hpp"
#include "gpu/device_memory.hpp"
#include "gpu/devices.hpp"
#include "graph/build/cuda/rows.hpp"
#include "graph/layout/cuda/largest_neighbors.hpp"
#include "graph/partition/cuda/partition_on_devices.hpp"
#include "graph500/benchmark_graph.hpp"
#include "multi_bfs/cuda/group_engine.hpp"
#include "pagerank/cuda/call.hpp"
#include "pagerank/cuda/engine.hpp"
#include "pagerank/distributed/part.hpp"
#include "papers/enterprise/enterprise.hpp"
#include "papers/sorting/time_device_sorts.hpp"
#include "sssp/cuda/workspace.hpp"
#include "sssp/distributed/cuda/paths.hpp"
#include "sssp/validate/cuda/paths_validator.hpp"
#include "triangles/cuda/counting.hpp"
#include "visitor/supersteps/cuda/graph.hpp"

namespace fathom {

const gpu_backend cuda_backend{
    .devices = cuda::devices,
    .why_none = cuda::why_none,
    .pci_bus_id = cuda::pci_bus_id,
    .wait_for_stream = cuda::wait_for_stream,
    .available_memory = cuda::available_memory_on,
    .require_memory = cuda::require_memory_on,
    .allocate = cuda::allocate_device_memory,
    .copy_to_device = cuda::copy_to_new_memory,
    .copy_to_host = cuda::copy_from_device,
    .copy_rows = cuda::copy_rows_on,
    .copy_to_each = cuda::copy_to_each,

    .why_not_built = why_not_built_cuda,
    .build_rows = build_rows_cuda,
    .transpose = transpose_cuda,
    .why_not_prepared = why_not_prepared_cuda,
    .prepare = prepare_cuda,
    .find_largest_neighbors = find_largest_neighbors_cuda,
    .prepare_edge_vertex = prepare_edge_vertex_cuda,

    .make_bfs = make_bfs_cuda,
    .bfs_depth = bfs_engine::bfs_depth_cuda,
    .make_bfs_validator = validate_engine::make_validator_cuda,
    .make_sssp = make_sssp_cuda,
    .make_sssp_validator = validate_engine::make_paths_validator_cuda,
    .connected_components = components_engine::connected_cuda,
    .strong_components = components_engine::strong_cuda,
    .core_numbers = cores_engine::core_numbers_cuda,
    .make_triangles = triangles_engine::make_triangles_cuda,
    .pagerank = pagerank_cuda,
    .personalized_pagerank = pagerank_engine::personalized_pagerank_cuda,
    .why_no_grid_betweenness = betweenness_engine::grid_unavailable_reason,
    .grid_betweenness = betweenness_engine::betweenness_grid,
    .block_betweenness = block_betweenness_cuda,

    .copy_layout = multi_bfs_engine::copy_layout_cuda,
    .layout_copy_bytes = multi_bfs_engine::layout_copy_bytes_cuda,
    .make_group_engine = multi_bfs_engine::make_group_engine_cuda,
    .group_engine_bytes = multi_bfs_engine::group_engine_bytes_cuda,

    .partition = ranks_engine::partition_on_devices,
    .make_distributed_bfs = ranks_engine::search_on_device,
    .make_distributed_sssp = ranks_engine::paths_on_device,
    .distributed_components = ranks_engine::components_on_device,
    .make_score_part = ranks_engine::score_part_on_device,
    .make_benchmark = ranks_engine::benchmark_on_devices,

    .make_enterprise = make_enterprise_cuda,
    .time_sorts = time_sorts_cuda,
};

}  // namespace fathom
