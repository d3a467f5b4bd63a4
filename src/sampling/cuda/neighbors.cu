// Neighbor sampling on a CUDA device, hop by hop, with the random numbers of the CPU's engine. A warp chooses the edges of a
// vertex. New vertices are numbered in the order of their first edges: each edge claims its target by an atomic minimum, and a
// prefix sum over the edges whose claims hold numbers their targets.
#include <string>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/device_array.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"
#include "graph/cuda/graph_on_device.hpp"
#include "sampling/draws.hpp"
#include "sampling/engines.hpp"

namespace fathom::sampling_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

// State of a vertex: its local id, the claim of an edge, or all bits set; the smallest wins.
constexpr std::uint64_t claim_bit = std::uint64_t{1} << 63;

__device__ unsigned long long* word(std::uint64_t* state) { return reinterpret_cast<unsigned long long*>(state); }

// A hop: `size` vertices with local ids from `base` on, and their edges.
struct hop_job {
  adjacency_view rows;  // in device memory
  const vertex_id* frontier;
  std::uint64_t size;
  vertex_id base;
  std::int64_t fanout;
  bool replace;
  std::uint64_t seed;
  std::uint64_t* first_edge;  // size + 1 entries
  edge_offset* positions;     // chosen positions in rows, in the order of the draws
  vertex_id* row_ids;         // the rest: of each edge, ascending within a row
  edge_offset* edges;
  vertex_id* targets;
};

__global__ void number_sources_kernel(const vertex_id* sources, std::uint64_t size, std::uint64_t* states) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) atomicMin(word(states + sources[i]), i);
}

// `twice` becomes the first position of a source that was listed before.
__global__ void check_sources_kernel(const vertex_id* sources, std::uint64_t size, const std::uint64_t* states,
                                     unsigned long long* twice) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    if (states[sources[i]] != i) atomicMin(twice, i);
  }
}

__global__ void count_edges_kernel(hop_job job) {
  for (std::uint64_t i = cuda::grid_thread(); i <= job.size; i += cuda::grid_threads()) {
    edge_offset count = 0;
    if (i < job.size) {
      const vertex_id v = job.frontier[i];
      const edge_offset degree = job.rows.offsets[v + 1] - job.rows.offsets[v], fanout = static_cast<edge_offset>(job.fanout);
      const bool all = job.fanout == all_neighbors || (!job.replace && degree <= fanout) || degree == 0;
      count = all ? degree : fanout;
    }
    job.first_edge[i] = count;
  }
}

// Whether one of the first `size` positions is `position`. All lanes must call this.
__device__ bool warp_contains(const edge_offset* positions, edge_offset size, edge_offset position) {
  for (edge_offset first = 0; first < size; first += cuda::warp_lanes) {
    const edge_offset i = first + cuda::lane();
    if (__any_sync(cuda::all_lanes, i < size && positions[i] == position)) return true;
  }
  return false;
}

// Floyd's algorithm: distinct positions below `degree`, in the order of the draws.
__device__ void warp_choose_distinct(const draw_stream& draws, edge_offset degree, edge_offset count, edge_offset* positions) {
  for (edge_offset i = 0; i < count; ++i) {
    const edge_offset highest = degree - count + i;
    const edge_offset drawn = bounded(draws(0, static_cast<std::uint32_t>(i)), highest + 1);
    const edge_offset chosen = warp_contains(positions, i, drawn) ? highest : drawn;
    if (cuda::lane() == 0) positions[i] = chosen;
    __syncwarp();
  }
}

// The place of position i in ascending order; equal positions keep their order.
__device__ edge_offset rank_of(const edge_offset* positions, edge_offset count, edge_offset i) {
  edge_offset rank = 0;
  for (edge_offset k = 0; k < count; ++k) rank += positions[k] < positions[i] || (positions[k] == positions[i] && k < i);
  return rank;
}

__device__ void warp_choose_edges(const hop_job& job, std::uint64_t i) {
  const edge_offset first = job.first_edge[i], count = job.first_edge[i + 1] - first;
  const vertex_id v = job.frontier[i], local = job.base + static_cast<vertex_id>(i);
  const edge_offset row = job.rows.offsets[v], degree = job.rows.offsets[v + 1] - row;
  edge_offset* const positions = job.positions + first;
  const draw_stream draws(job.seed, local);
  const bool whole = !job.replace && count == degree;
  if (job.replace) {
    for (edge_offset k = cuda::lane(); k < count; k += cuda::warp_lanes)
      positions[k] = bounded(draws(0, static_cast<std::uint32_t>(k)), degree);
    __syncwarp();
  } else if (!whole) {
    warp_choose_distinct(draws, degree, count, positions);
  }
  for (edge_offset k = cuda::lane(); k < count; k += cuda::warp_lanes) {
    const edge_offset to = first + (whole ? k : rank_of(positions, count, k));
    const edge_offset e = row + (whole ? k : positions[k]);
    job.row_ids[to] = local;
    job.edges[to] = e;
    job.targets[to] = job.rows.targets[e];
  }
}

