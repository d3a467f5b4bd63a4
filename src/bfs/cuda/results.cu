#include "bfs/cuda/results.hpp"

#include <algorithm>

#include "bfs/cuda/leave.cuh"
#include "bfs/cuda/map_back.cuh"
#include "bfs/cuda/step.cuh"
#include "gpu/transfer.hpp"
#include "graph/layout/cuda/invert_order.hpp"

namespace fathom::bfs_engine {
namespace {

template <bool Distances, bool Predecessors>
__global__ void __launch_bounds__(block_threads) map_back_kernel(const __grid_constant__ map_back_arrays a, kernel_end end) {
  map_back_tiles<Distances, Predecessors>(a);
  leave(end, [](search_summary& summary) { summary.mapped = global_nanoseconds(); });
}

/// Finds for each vertex the smallest id of the caller among its neighbors one level up, with one warp per neighbor's row.
/// `smallest` must initially hold no_vertex everywhere.
template <class Offset>
__global__ void __launch_bounds__(block_threads)
    smallest_parents_kernel(std::uint32_t n, device_rows<Offset> out, const std::uint32_t* to_caller, const std::int32_t* distances,
                            std::uint32_t* smallest) {
  for (std::uint32_t u = warp_of_grid(); u < n; u += warps_in_grid()) {
    const std::int32_t distance = distances[u];
    if (distance == unreachable) continue;
    const std::uint32_t name = to_caller ? to_caller[u] : u;
    for (Offset e = out.offsets[u] + lane(); e < out.offsets[u + 1]; e += warp_lanes) {
      const std::uint32_t v = out.targets[e];
      if (distances[v] == distance + 1 && smallest[v] > name) atomicMin(&smallest[v], name);
    }
  }
}

__global__ void __launch_bounds__(block_threads)
    take_smallest_kernel(std::uint32_t n, const std::uint32_t* to_internal, const std::uint32_t* smallest,
                         std::uint32_t* predecessors, kernel_end end) {
  for (std::uint32_t v = thread_of_grid(); v < n; v += threads_in_grid()) {
    if (smallest[v] != no_vertex) predecessors[v] = to_internal ? to_internal[smallest[v]] : smallest[v];
  }
  leave(end, [](search_summary& summary) { summary.searched = global_nanoseconds(); });
}

unsigned wide_grid(std::uint64_t threads) {
  return static_cast<unsigned>(std::clamp<std::uint64_t>(threads / block_threads, 1, 1u << 14));
}

bool maps(const layout& l, const bfs_options& options) { return options.map_back && l.to_internal != nullptr; }

bool needs_maps(const layout& l, const bfs_options& options) {
  return l.to_internal != nullptr && (maps(l, options) || options.deterministic);
}

template <class T>
void take_one(array<T>& to, const std::shared_ptr<void>& from, std::size_t size, bool keep, device where, const cuda::stream& s) {
  if (keep) {
    to = array<T>::adopt(static_cast<T*>(from.get()), size, from, where);
  } else {
    cuda::copy_to_host(to.data(), from.get(), to.bytes(), s);
  }
}

}  // namespace

cuda_results::cuda_results(const layout& l, const bfs_options& options, const cuda::stream& s)
    : stream_(s), options_(options), mapped_(maps(l, options)), num_vertices_(l.num_vertices), caller_vertices_(l.caller_vertices) {
  if (needs_maps(l, options)) {
    const bool is_on_device = l.where.kind == device_kind::cuda;
    if (!is_on_device) uploaded_to_caller_ = cuda::upload(l.to_caller, l.num_vertices, s);
    to_caller_ = is_on_device ? l.to_caller : uploaded_to_caller_.data();
    to_internal_ = inverse_order(to_caller_, l.num_vertices, l.caller_vertices, s);
  }
  distances_ = allocate(options.return_distances || options.deterministic, num_vertices_);
  predecessors_ = allocate(options.return_predecessors, num_vertices_);
  if (options.return_predecessors && options.deterministic) smallest_ = cuda::buffer<vertex_id>(num_vertices_, s);
  mapped_distances_ = allocate(mapped_ && options.return_distances, caller_vertices_);
  mapped_predecessors_ = allocate(mapped_ && options.return_predecessors, caller_vertices_);
}

std::uint64_t cuda_results::bytes(const layout& l, const bfs_options& options) {
  const std::uint64_t n = l.num_vertices, caller = l.caller_vertices;
  std::uint64_t entries = n * ((options.return_distances || options.deterministic) + options.return_predecessors +
                               (options.return_predecessors && options.deterministic));
  if (maps(l, options)) entries += caller * (options.return_distances + options.return_predecessors);
  if (needs_maps(l, options)) entries += caller + (l.where.kind == device_kind::cuda ? 0 : n);
  return entries * sizeof(vertex_id);
}

std::shared_ptr<void> cuda_results::allocate(bool wanted, std::size_t size) const {
  return cuda::allocate_shared(wanted ? size * sizeof(vertex_id) : 0, stream_);
}

void cuda_results::renew() {
  const std::size_t size = mapped_ ? caller_vertices_ : num_vertices_;
  for (std::shared_ptr<void>* final : {&final_distances(), &final_predecessors()}) {
    if (final->use_count() > 1) *final = allocate(true, size);
  }
}

template <class Offset>
void cuda_results::choose_predecessors(device_rows<Offset> out, const kernel_end& end) {
  if (!chooses_predecessors()) return;
  cuda::check(cudaMemsetAsync(smallest_.data(), 0xFF, smallest_.bytes(), stream_.get()), "clearing predecessors");
  smallest_parents_kernel<<<wide_grid(std::uint64_t{num_vertices_} * warp_lanes), block_threads, 0, stream_.get()>>>(
      num_vertices_, out, to_caller_, distances(), smallest_.data());
  take_smallest_kernel<<<wide_grid(num_vertices_), block_threads, 0, stream_.get()>>>(num_vertices_, to_internal_.data(),
                                                                                      smallest_.data(), predecessors(), end);
  cuda::check_launch("choosing predecessors");
}

template void cuda_results::choose_predecessors(device_rows<std::uint32_t>, const kernel_end&);
template void cuda_results::choose_predecessors(device_rows<edge_offset>, const kernel_end&);

map_back_arrays cuda_results::arrays_to_map() const {
  if (!maps_back()) return {};
  return {caller_vertices_,
          to_internal_.data(),
          to_caller_,
          options_.return_distances ? static_cast<const vertex_id*>(distances_.get()) : nullptr,
          predecessors(),
          static_cast<vertex_id*>(mapped_distances_.get()),
          static_cast<vertex_id*>(mapped_predecessors_.get())};
}

void cuda_results::map_back(const kernel_end& end) {
  if (!end.summary) map_time_.start(stream_);
  if (maps_back()) {
    const auto kernel = !options_.return_predecessors ? map_back_kernel<true, false>
                        : options_.return_distances   ? map_back_kernel<true, true>
                                                      : map_back_kernel<false, true>;
    kernel<<<wide_grid(caller_vertices_ / mapped_at_once + block_threads), block_threads, 0, stream_.get()>>>(arrays_to_map(), end);
    cuda::check_launch("mapping the results back");
  }
  if (!end.summary) map_time_.stop(stream_);
}

double cuda_results::seconds_map_back() const { return mapped_ ? map_time_.seconds() : 0; }

void cuda_results::reach_only_source(vertex_id source, vertex_id root_predecessor) {
  renew();
  const std::size_t bytes = (mapped_ ? caller_vertices_ : num_vertices_) * sizeof(vertex_id);
  const auto fill = [&](void* array, const auto& at_source) {
    if (!array) return;
    cuda::check(cudaMemsetAsync(array, 0xFF, bytes, stream_.get()), "clearing results");
    if (!mapped_) return;  // the source is not among the layout's vertices
    cuda::check(cudaMemcpyAsync(static_cast<vertex_id*>(array) + source, &at_source, sizeof at_source, cudaMemcpyHostToDevice,
                                stream_.get()),
                "writing results");
  };
  static_assert(unreachable == -1 && no_vertex == 0xFFFFFFFFu && sizeof(hop_count) == sizeof(vertex_id));
  const hop_count zero = 0;
  fill(final_distances().get(), zero);
  fill(final_predecessors().get(), root_predecessor);
  stream_.wait("writing results");
}

void cuda_results::take(bfs_result& result, device where) {
  const std::size_t size = mapped_ ? caller_vertices_ : num_vertices_;
  if (options_.return_distances) take_one(result.distances, final_distances(), size, options_.keep_on_device, where, stream_);
  if (options_.return_predecessors)
    take_one(result.predecessors, final_predecessors(), size, options_.keep_on_device, where, stream_);
}

}  // namespace fathom::bfs_engine
