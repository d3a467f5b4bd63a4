// GPU backend: all functions that GPU code provides to the rest of the library, which calls it only through a table of them. They
// are defined in src/gpu/ and src/*/cuda/; those without a description here have one in a header of their feature.
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
struct cores_options;
struct device_sort_seconds; struct edge_arrays;
struct edge_slice; struct edge_vertex_device_graph; struct edge_vertex_options; struct enterprise_options; struct execution;
struct hardware_counter;
struct largest_neighbor; struct layout; struct neighbor_lists; struct neighbor_sampling_options; struct pagerank_options;
struct pagerank_result; struct partitioned_graph; struct process_grid; struct random_walk_options; struct random_walk_result;
struct rank_edge_vertex_device_graph; struct row_options; struct rows; struct rows_on_device; struct run_control; struct sampled_neighbors_result; struct sssp_options;
struct weighted_layout;
namespace betweenness_engine { struct grid_request; struct grid_result; }
namespace bfs_engine { struct request; }
namespace cores_engine { struct peel_outcome; }
namespace cuda { struct row_copy; }
namespace multi_bfs_engine { class group_engine; struct device_copy; struct group_plan; }
namespace pagerank_engine { struct batch_outcome; struct batch_output; struct device_request; struct pagerank_seed; }
namespace ranks_engine { class benchmark_graph; class joint_search; class paths_searcher; class score_part; class searcher; class strong_steps; }
namespace ranks_engine { enum class path_sums; struct benchmark_spec; struct components_outcome; struct pagerank_request; struct peel_outcome; }
namespace ranks_engine { struct ranked_vertices; }
namespace sampling_engine { struct alias_table; }
namespace triangles_engine { struct work_share; }
namespace validate_engine { class device_validator; class paths_validator; }
// clang-format on

// Devices and memory
namespace cuda {
/// All CUDA devices; empty if there is no device or no driver. Never fails.
std::vector<device_description> devices();
/// Why devices() is empty, or an empty string if it is not.
std::string why_none();
/// The lowest compute capability that GPU code was compiled for, as in device_description.
int oldest_compiled();
/// PCI bus id of the device, such as "0000:0A:00.0", which identifies it to other libraries however CUDA numbers devices
/// (CUDA_VISIBLE_DEVICES). Empty if the device does not exist.
std::string pci_bus_id(device where);
/// See fathom/device_stream.hpp.
void wait_for_stream(std::uintptr_t stream, device where);
/// Available memory of the device in bytes.
std::uint64_t available_memory_on(device where);
/// Throws error_category::memory if the device does not have `bytes` free. `purpose` starts the message: "searching a graph of 5
/// vertices".
void require_memory_on(device where, std::uint64_t bytes, std::string_view purpose);
/// Uninitialized memory that any stream may use. Throws error_category::memory, ::device.
std::shared_ptr<void> allocate_device_memory(device where, std::size_t bytes);
/// Copies host memory to new memory of the device. Throws error_category::memory, ::device.
std::shared_ptr<void> copy_to_new_memory(device where, const void* from, std::size_t bytes);
/// Copies from the memory of an existing device to host memory; returns when the copy is complete.
void copy_from_device(void* to, const void* from, std::size_t bytes, device where);
/// Copies rows of `bytes` bytes within the device's memory. Returns when all copies are complete.
void copy_rows_on(device where, std::span<const row_copy> rows, std::size_t bytes);
/// Copies the `bytes` at `value` to each of `places`, which may be in device or host memory. Returns when all copies are complete.
void copy_to_each(device where, std::span<void* const> places, const void* value, std::size_t bytes);
}  // namespace cuda

// Graphs
/// Why rows cannot be built on this device: too little memory, too many entries, or weighted parallel edges that are to be kept.
/// Empty if it is possible.
std::string why_not_built_cuda(device where, std::uint64_t num_vertices, std::uint64_t edges, bool weighted,
                               const row_options& options);
/// Like build_rows() with the same result, but needs at least one edge. The rows without weights also stay on the device, in
/// `kept`. `seconds_on_device` excludes the copies between host and device.
rows build_rows_cuda(device where, vertex_id num_vertices, edge_arrays edges, const row_options& options, rows_on_device& kept,
                     double& seconds_on_device);
