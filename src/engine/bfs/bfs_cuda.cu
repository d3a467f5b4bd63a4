#include "engine/bfs/bfs_cuda.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "cuda/runtime.hpp"
#include "engine/bfs/cuda_kernel.cuh"
#include "engine/bfs/cuda_layout.cuh"
#include "engine/bfs/cuda_levels.hpp"
#include "engine/bfs/cuda_results.cuh"
#include "fathom/error.hpp"

namespace fathom::bfs_engine {
namespace {

using cuda::buffer;
using cuda::check;

// Positions of fewer edges than this fit 32 bits, the last steps of every loop over them included.
constexpr edge_offset narrow_edges = 0xFFFFF000u;

// More levels than this are searched, but not reported.
constexpr std::uint32_t most_records = 1u << 20;

}  // namespace

struct bfs_cuda::state {
  virtual ~state() = default;
  virtual outcome run(const request& r) = 0;
  virtual std::uint64_t edges_out_of_reached() = 0;

  cuda::stream stream;
  cuda::stopwatch search_time, map_time;
  bool mapped = false;
  std::uint32_t results_size = 0;
  const hop_count* result_distances = nullptr;
  const vertex_id* result_predecessors = nullptr;
};

template <class Offset>
struct bfs_cuda::typed_state final : bfs_cuda::state {
  typed_state(const layout& l, const cuda_plan& p) : plan(p) {
    const std::uint32_t n = l.num_vertices;
    num_vertices = n;
    caller_vertices = l.caller_vertices;
    mapped = p.map_back && l.to_internal != nullptr;
    results_size = mapped ? caller_vertices : n;
    reported = p.report_levels ? std::min<std::uint64_t>(std::uint64_t{n} + 1, most_records) : 0;
    const bool with_maps = mapped || p.deterministic;
    require_memory(l, with_maps);
    graph = std::make_unique<device_layout<Offset>>(l, with_maps, stream);
    search.num_vertices = n;
    search.num_edges = l.num_edges;
    search.out = graph->out;
    search.in = graph->in;
    search.heads = graph->heads.data();
    search.packs = graph->packs.data();
    search.rest_end = graph->rest_end;
    search.quads = graph->quads.data();
    search.hub_degree = static_cast<std::uint32_t>(std::min<edge_offset>(l.hub_degree, 0xFFFFFFFFu));
    search.num_hubs = l.num_hubs;
    allocate_working_memory(l);
    allocate_results();
    kernel = l.head_width == 4 ? reinterpret_cast<const void*>(&search_kernel<Offset, 4>)
                               : reinterpret_cast<const void*>(&search_kernel<Offset, 1>);
    choose_grid();
    stream.wait("copying the graph to the device");
  }

  void allocate_working_memory(const layout& l) {
    for (int i = 0; i < 2; ++i) {
      bitmaps[i] = buffer<std::uint32_t>(words_of(num_vertices), stream);
      queues[i] = buffer<std::uint32_t>(num_vertices, stream);
      remaining[i] = buffer<std::uint32_t>(num_vertices / remaining_share + 1, stream);
      search.bitmap[i] = bitmaps[i].data();
      search.queue[i] = queues[i].data();
      search.remaining[i] = remaining[i].data();
    }
    pieces = buffer<row_piece>(num_pieces(l), stream);
    counters = buffer<phase_counters>(3, stream);
    progress = buffer<search_progress>(2, stream);
    target_level = buffer<unsigned>(2, stream);
    sum = buffer<unsigned long long>(1, stream);
    if (reported > 0) records = buffer<level_record>(reported, stream);
    search.pieces = pieces.data();
    search.counters = counters.data();
    search.progress = progress.data();
    search.target_level = target_level.data();
    search.spilled = target_level.data() + 1;
    search.most_records = static_cast<unsigned>(reported);
  }

  void allocate_results() {
    if (plan.distances || plan.deterministic) distances = buffer<hop_count>(num_vertices, stream);
    if (plan.predecessors) predecessors = buffer<vertex_id>(num_vertices, stream);
    if (plan.predecessors && plan.deterministic) smallest = buffer<vertex_id>(num_vertices, stream);
    if (mapped && plan.distances) mapped_distances = buffer<hop_count>(caller_vertices, stream);
    if (mapped && plan.predecessors) mapped_predecessors = buffer<vertex_id>(caller_vertices, stream);
    search.distances = distances.data();
    search.predecessors = predecessors.data();
    result_distances = mapped ? mapped_distances.data() : distances.data();
    result_predecessors = mapped ? mapped_predecessors.data() : predecessors.data();
  }

  // Rows longer than a piece, cut; at most all edges are in such rows.
  static std::size_t num_pieces(const layout& l) { return 2 * (l.num_edges / piece_edges) + 1; }