__global__ void choose_edges_kernel(hop_job job) {
  for (std::uint64_t i = cuda::grid_warp(); i < job.size; i += cuda::grid_warps()) warp_choose_edges(job, i);
}

__global__ void claim_kernel(const vertex_id* targets, std::uint64_t edges, std::uint64_t* states) {
  for (std::uint64_t e = cuda::grid_thread(); e < edges; e += cuda::grid_threads())
    atomicMin(word(states + targets[e]), claim_bit | e);
}

// found[e] = 1 for an edge that numbers its target, else 0; also 0 after the last edge.
__global__ void found_kernel(const vertex_id* targets, std::uint64_t edges, const std::uint64_t* states, std::uint64_t* found) {
  for (std::uint64_t e = cuda::grid_thread(); e <= edges; e += cuda::grid_threads())
    found[e] = e < edges && states[targets[e]] == (claim_bit | e);
}

// `before` has the sums of `found` before each edge, and their total.
__global__ void number_kernel(const vertex_id* targets, std::uint64_t edges, const std::uint64_t* before,
                              std::uint64_t first_number, std::uint64_t* states, vertex_id* nodes) {
  for (std::uint64_t e = cuda::grid_thread(); e < edges; e += cuda::grid_threads()) {
    if (before[e] == before[e + 1]) continue;
    states[targets[e]] = first_number + before[e];
    nodes[before[e]] = targets[e];
  }
}

// Replaces targets by their local ids.
__global__ void columns_kernel(vertex_id* targets, std::uint64_t edges, const std::uint64_t* states) {
  for (std::uint64_t e = cuda::grid_thread(); e < edges; e += cuda::grid_threads())
    targets[e] = static_cast<vertex_id>(states[targets[e]]);
}

// Arrays of one hop, which are joined at the end.
struct hop_arrays {
  buffer<vertex_id> row_ids, columns, nodes;
  buffer<edge_offset> edges;
};

class device_sampler {
 public:
  device_sampler(const graph& g, const neighbor_sampling_options& options, sampled_neighbors_result& result, const execution& exec)
      : g_(g),
        options_(options),
        result_(result),
        exec_(exec),
        rows_(g, exec.where, stream_, graph_on_device::directions::out),
        states_(cuda::filled<std::uint64_t>(g.num_vertices(), 0xFF, stream_)) {}

  [[nodiscard]] static std::uint64_t bytes(const graph& g, device where) {
    return graph_on_device::bytes(g, where, graph_on_device::directions::out) +
           std::uint64_t{g.num_vertices()} * sizeof(std::uint64_t);
  }

  void begin(std::span<const vertex_id> sources) {
    hops_.emplace_back().nodes = cuda::upload(sources.data(), sources.size(), stream_);
    const vertex_id* const from = hops_.back().nodes.data();
    const buffer<unsigned long long> twice = cuda::filled<unsigned long long>(1, 0xFF, stream_);
    number_sources_kernel<<<grid(sources.size()), cuda::wide_block, 0, stream_.get()>>>(from, sources.size(), states_.data());
    check_sources_kernel<<<grid(sources.size()), cuda::wide_block, 0, stream_.get()>>>(from, sources.size(), states_.data(),
                                                                                       twice.data());
    check_launch("numbering sources");
    if (const auto at = cuda::read_one(twice.data(), stream_); at < sources.size())
      throw error(error_category::usage, "source '" + std::string(g_.name(sources[at])) + "' occurs twice; list each source once");
    nodes_ = sources.size();
    result_.nodes_per_hop.push_back(sources.size());
  }

  void hop(std::int64_t fanout) {
    check_stop(exec_.control);
    const buffer<vertex_id>& frontier = hops_.back().nodes;
    hop_job job{.rows = rows_.view().out,
                .frontier = frontier.data(),
                .size = frontier.size(),
                .base = static_cast<vertex_id>(nodes_ - frontier.size()),
                .fanout = fanout,
                .replace = options_.replace && fanout != all_neighbors,
                .seed = options_.seed};
    const buffer<std::uint64_t> first_edge(job.size + 1, stream_);
    job.first_edge = first_edge.data();
    count_edges_kernel<<<grid(job.size + 1), cuda::wide_block, 0, stream_.get()>>>(job);
    check_launch("counting edges");
    cuda::exclusive_sum(job.first_edge, job.first_edge, job.size + 1, stream_);
    const std::uint64_t added = cuda::read_one(job.first_edge + job.size, stream_);
    hop_arrays found = choose(job, added);
    number(found, added);
    result_.nodes_per_hop.push_back(found.nodes.size());
    result_.edges_per_hop.push_back(added);
    nodes_ += found.nodes.size(), edges_ += added;
    hops_.push_back(std::move(found));
  }

