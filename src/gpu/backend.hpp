// GPU backend: table of all functions that a vendor's GPU code provides to the rest of the library, which calls it only through
// this table. A second vendor fills another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "fathom/types.hpp"

namespace fathom {

// Types of the layers above, which only callers need in full.
// clang-format off
class bfs_on_device; class communicator; class graph; class sssp_on_device; class timer; class triangles_on_device;
enum class multi_bfs_method; enum class rank_transport; enum class vertex_order;
struct betweenness_options; struct betweenness_result; struct bfs_options; struct components_options; struct components_result;
struct device_sort_seconds; struct edge_arrays;
struct edge_slice; struct edge_vertex_device_graph; struct edge_vertex_options; struct enterprise_options; struct execution;
struct largest_neighbor; struct layout; struct pagerank_options; struct pagerank_result; struct partitioned_graph;
struct process_grid; struct row_options; struct rows; struct rows_on_device; struct run_control; struct sssp_options;
struct weighted_layout;
namespace betweenness_engine { struct grid_request; struct grid_result; }
namespace bfs_engine { struct request; }
namespace cores_engine { struct peel_outcome; }
namespace cuda { struct row_copy; }
namespace multi_bfs_engine { class group_engine; struct device_copy; struct group_plan; }
namespace pagerank_engine { struct batch_outcome; struct batch_output; struct device_request; struct pagerank_seed; }
namespace ranks_engine { class benchmark_graph; class paths_searcher; class score_part; class searcher; }
namespace ranks_engine { struct benchmark_spec; struct components_outcome; struct pagerank_request; struct ranked_vertices; }
namespace validate_engine { class device_validator; class paths_validator; }
// clang-format on

/// The functions are described where they are declared, in src/gpu/ and src/*/cuda/. `where` is a GPU of this machine.
struct gpu_backend {
  // Devices and memory
  std::vector<device_description> (*devices)();
  std::string (*why_none)();
  std::string (*pci_bus_id)(device where);
  void (*wait_for_stream)(std::uintptr_t stream, device where);
  std::uint64_t (*available_memory)(device where);
  void (*require_memory)(device where, std::uint64_t bytes, std::string_view purpose);
  std::shared_ptr<void> (*allocate)(device where, std::size_t bytes);
  std::shared_ptr<void> (*copy_to_device)(device where, const void* from, std::size_t bytes);
  void (*copy_to_host)(void* to, const void* from, std::size_t bytes, device where);
  void (*copy_rows)(device where, std::span<const cuda::row_copy> rows, std::size_t bytes);
  void (*copy_to_each)(device where, std::span<void* const> places, const void* value, std::size_t bytes);

  // Graphs
  std::string (*why_not_built)(device where, std::uint64_t num_vertices, std::uint64_t edges, bool weighted,
                               const row_options& options);
  rows (*build_rows)(device where, vertex_id num_vertices, edge_arrays edges, const row_options& options, rows_on_device& kept,
                     double& seconds_on_device);
  rows (*transpose)(device where, vertex_id num_vertices, const rows_on_device& from, rows_on_device& kept);
  std::string (*why_not_prepared)(device where, const graph& g, vertex_order order);
  void (*prepare)(device where, const graph& g, vertex_order order, layout& l, double hub_edges);
  void (*find_largest_neighbors)(const layout& l, std::span<const vertex_id> vertices, edge_offset below,
                                 std::span<largest_neighbor> found);
  edge_vertex_device_graph (*prepare_edge_vertex)(const graph& g, const edge_vertex_options& options);