/// Like transpose(), for rows in device memory.
rows transpose_cuda(device where, vertex_id num_vertices, const rows_on_device& from, rows_on_device& kept);
/// Why a graph cannot be prepared on this device; empty if it can.
std::string why_not_prepared_cuda(device where, const graph& g, vertex_order order);
/// Sets the arrays of `l`, whose head_width and searches must be set, and its number of vertices. The arrays are in device memory
/// except `to_internal`, which is in host memory. In degree order also sets the hubs: the first vertices that together have
/// `hub_edges` edges. For search_kind::pagerank also groups the edges of a large graph if there is enough memory.
void prepare_cuda(device where, const graph& g, vertex_order order, layout& l, double hub_edges);
/// See graph/layout/largest_neighbors.hpp; for a layout in device memory.
void find_largest_neighbors_cuda(const layout& l, std::span<const vertex_id> vertices, edge_offset below,
                                 std::span<largest_neighbor> found);
/// large_neighbors(): `found.offsets` has its size.
void find_large_neighbors_cuda(const layout& l, std::span<const vertex_id> vertices, edge_offset above, neighbor_lists& found);
/// See fathom/visitor/device_superstep_graph.hpp.
edge_vertex_device_graph prepare_edge_vertex_cuda(const graph& g, const edge_vertex_options& options);
/// Copies the part of a distributed graph, which is set, to the device; sets everything else.
void place_edge_vertex_cuda(rank_edge_vertex_device_graph& made, device where);

// Algorithms on one device
/// The options must be valid; the layout must outlive the result. Throws error_category::memory, ::device.
std::unique_ptr<bfs_on_device> make_bfs_cuda(const layout& prepared, const bfs_options& options, const execution& exec);
namespace bfs_engine {
hop_count bfs_depth_cuda(const layout& prepared, const request& request);
}  // namespace bfs_engine
namespace validate_engine {
/// Throws error_category::memory if the device has too little memory for any claim, before allocating anything; ::device.
std::unique_ptr<device_validator> make_validator_cuda(const graph& g, device where);
}  // namespace validate_engine
/// The options must be valid; all arguments must outlive the result. Throws error_category::memory, ::device.
std::unique_ptr<sssp_on_device> make_sssp_cuda(const weighted_layout& prepared, const sssp_options& options, const execution& exec);
namespace validate_engine {
/// Throws error_category::memory if the device has too little memory, before allocating anything; ::device.
std::unique_ptr<paths_validator> make_paths_validator_cuda(const graph& g, device where);
}  // namespace validate_engine
namespace components_engine {
/// Both fill `result`, whose report must have the number of threads, but for the peak memory. They throw error_category::memory if
/// the device has too little memory, before allocating anything; ::device. Strong components need a directed graph with in-edges;
/// the result is incomplete if the options' control requests a stop.
void connected_cuda(const graph& g, const components_options& options, components_result& result);
void strong_cuda(const graph& g, const components_options& options, components_result& result);
}  // namespace components_engine
namespace cores_engine {
/// Finds the core numbers of all vertices, in a new array in the memory that the options select. A directed graph must have
/// in-edges. Restarts the clock once the adjacency rows are in device memory. Ends early, with an incomplete result, if a stop is
/// requested. Throws error_category::memory if the device has too little memory, before allocating anything there; ::device.
peel_outcome core_numbers_cuda(const graph& g, const cores_options& options, array<vertex_id>& core_numbers, timer& clock);
}  // namespace cores_engine
namespace triangles_engine {
/// Directions are counted if `mutual` is given, which then has one value per edge of g (undirected_rows.hpp). The rows of the
/// graph, which is undirected and must outlive the result, are sorted. Counts the share's part of all triangles. Throws
/// error_category::memory if the device has too little memory, before allocating anything; ::device.
std::unique_ptr<triangles_on_device> make_triangles_cuda(const graph& g, const std::uint8_t* mutual, work_share share,
                                                         device where);
}  // namespace triangles_engine
namespace sampling_engine {
/// Both are described in sampling/engines.hpp.
double walk_cuda(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options, const alias_table& alias,
                 random_walk_result& result, const execution& exec);
void sample_cuda(const graph& g, std::span<const vertex_id> sources, std::span<const std::int64_t> fanouts,
                 const neighbor_sampling_options& options, sampled_neighbors_result& result, const execution& exec);
}  // namespace sampling_engine
pagerank_result pagerank_cuda(const graph& g, const layout* prepared, const pagerank_options& options);
namespace pagerank_engine {
batch_outcome personalized_pagerank_cuda(const device_request& request, std::span<const pagerank_seed> seeds, device where,
                                         const batch_output& to);
}  // namespace pagerank_engine
namespace betweenness_engine {
/// The reason why the engine for a whole device cannot run; empty if it can. Throws error_category::device.
std::string grid_unavailable_reason(const layout& prepared, const grid_request& request);
/// Throws error_category::usage if sources, layout and graph do not match or the layout lacks in-edges; ::memory, ::device,
/// ::cancelled.
grid_result betweenness_grid(const graph& g, const layout& prepared, const grid_request& request);
/// Multiplies values in device memory: those of the distinct `sources` by `of_sources`, all others by `of_others`.
void scale_values_cuda(array<double>& values, std::span<const vertex_id> sources, double of_sources, double of_others);
}  // namespace betweenness_engine
/// Like run_betweenness() of betweenness/program.hpp, with one search per thread block.
bool block_betweenness_cuda(const graph& g, const layout& prepared, std::span<const vertex_id> sources,
                            const betweenness_options& options, const execution& exec, bool wide, betweenness_result& result);