  void finish() {
    if (options_.keep_on_device) {
      sampled_neighbors_on_device& to = result_.on_device;
      join(&hop_arrays::nodes, nodes_, to.nodes), join(&hop_arrays::row_ids, edges_, to.rows);
      join(&hop_arrays::columns, edges_, to.columns), join(&hop_arrays::edges, edges_, to.edges);
      stream_.wait("joining hops");
      return;
    }
    require_host_memory(edges_ * (sizeof(edge_offset) + 2 * sizeof(vertex_id)) + nodes_ * sizeof(vertex_id),
                        "copying " + std::to_string(edges_) + " sampled edges");
    join(&hop_arrays::nodes, nodes_, result_.nodes), join(&hop_arrays::row_ids, edges_, result_.rows);
    join(&hop_arrays::columns, edges_, result_.columns), join(&hop_arrays::edges, edges_, result_.edges);
  }

 private:
  static unsigned grid(std::uint64_t items) { return cuda::wide_grid(items); }

  // Columns are vertices of the graph until they are numbered.
  hop_arrays choose(hop_job& job, std::uint64_t added) {
    constexpr std::uint64_t per_edge = 3 * sizeof(edge_offset) + 3 * sizeof(vertex_id);  // with the arrays that number vertices
    cuda::require_device_memory(added * per_edge, "sampling " + std::to_string(edges_ + added) + " edges");
    hop_arrays found{buffer<vertex_id>(added, stream_), buffer<vertex_id>(added, stream_), {}, buffer<edge_offset>(added, stream_)};
    const buffer<edge_offset> positions(added, stream_);
    job.positions = positions.data(), job.row_ids = found.row_ids.data();
    job.edges = found.edges.data(), job.targets = found.columns.data();
    if (added == 0) return found;
    choose_edges_kernel<<<grid(job.size * cuda::warp_lanes), cuda::wide_block, 0, stream_.get()>>>(job);
    check_launch("choosing edges");
    return found;
  }

  void number(hop_arrays& found, std::uint64_t added) {
    if (added == 0) return;
    vertex_id* const targets = found.columns.data();
    const buffer<std::uint64_t> before(added + 1, stream_);
    claim_kernel<<<grid(added), cuda::wide_block, 0, stream_.get()>>>(targets, added, states_.data());
    found_kernel<<<grid(added + 1), cuda::wide_block, 0, stream_.get()>>>(targets, added, states_.data(), before.data());
    check_launch("finding vertices");
    cuda::exclusive_sum(before.data(), before.data(), added + 1, stream_);
    found.nodes = buffer<vertex_id>(cuda::read_one(before.data() + added, stream_), stream_);
    number_kernel<<<grid(added), cuda::wide_block, 0, stream_.get()>>>(targets, added, before.data(), nodes_, states_.data(),
                                                                       found.nodes.data());
    columns_kernel<<<grid(added), cuda::wide_block, 0, stream_.get()>>>(targets, added, states_.data());
    check_launch("numbering vertices");
  }

  // The arrays of all hops as one in device memory.
  template <class T>
  void join(buffer<T> hop_arrays::*part, std::uint64_t size, array<T>& all) const {
    all = cuda::device_array<T>(size, exec_.where, stream_);
    T* to = all.data();
    for (const hop_arrays& hop : hops_) {
      const buffer<T>& from = hop.*part;
      if (from.size() == 0) continue;
      check(cudaMemcpyAsync(to, from.data(), from.bytes(), cudaMemcpyDeviceToDevice, stream_.get()), "joining hops");
      to += from.size();
    }
  }

  // The same in host memory.
  template <class T>
  void join(buffer<T> hop_arrays::*part, std::uint64_t size, std::vector<T>& all) const {
    all.resize(size);
    T* to = all.data();
    for (const hop_arrays& hop : hops_) {
      const buffer<T>& from = hop.*part;
      if (from.size() == 0) continue;
      cuda::copy_to_host(to, from.data(), from.bytes(), stream_);
      to += from.size();
    }
  }

  const graph& g_;
  const neighbor_sampling_options& options_;
  sampled_neighbors_result& result_;
  const execution& exec_;
  cuda::stream stream_;  // before the members below, which are allocated in stream order
  graph_on_device rows_;
  buffer<std::uint64_t> states_;  // of each vertex
  std::vector<hop_arrays> hops_;  // the sources, then each hop
  std::uint64_t nodes_ = 0, edges_ = 0;
};

}  // namespace

void sample_cuda(const graph& g, std::span<const vertex_id> sources, std::span<const std::int64_t> fanouts,
                 const neighbor_sampling_options& options, sampled_neighbors_result& result, const execution& exec) {
  const cuda::current_device here(exec.where.index);
  cuda::require_capability(exec.where);
  cuda::require_device_memory(device_sampler::bytes(g, exec.where) + sources.size_bytes(),
                              "sampling the neighborhood of " + std::to_string(sources.size()) + " sources");
  device_sampler hops(g, options, result, exec);
  hops.begin(sources);
  for (const std::int64_t fanout : fanouts) hops.hop(fanout);
  hops.finish();
}

}  // namespace fathom::sampling_engine