  void require_memory(const layout& l, bool with_maps) const {
    const std::uint64_t n = l.num_vertices;
    std::uint64_t bytes = device_layout<Offset>::bytes(l, with_maps);
    bytes += n / 4 + (2 * n + 2 * n / remaining_share) * sizeof(vertex_id);
    bytes += num_pieces(l) * sizeof(row_piece) + reported * sizeof(level_record);
    const std::uint64_t wanted =
        (plan.distances || plan.deterministic) + plan.predecessors + (plan.predecessors && plan.deterministic);
    bytes += wanted * n * sizeof(vertex_id);
    if (mapped) bytes += (plan.distances + plan.predecessors) * std::uint64_t{caller_vertices} * sizeof(vertex_id);
    cuda::require_device_memory(
        bytes, "searching a graph of " + std::to_string(n) + " vertices and " + std::to_string(l.num_edges) + " edges");
  }

  /// As many blocks as are there together. Lattices and roads are searched in clusters, the largest that the device has.
  void choose_grid() {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)),
          "asking for shared memory");
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), "asking for clusters");
    if (search.quads) {
      for (cluster = most_cluster_blocks; cluster > 1; cluster /= 2) {
        int clusters = 0;
        launch_attributes with(cluster);
        const cudaLaunchConfig_t config = with.config(cluster, stream);
        if (cudaOccupancyMaxActiveClusters(&clusters, kernel, &config) == cudaSuccess && clusters > 0) {
          grid = static_cast<unsigned>(clusters) * cluster;
          return;
        }
        static_cast<void>(cudaGetLastError());  // too large a cluster for this device
      }
    }
    int index = 0, multiprocessors = 0, blocks = 0;
    check(cudaGetDevice(&index), "asking for the device");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, index), "asking for multiprocessors");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_threads, shared_bytes), "planning the grid");
    if (blocks == 0) throw error(error_category::device, "the search kernel fits no multiprocessor of this device");
    const std::uint64_t useful = std::uint64_t{num_vertices} / block_threads + 1;
    grid = static_cast<unsigned>(std::min<std::uint64_t>(static_cast<unsigned>(multiprocessors * blocks), useful));
  }

  struct launch_attributes {
    explicit launch_attributes(unsigned cluster) {
      all[0].id = cudaLaunchAttributeCooperative;
      all[0].val.cooperative = 1;
      all[1].id = cudaLaunchAttributeClusterDimension;
      all[1].val.clusterDim = {cluster, 1, 1};
    }
    [[nodiscard]] cudaLaunchConfig_t config(unsigned blocks, const cuda::stream& s) {
      return {dim3(blocks), dim3(block_threads), shared_bytes, s.get(), all, 2};
    }
    cudaLaunchAttribute all[2]{};
  };

  outcome run(const request& r) override {
    search.records = r.report_levels ? records.data() : nullptr;
    search.source = r.source;
    search.target = r.target;
    search.root_predecessor = r.root_predecessor;
    search.depth_limit = static_cast<unsigned>(r.depth_limit);
    search.strategy = r.strategy;
    search.switching = r.switching;
    search.gamma = r.gamma, search.alpha = r.alpha, search.beta = r.beta;
    search_time.start(stream);
    void* arguments[] = {&search};
    launch_attributes with(cluster);
    const cudaLaunchConfig_t config = with.config(grid, stream);
    check(cudaLaunchKernelExC(&config, kernel, arguments), "starting the search");
    if (plan.deterministic && plan.predecessors) take_smallest_parents();
    search_time.stop(stream);
    map_time.start(stream);
    if (mapped) {
      map_back_kernel<<<wide_grid(caller_vertices), block_threads, 0, stream.get()>>>(
          caller_vertices, graph->to_internal.data(), graph->to_caller.data(), distances.data(), predecessors.data(),
          mapped_distances.data(), mapped_predecessors.data());
      check(cudaGetLastError(), "mapping the results back");
    }
    map_time.stop(stream);
    search_progress end{};
    check(cudaMemcpyAsync(&end, progress.data() + 1, sizeof end, cudaMemcpyDeviceToHost, stream.get()), "copying the outcome");
    stream.wait("searching");
    visited = bitmaps[end.bitmap].data();
    outcome o{.reached = end.reached, .depth = static_cast<hop_count>(end.level), .levels = {}};
    // The last level may have found nothing.
    if (end.frontier == 0 && o.depth > 0) --o.depth;
    if (search.records) o.levels = levels(std::min<std::uint64_t>(end.levels_recorded, reported), r);
    return o;
  }

  void take_smallest_parents() {
    check(cudaMemsetAsync(smallest.data(), 0xFF, smallest.bytes(), stream.get()), "clearing predecessors");
    smallest_parents_kernel<<<wide_grid(std::uint64_t{num_vertices} * warp_lanes), block_threads, 0, stream.get()>>>(
        num_vertices, search.out, graph->to_caller.data(), distances.data(), smallest.data());
    take_smallest_kernel<<<wide_grid(num_vertices), block_threads, 0, stream.get()>>>(num_vertices, graph->to_internal.data(),
                                                                                      smallest.data(), predecessors.data());
    check(cudaGetLastError(), "choosing predecessors");
  }

  static unsigned wide_grid(std::uint64_t threads) {
    return static_cast<unsigned>(std::clamp<std::uint64_t>(threads / block_threads, 1, 1u << 14));
  }

  std::vector<level_report> levels(std::uint64_t count, const request& r) {
    std::vector<level_record> raw(count);
    check(cudaMemcpyAsync(raw.data(), records.data(), count * sizeof(level_record), cudaMemcpyDeviceToHost, stream.get()),
          "copying the levels");
    stream.wait("copying the levels");
    return to_levels(raw, r);
  }

  std::uint64_t edges_out_of_reached() override {
    check(cudaMemsetAsync(sum.data(), 0, sizeof(unsigned long long), stream.get()), "clearing a sum");
    reached_edges_kernel<Offset><<<std::min(wide_grid(num_vertices), 1024u), block_threads, 0, stream.get()>>>(
        visited, search.out.offsets, num_vertices, sum.data());
    check(cudaGetLastError(), "counting edges");
    unsigned long long edges = 0;
    check(cudaMemcpyAsync(&edges, sum.data(), sizeof edges, cudaMemcpyDeviceToHost, stream.get()), "copying a sum");
    stream.wait("counting edges");
    return edges;
  }

  const cuda_plan plan;
  std::uint32_t num_vertices = 0, caller_vertices = 0;
  std::uint64_t reported = 0;
  std::unique_ptr<device_layout<Offset>> graph;
  buffer<std::uint32_t> bitmaps[2], queues[2], remaining[2];
  buffer<row_piece> pieces;
  buffer<phase_counters> counters;
  buffer<search_progress> progress;
  buffer<unsigned> target_level;
  buffer<level_record> records;
  buffer<unsigned long long> sum;
  buffer<hop_count> distances, mapped_distances;
  buffer<vertex_id> predecessors, smallest, mapped_predecessors;
  cuda_search<Offset> search{};
  const void* kernel = nullptr;
  unsigned grid = 1, cluster = 1;
  const std::uint32_t* visited = nullptr;
};