// Multi-source BFS: one copy of a layout, and engines that search it
namespace multi_bfs_engine {
/// A layout that is on the device already is read in place and must outlive the copy. Throws error_category::device, ::memory.
std::shared_ptr<const device_copy> copy_layout_cuda(const layout& l, device where);
/// Bytes of the copy.
std::uint64_t layout_copy_bytes_cuda(const layout& l, device where);
/// Makes an engine on the device of the copy with a stream of its own, so that engines of several threads run concurrently. Result
/// rows may be in host memory or on that device, and are complete when the copying call returns. Throws error_category::device,
/// ::memory.
std::unique_ptr<group_engine> make_group_engine_cuda(std::shared_ptr<const device_copy> copy, multi_bfs_method method,
                                                     const group_plan& plan);
/// Bytes of an engine with this method and plan in addition to the copy, assuming searches of usual depth for the distance planes.
std::uint64_t group_engine_bytes_cuda(multi_bfs_method method, const layout& l, const group_plan& plan);
}  // namespace multi_bfs_engine

// Algorithms on the devices of all processes
namespace ranks_engine {
/// Collective. Like partition(), except for the order of columns of about the same degree within a row. Returns nothing if the
/// hosts must do it: the grid has several columns, edges have a direction or weights, there are more than 2^32 - 1 vertices,
/// `where` (this process's device) is a CPU, or devices have too little memory or cannot access each other (are_peers.hpp). With
/// transport peer the last two are rank_errors: error_category::memory, ::device.
std::optional<partitioned_graph> partition_on_devices(communicator& ranks, const process_grid& grid, const edge_slice& share,
                                                      device where, rank_transport transport, const run_control& control);
/// Collective; `g` must outlive the result. A single kernel per device runs the whole search if the grid has one column and
/// devices can write to each other's memory; otherwise the hosts run the level loop. Throws on all processes
/// error_category::memory if a device has too little, ::device.
std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport);
std::unique_ptr<paths_searcher> paths_on_device(const partitioned_graph& g, device where, rank_transport transport, path_sums sums,
                                                double width);
components_outcome components_on_device(const partitioned_graph& g, device where, std::span<std::uint64_t> labels,
                                        const run_control& control);
std::unique_ptr<strong_steps> strong_steps_on_device(const partitioned_graph& g, device where);
peel_outcome peel_on_device(const partitioned_graph& g, device where, std::span<vertex_id> core, const run_control& control);
std::unique_ptr<score_part> score_part_on_device(const partitioned_graph& g, const ranked_vertices& vertices,
                                                 const pagerank_request& request, device where);