  // Algorithms on one device
  std::unique_ptr<bfs_on_device> (*make_bfs)(const layout& prepared, const bfs_options& options, const execution& exec);
  hop_count (*bfs_depth)(const layout& prepared, const bfs_engine::request& request);
  std::unique_ptr<validate_engine::device_validator> (*make_bfs_validator)(const graph& g, device where);
  std::unique_ptr<sssp_on_device> (*make_sssp)(const weighted_layout& prepared, const sssp_options& options);
  std::unique_ptr<validate_engine::paths_validator> (*make_sssp_validator)(const graph& g, device where);
  void (*connected_components)(const graph& g, const components_options& options, components_result& result);
  void (*strong_components)(const graph& g, const components_options& options, components_result& result);
  cores_engine::peel_outcome (*core_numbers)(const graph& g, device where, vertex_id* core_numbers, timer& clock,
                                             const std::stop_token& stop);
  std::unique_ptr<triangles_on_device> (*make_triangles)(const graph& g, const std::uint8_t* mutual, device where);
  pagerank_result (*pagerank)(const graph& g, const layout* prepared, const pagerank_options& options);
  pagerank_engine::batch_outcome (*personalized_pagerank)(const pagerank_engine::device_request& request,
                                                          std::span<const pagerank_engine::pagerank_seed> seeds, device where,
                                                          const pagerank_engine::batch_output& to);
  std::string (*why_no_grid_betweenness)(const layout& prepared, const betweenness_engine::grid_request& request);
  betweenness_engine::grid_result (*grid_betweenness)(const graph& g, const layout& prepared,
                                                      const betweenness_engine::grid_request& request);
  bool (*block_betweenness)(const graph& g, const layout& prepared, std::span<const vertex_id> sources,
                            const betweenness_options& options, bool wide, betweenness_result& result);

  // Multi-source BFS: one copy of a layout, and engines that search it
  std::shared_ptr<const multi_bfs_engine::device_copy> (*copy_layout)(const layout& l, device where);
  std::uint64_t (*layout_copy_bytes)(const layout& l, device where);
  std::unique_ptr<multi_bfs_engine::group_engine> (*make_group_engine)(std::shared_ptr<const multi_bfs_engine::device_copy> copy,
                                                                       multi_bfs_method method,
                                                                       const multi_bfs_engine::group_plan& plan);
  std::uint64_t (*group_engine_bytes)(multi_bfs_method method, const layout& l, const multi_bfs_engine::group_plan& plan);

  // Algorithms on the devices of all processes
  std::optional<partitioned_graph> (*partition)(communicator& ranks, const process_grid& grid, const edge_slice& share,
                                                device where, rank_transport transport, const run_control& control);
  std::unique_ptr<ranks_engine::searcher> (*make_distributed_bfs)(const partitioned_graph& g, device where,
                                                                  rank_transport transport);
  std::unique_ptr<ranks_engine::paths_searcher> (*make_distributed_sssp)(const partitioned_graph& g, device where,
                                                                         rank_transport transport);
  ranks_engine::components_outcome (*distributed_components)(const partitioned_graph& g, device where,
                                                             std::span<std::uint64_t> labels, const run_control& control);
  std::unique_ptr<ranks_engine::score_part> (*make_score_part)(const partitioned_graph& g,
                                                               const ranks_engine::ranked_vertices& vertices,
                                                               const ranks_engine::pagerank_request& request, device where);
  std::unique_ptr<ranks_engine::benchmark_graph> (*make_benchmark)(communicator& ranks, const ranks_engine::benchmark_spec& spec,
                                                                   const run_control& control);

  // Comparisons with papers
  std::unique_ptr<bfs_on_device> (*make_enterprise)(const layout& prepared, const enterprise_options& options,
                                                    const execution& exec);
  device_sort_seconds (*time_sorts)(device where, std::span<const std::uint32_t> keys, std::uint32_t buckets, int runs);
};

extern const gpu_backend cuda_backend;  ///< src/backend/cuda.cpp; only in builds with CUDA

/// The backend of this build, or null in a build without GPU support.
[[nodiscard]] const gpu_backend* find_gpu_backend() noexcept;

/// The backend for work on `where`. Throws error_category::device in a build without GPU support.
[[nodiscard]] const gpu_backend& gpu(device where);

/// All GPUs; empty if there is no device, no driver or no GPU support in this build. Never fails.
[[nodiscard]] std::vector<device_description> gpu_devices();

}  // namespace fathom