// Clusters, and the shared memory that the kernel plans with, came with compute capability 9.0.
static void require_capability(int device_index) {
  int major = 0, minor = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device_index), "asking for the compute capability");
  check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device_index), "asking for the compute capability");
  if (major >= 9) return;
  throw error(error_category::device, "device cuda:" + std::to_string(device_index) + " has compute capability " +
                                          std::to_string(major) + "." + std::to_string(minor) +
                                          "; searching on a GPU needs 9.0 or more; use the CPU");
}

bfs_cuda::bfs_cuda(const layout& prepared, device where, const cuda_plan& plan) : device_(where.index) {
  const cuda::current_device here(device_);
  require_capability(device_);
  if (prepared.num_edges < narrow_edges) {
    state_ = std::make_unique<typed_state<std::uint32_t>>(prepared, plan);
  } else {
    state_ = std::make_unique<typed_state<edge_offset>>(prepared, plan);
  }
}

bfs_cuda::~bfs_cuda() {
  try {
    const cuda::current_device here(device_);
    state_.reset();
  } catch (const error&) {  // a lost device keeps nothing
  }
}

outcome bfs_cuda::run(const request& r) {
  const cuda::current_device here(device_);
  return state_->run(r);
}

double bfs_cuda::seconds_search() const { return state_->search_time.seconds(); }

double bfs_cuda::seconds_map_back() const { return state_->mapped ? state_->map_time.seconds() : 0; }

void bfs_cuda::copy_distances(hop_count* to) const {
  const cuda::current_device here(device_);
  check(cudaMemcpy(to, state_->result_distances, state_->results_size * sizeof *to, cudaMemcpyDeviceToHost), "copying distances");
}

void bfs_cuda::copy_predecessors(vertex_id* to) const {
  const cuda::current_device here(device_);
  check(cudaMemcpy(to, state_->result_predecessors, state_->results_size * sizeof *to, cudaMemcpyDeviceToHost),
        "copying predecessors");
}

std::uint64_t bfs_cuda::edges_out_of_reached() const {
  const cuda::current_device here(device_);
  return state_->edges_out_of_reached();
}

}  // namespace fathom::bfs_engine