/// `plan`'s width must be 64, 128, 256 or 512.
std::unique_ptr<joint_search> joint_search_on_device(const partitioned_graph& g, device where, rank_transport transport,
                                                     const multi_bfs_engine::group_plan& plan);
/// Bytes of device memory of this process that joint_search_on_device() allocates, with the graph and usual distance planes.
std::uint64_t joint_search_bytes_on_device(const partitioned_graph& g, rank_transport transport,
                                           const multi_bfs_engine::group_plan& plan);
std::unique_ptr<benchmark_graph> benchmark_on_devices(communicator& ranks, const benchmark_spec& spec, const run_control& control);
}  // namespace ranks_engine

// Comparisons with papers
std::unique_ptr<bfs_on_device> make_enterprise_cuda(const layout& prepared, const enterprise_options& options,
                                                    const execution& exec);
std::unique_ptr<bfs_on_device> make_bitmap_bfs_cuda(const layout& prepared, const bfs_options& options, const execution& exec);
device_sort_seconds time_sorts_cuda(device where, std::span<const std::uint32_t> keys, std::uint32_t buckets, int runs);
namespace cuda {
/// See read_hardware_counters().
std::vector<hardware_counter> read_counters(device where, std::span<const std::string_view> names,
                                            const std::function<void()>& work);
}  // namespace cuda

/// The table. The defaults are CUDA's functions; a second vendor has an object with others. `where` is a GPU of this machine.
struct gpu_backend {
  // Devices and memory
  decltype(cuda::devices)* devices = cuda::devices;
  decltype(cuda::why_none)* why_none = cuda::why_none;
  decltype(cuda::oldest_compiled)* oldest_compiled = cuda::oldest_compiled;
  decltype(cuda::pci_bus_id)* pci_bus_id = cuda::pci_bus_id;
  decltype(cuda::wait_for_stream)* wait_for_stream = cuda::wait_for_stream;
  decltype(cuda::available_memory_on)* available_memory = cuda::available_memory_on;
  decltype(cuda::require_memory_on)* require_memory = cuda::require_memory_on;
  decltype(cuda::allocate_device_memory)* allocate = cuda::allocate_device_memory;
  decltype(cuda::copy_to_new_memory)* copy_to_device = cuda::copy_to_new_memory;
  decltype(cuda::copy_from_device)* copy_to_host = cuda::copy_from_device;
  decltype(cuda::copy_rows_on)* copy_rows = cuda::copy_rows_on;
  decltype(cuda::copy_to_each)* copy_to_each = cuda::copy_to_each;

  // Graphs
  decltype(why_not_built_cuda)* why_not_built = why_not_built_cuda;
  decltype(build_rows_cuda)* build_rows = build_rows_cuda;
  decltype(transpose_cuda)* transpose = transpose_cuda;
  decltype(why_not_prepared_cuda)* why_not_prepared = why_not_prepared_cuda;
  decltype(prepare_cuda)* prepare = prepare_cuda;
  decltype(find_largest_neighbors_cuda)* find_largest_neighbors = find_largest_neighbors_cuda;
  decltype(find_large_neighbors_cuda)* find_large_neighbors = find_large_neighbors_cuda;
  decltype(prepare_edge_vertex_cuda)* prepare_edge_vertex = prepare_edge_vertex_cuda;
  decltype(place_edge_vertex_cuda)* place_edge_vertex = place_edge_vertex_cuda;

