#include "engine/bfs/bfs_cuda.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "cuda/runtime.hpp"
#include "engine/bfs/cuda_kernel.cuh"
#include "engine/bfs/cuda_levels.hpp"
#include "engine/bfs/cuda_results.cuh"
#include "fathom/error.hpp"

namespace fathom::bfs_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::upload;

// Positions of fewer edges than this fit 32 bits, the last steps of every loop over them included.
constexpr edge_offset narrow_edges = 0xFFFFF000u;

// More levels than this are searched, but not reported.
constexpr std::uint32_t most_records = 1u << 20;

__global__ void narrow_kernel(const edge_offset* from, std::uint32_t* to, std::uint64_t size) {
  for (std::uint64_t i = thread_of_grid(); i < size; i += threads_in_grid()) to[i] = static_cast<std::uint32_t>(from[i]);
}

template <class Offset>
buffer<Offset> upload_offsets(const edge_offset* from, std::size_t size, const cuda::stream& s) {
  if constexpr (std::is_same_v<Offset, std::uint32_t>) {
    const buffer<edge_offset> wide = upload(from, size, s);
    buffer<Offset> narrow(size, s);
    narrow_kernel<<<256, block_threads, 0, s.get()>>>(wide.data(), narrow.data(), size);
    check(cudaGetLastError(), "narrowing offsets");
    return narrow;
  } else {
    return upload(from, size, s);
  }
}

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
    require_memory(l);

    offsets = upload_offsets<Offset>(l.out.offsets, std::size_t{n} + 1, stream);
    targets = upload(l.out.targets, l.num_edges, stream);
    const bool own_in = l.directed && l.in.offsets != nullptr;
    if (own_in) {
      in_offsets = upload_offsets<Offset>(l.in.offsets, std::size_t{n} + 1, stream);
      in_targets = upload(l.in.targets, l.num_edges, stream);
    }
    if (l.heads) heads = upload(l.heads, std::size_t{n} * static_cast<std::size_t>(l.head_width), stream);
    if (l.to_internal && (mapped || p.deterministic)) {
      to_internal = upload(l.to_internal, caller_vertices, stream);
      to_caller = upload(l.to_caller, n, stream);
    }

    search.num_vertices = n;
    search.num_edges = l.num_edges;
    search.out = {offsets.data(), targets.data()};
    search.in = own_in         ? device_rows<Offset>{in_offsets.data(), in_targets.data()}
                : l.in.offsets ? search.out
                               : device_rows<Offset>{nullptr, nullptr};
    search.heads = heads.data();
    search.rest_end = rest_end(l);
    search.hub_degree = static_cast<std::uint32_t>(std::min<edge_offset>(l.hub_degree, 0xFFFFFFFFu));
    search.num_hubs = l.num_hubs;
    for (int i = 0; i < 2; ++i) {
      bitmaps[i] = buffer<std::uint32_t>(n / 32 + 1, stream);
      queues[i] = buffer<std::uint32_t>(n, stream);
      search.bitmap[i] = bitmaps[i].data();
      search.queue[i] = queues[i].data();
    }
    pieces = buffer<row_piece>(num_pieces(l), stream);
    counters = buffer<phase_counters>(3, stream);
    progress = buffer<search_progress>(2, stream);
    sum = buffer<unsigned long long>(1, stream);
    if (reported > 0) records = buffer<level_record>(reported, stream);
    if (p.distances || p.deterministic) distances = buffer<hop_count>(n, stream);
    if (p.predecessors) predecessors = buffer<vertex_id>(n, stream);
    if (p.predecessors && p.deterministic) smallest = buffer<vertex_id>(n, stream);
    if (mapped && p.distances) mapped_distances = buffer<hop_count>(caller_vertices, stream);
    if (mapped && p.predecessors) mapped_predecessors = buffer<vertex_id>(caller_vertices, stream);
    search.pieces = pieces.data();
    search.counters = counters.data();
    search.progress = progress.data();
    search.distances = distances.data();
    search.predecessors = predecessors.data();
    search.most_records = static_cast<unsigned>(reported);
    result_distances = mapped ? mapped_distances.data() : distances.data();
    result_predecessors = mapped ? mapped_predecessors.data() : predecessors.data();
    kernel = l.head_width == 4 ? reinterpret_cast<const void*>(&search_kernel<Offset, 4>)
                               : reinterpret_cast<const void*>(&search_kernel<Offset, 1>);
    choose_grid();
    stream.wait("copying the graph to the device");
  }

  // Where degrees fall, those with nothing but heads are the last ones.
  static std::uint32_t rest_end(const layout& l) {
    if (l.order != vertex_order::degree || l.directed) return l.num_vertices;
    const auto heads = static_cast<edge_offset>(l.head_width);
    std::uint32_t first = 0, last = l.num_vertices;
    while (first < last) {
      const std::uint32_t middle = first + (last - first) / 2;
      if (l.out.offsets[middle + 1] - l.out.offsets[middle] > heads) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first;
  }

  // Rows longer than a piece, cut; at most all edges are in such rows.
  static std::size_t num_pieces(const layout& l) { return 2 * (l.num_edges / piece_edges) + 1; }

  void require_memory(const layout& l) const {
    const std::uint64_t n = l.num_vertices, m = l.num_edges, sides = l.directed && l.in.offsets ? 2 : 1;
    std::uint64_t bytes = sides * ((n + 1) * sizeof(Offset) + m * sizeof(vertex_id));
    bytes += (n + 1) * sizeof(edge_offset);  // while offsets are narrowed
    bytes += n * static_cast<std::uint64_t>(l.head_width) * sizeof(vertex_id);
    bytes += n / 4 + 2 * n * sizeof(vertex_id) + num_pieces(l) * sizeof(row_piece) + reported * sizeof(level_record);
    const std::uint64_t wanted =
        (plan.distances || plan.deterministic) + plan.predecessors + (plan.predecessors && plan.deterministic);
    bytes += wanted * n * sizeof(vertex_id);
    if (l.to_internal) bytes += (caller_vertices + n) * sizeof(vertex_id);
    if (mapped) bytes += (plan.distances + plan.predecessors) * std::uint64_t{caller_vertices} * sizeof(vertex_id);
    cuda::require_device_memory(bytes,
                                "searching a graph of " + std::to_string(n) + " vertices and " + std::to_string(m) + " edges");
  }

  void choose_grid() {
    int index = 0, multiprocessors = 0, blocks = 0;
    check(cudaGetDevice(&index), "asking for the device");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, index), "asking for multiprocessors");
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)),
          "asking for shared memory");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_threads, shared_bytes), "planning the grid");
    if (blocks == 0) throw error(error_category::device, "the search kernel fits no multiprocessor of this device");
    const std::uint64_t useful = std::uint64_t{num_vertices} / block_threads + 1;
    grid = static_cast<unsigned>(std::min<std::uint64_t>(static_cast<unsigned>(multiprocessors * blocks), useful));
  }

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
    check(cudaLaunchCooperativeKernel(kernel, dim3(grid), dim3(block_threads), arguments, shared_bytes, stream.get()),
          "starting the search");
    if (plan.deterministic && plan.predecessors) take_smallest_parents();
    search_time.stop(stream);
    map_time.start(stream);
    if (mapped) {
      map_back_kernel<<<wide_grid(caller_vertices), block_threads, 0, stream.get()>>>(
          caller_vertices, to_internal.data(), to_caller.data(), distances.data(), predecessors.data(), mapped_distances.data(),
          mapped_predecessors.data());
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
        num_vertices, search.out, to_caller.data(), distances.data(), smallest.data());
    take_smallest_kernel<<<wide_grid(num_vertices), block_threads, 0, stream.get()>>>(num_vertices, to_internal.data(),
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
        visited, offsets.data(), num_vertices, sum.data());
    check(cudaGetLastError(), "counting edges");
    unsigned long long edges = 0;
    check(cudaMemcpyAsync(&edges, sum.data(), sizeof edges, cudaMemcpyDeviceToHost, stream.get()), "copying a sum");
    stream.wait("counting edges");
    return edges;
  }

  const cuda_plan plan;
  std::uint32_t num_vertices = 0, caller_vertices = 0;
  std::uint64_t reported = 0;
  buffer<Offset> offsets, in_offsets;
  buffer<vertex_id> targets, in_targets, heads, to_internal, to_caller;
  buffer<std::uint32_t> bitmaps[2], queues[2];
  buffer<row_piece> pieces;
  buffer<phase_counters> counters;
  buffer<search_progress> progress;
  buffer<level_record> records;
  buffer<unsigned long long> sum;
  buffer<hop_count> distances, mapped_distances;
  buffer<vertex_id> predecessors, smallest, mapped_predecessors;
  cuda_search<Offset> search{};
  const void* kernel = nullptr;
  unsigned grid = 1;
  const std::uint32_t* visited = nullptr;
};

bfs_cuda::bfs_cuda(const layout& prepared, device where, const cuda_plan& plan) : device_(where.index) {
  const cuda::current_device here(device_);
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