  // Algorithms on one device
  decltype(make_bfs_cuda)* make_bfs = make_bfs_cuda;
  decltype(bfs_engine::bfs_depth_cuda)* bfs_depth = bfs_engine::bfs_depth_cuda;
  decltype(validate_engine::make_validator_cuda)* make_bfs_validator = validate_engine::make_validator_cuda;
  decltype(make_sssp_cuda)* make_sssp = make_sssp_cuda;
  decltype(validate_engine::make_paths_validator_cuda)* make_sssp_validator = validate_engine::make_paths_validator_cuda;
  decltype(components_engine::connected_cuda)* connected_components = components_engine::connected_cuda;
  decltype(components_engine::strong_cuda)* strong_components = components_engine::strong_cuda;
  decltype(cores_engine::core_numbers_cuda)* core_numbers = cores_engine::core_numbers_cuda;
  decltype(triangles_engine::make_triangles_cuda)* make_triangles = triangles_engine::make_triangles_cuda;
  decltype(sampling_engine::walk_cuda)* walk = sampling_engine::walk_cuda;
  decltype(sampling_engine::sample_cuda)* sample_neighbors = sampling_engine::sample_cuda;
  decltype(pagerank_cuda)* pagerank = pagerank_cuda;
  decltype(pagerank_engine::personalized_pagerank_cuda)* personalized_pagerank = pagerank_engine::personalized_pagerank_cuda;
  decltype(betweenness_engine::grid_unavailable_reason)* why_no_grid_betweenness = betweenness_engine::grid_unavailable_reason;
  decltype(betweenness_engine::betweenness_grid)* grid_betweenness = betweenness_engine::betweenness_grid;
  decltype(betweenness_engine::scale_values_cuda)* scale_betweenness = betweenness_engine::scale_values_cuda;
  decltype(block_betweenness_cuda)* block_betweenness = block_betweenness_cuda;

  // Multi-source BFS: one copy of a layout, and engines that search it
  decltype(multi_bfs_engine::copy_layout_cuda)* copy_layout = multi_bfs_engine::copy_layout_cuda;
  decltype(multi_bfs_engine::layout_copy_bytes_cuda)* layout_copy_bytes = multi_bfs_engine::layout_copy_bytes_cuda;
  decltype(multi_bfs_engine::make_group_engine_cuda)* make_group_engine = multi_bfs_engine::make_group_engine_cuda;
  decltype(multi_bfs_engine::group_engine_bytes_cuda)* group_engine_bytes = multi_bfs_engine::group_engine_bytes_cuda;

  // Algorithms on the devices of all processes
  decltype(ranks_engine::partition_on_devices)* partition = ranks_engine::partition_on_devices;
  decltype(ranks_engine::search_on_device)* make_distributed_bfs = ranks_engine::search_on_device;
  decltype(ranks_engine::paths_on_device)* make_distributed_sssp = ranks_engine::paths_on_device;
  decltype(ranks_engine::components_on_device)* distributed_components = ranks_engine::components_on_device;
  decltype(ranks_engine::strong_steps_on_device)* make_strong_steps = ranks_engine::strong_steps_on_device;
  decltype(ranks_engine::peel_on_device)* distributed_core_numbers = ranks_engine::peel_on_device;
  decltype(ranks_engine::score_part_on_device)* make_score_part = ranks_engine::score_part_on_device;
  decltype(ranks_engine::joint_search_on_device)* make_joint_search = ranks_engine::joint_search_on_device;
  decltype(ranks_engine::joint_search_bytes_on_device)* joint_search_bytes = ranks_engine::joint_search_bytes_on_device;
  decltype(ranks_engine::benchmark_on_devices)* make_benchmark = ranks_engine::benchmark_on_devices;

  // Comparisons with papers
  decltype(make_enterprise_cuda)* make_enterprise = make_enterprise_cuda;
  decltype(make_bitmap_bfs_cuda)* make_bitmap_bfs = make_bitmap_bfs_cuda;
  decltype(time_sorts_cuda)* time_sorts = time_sorts_cuda;
  decltype(cuda::read_counters)* read_counters = cuda::read_counters;
};

/// The backend of this build, or null in a build without GPU support.
[[nodiscard]] const gpu_backend* find_gpu_backend() noexcept;

/// The backend for work on `where`. Throws error_category::device in a build without GPU support.
[[nodiscard]] const gpu_backend& gpu(device where);

/// All GPUs; empty if there is no device, no driver or no GPU support in this build. Never fails.
[[nodiscard]] std::vector<device_description> gpu_devices();

/// Whether the library can search on the GPU: it has the least compute capability, and code for it or for an older one is compiled.
/// Throws error_category::usage for an unknown FATHOM_GPU_LIMIT.
[[nodiscard]] bool can_search(const device_description& d);

}  // namespace fathom
