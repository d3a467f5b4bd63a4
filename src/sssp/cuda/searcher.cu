#include "sssp/cuda/searcher.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <type_traits>

#include "fathom/error.hpp"
#include "gpu/transfer.hpp"
#include "sssp/cuda/result_kernels.cuh"
#include "sssp/cuda/search_kernel.cuh"

namespace fathom::sssp_engine {
namespace {

using cuda::buffer;
using cuda::check;

// Mean degree below which a phase has little work, so that warps continue by themselves for some rounds.
constexpr double sparse_degree = 8;
constexpr int sparse_rounds = 16;
// Widths of the distance range searched at a time, in mean weights: measured to be best, or close to it, on kron:20:16,
// uniform:22:16 and a road network.
constexpr double dense_width = 12, sparse_width = 32;

unsigned most_pieces(const weighted_layout& l) { return static_cast<unsigned>(2 * (l.num_edges / piece_edges) + 1); }

edge_offset entries_of(const weighted_layout& l) { return l.num_edges + l.num_vertices; }

double mean_degree(const weighted_layout& l) { return l.num_vertices > 0 ? static_cast<double>(l.num_edges) / l.num_vertices : 0; }

std::uint64_t planned_bytes(const weighted_layout& l, bool predecessors) {
  const std::uint64_t n = l.num_vertices;
  const std::uint64_t a_vertex =
      sizeof(edge_offset) + 2 * sizeof(unsigned long long) + (predecessors ? sizeof(vertex_id) + sizeof(unsigned) : 0);
  return entries_of(l) * sizeof(weighted_edge) + n * a_vertex + n / 4 + most_pieces(l) * sizeof(row_piece);
}

}  // namespace

struct sssp_cuda::state {
  state(const weighted_layout& layout, device where, bool with_predecessors)
      : l(layout),
        offsets(cuda::upload(l.out.offsets, std::size_t{l.num_vertices} + 1, stream)),
        edges(cuda::upload(l.out.edges, entries_of(l), stream)),
        distances(l.num_vertices, stream),
        counters(3, stream),
        totals(1, stream),
        sums(1, stream),
        pieces(most_pieces(l), stream),
        predecessors(with_predecessors ? l.num_vertices : 0, stream),
        known(with_predecessors ? l.num_vertices : 0, stream),
        changed(1, stream) {
    for (buffer<unsigned>& bitmap : active) bitmap = buffer<unsigned>((std::size_t{l.num_vertices} + 31) / 32, stream);
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking for multiprocessors");
    stream.wait("copying the graph to the device");
  }

  [[nodiscard]] unsigned blocks() const { return 2 * static_cast<unsigned>(multiprocessors); }

  template <class Value>
  search_job<Value, typename number<Value>::bits> job_of(const request& r) {
    search_job<Value, typename number<Value>::bits> j;
    j.n = l.num_vertices, j.rows = {offsets.data(), edges.data()}, j.real = l.weights == weight_kind::real;
    j.source = r.source, j.target = r.target;
    j.distances = reinterpret_cast<typename number<Value>::bits*>(distances.data());
    j.active[0] = active[0].data(), j.active[1] = active[1].data();
    j.pieces = pieces.data(), j.most_pieces = static_cast<unsigned>(pieces.size());
    j.counters = counters.data(), j.totals = totals.data();
    if constexpr (std::is_same_v<Value, double>) {
      j.cutoff = r.cutoff, j.delta = r.delta;
    } else {
      j.cutoff = r.cutoff < number<Value>::last ? static_cast<Value>(r.cutoff) : number<Value>::last;
      j.delta = static_cast<Value>(std::clamp(r.delta, 1.0, 1e9));
    }
    j.rounds = mean_degree(l) < sparse_degree ? sparse_rounds : 0;
    const unsigned words = (j.n + 31) / 32, warps = blocks() * block_warps;
    j.words_per_warp = std::clamp((words + warps - 1) / warps, 1u, 32u);
    return j;
  }

  /// Returns false if a distance did not fit its type.
  template <class Value>
  bool search(const request& r, outcome& o) {
    auto j = job_of<Value>(r);
    const unsigned wide = cuda::wide_grid(j.n);
    watch.start(stream);
    begin_kernel<Value><<<wide, cuda::wide_block, 0, stream.get()>>>(j);
    check(cudaGetLastError(), "starting the search");
    void* arguments[] = {&j};
    const auto kernel = reinterpret_cast<const void*>(&search_kernel<Value>);
    check(cudaLaunchCooperativeKernel(kernel, blocks(), block_threads, arguments, 0, stream.get()), "searching");
    if (j.target != no_vertex) cut_kernel<Value><<<wide, cuda::wide_block, 0, stream.get()>>>(j);
    watch.stop(stream);
    check(cudaMemsetAsync(sums.data(), 0, sums.bytes(), stream.get()), "clearing sums");
    summary_kernel<Value><<<wide, cuda::wide_block, 0, stream.get()>>>(j, sums.data());
    check(cudaGetLastError(), "summing up");
    const search_totals ended = cuda::read_one(totals.data(), stream);
    const search_summary found = cuda::read_one(sums.data(), stream);
    o.reached = found.reached, o.edges_traversed = found.edges, o.edges_relaxed += ended.edges, o.windows = ended.phases;
    if constexpr (std::is_same_v<Value, double>)
      o.farthest = std::bit_cast<double>(found.farthest);
    else
      o.farthest = static_cast<double>(found.farthest);
    seconds += watch.seconds();
    searched_narrow = std::is_same_v<Value, std::uint32_t>;
    last = r;
    return ended.overflow == 0;
  }

  outcome run(request r) {
    if (r.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
    if (r.delta == 0) r.delta = width();
    seconds = 0;
    outcome o;
    o.delta = r.delta;
    // If 32 bits were insufficient for one search, they are for most.
    if (l.weights != weight_kind::real && !needs_doubles) needs_doubles = !search<std::uint32_t>(r, o);
    if (l.weights == weight_kind::real || needs_doubles) search<double>(r, o);
    return o;
  }

  // Narrow if phases have much work, since superfluous relaxations then cost more than phases; wide in sparse graphs.
  [[nodiscard]] double width() const {
    if (!(l.mean_weight > 0)) return 1;
    const double degree = mean_degree(l);
    return l.mean_weight * (degree < sparse_degree ? sparse_width : dense_width / degree);
  }

  template <class Value>
  void write_distances(double* to) {
    const vertex_id n = l.num_vertices;
    buffer<double> out(n, stream);
    distances_kernel<Value><<<cuda::wide_grid(n), cuda::wide_block, 0, stream.get()>>>(
        n, reinterpret_cast<const typename number<Value>::bits*>(distances.data()), out.data());
    check(cudaGetLastError(), "writing distances");
    cuda::copy_to_host(to, out.data(), out.bytes(), stream);
  }

  template <class Value>
  void write_predecessors(vertex_id* to) {
    const auto j = job_of<Value>(last);
    const unsigned by_vertex = cuda::wide_grid(j.n), by_edge = cuda::wide_grid(entries_of(l) / 32);
    check(cudaMemsetAsync(predecessors.data(), 0xFF, predecessors.bytes(), stream.get()), "clearing predecessors");
    check(cudaMemsetAsync(known.data(), 0, known.bytes(), stream.get()), "clearing predecessors");
    predecessors_kernel<Value><<<by_edge, cuda::wide_block, 0, stream.get()>>>(j, predecessors.data());
    // In floating-point sums, a positive weight may also add nothing.
    const bool all_add = l.weights != weight_kind::real && l.smallest_weight > 0;
    for (unsigned round = 1; !all_add; ++round) {
      check(cudaMemsetAsync(changed.data(), 0, changed.bytes(), stream.get()), "clearing a mark");
      known_kernel<Value>
          <<<by_vertex, cuda::wide_block, 0, stream.get()>>>(j, predecessors.data(), round, known.data(), changed.data());
      check(cudaGetLastError(), "finding predecessors");
      if (cuda::read_one(changed.data(), stream) == 0) break;
      level_predecessors_kernel<Value><<<by_edge, cuda::wide_block, 0, stream.get()>>>(j, round, known.data(), predecessors.data());
    }
    check(cudaGetLastError(), "finding predecessors");
    cuda::copy_to_host(to, predecessors.data(), predecessors.bytes(), stream);
  }

  const weighted_layout& l;
  cuda::stream stream;  // before the members that are allocated in stream order
  int multiprocessors = 0;
  bool needs_doubles = false, searched_narrow = false;
  double seconds = 0;
  request last;
  buffer<edge_offset> offsets;
  buffer<weighted_edge> edges;
  buffer<unsigned long long> distances;
  buffer<unsigned> active[2];
  buffer<phase_counters> counters;
  buffer<search_totals> totals;
  buffer<search_summary> sums;
  buffer<row_piece> pieces;
  buffer<vertex_id> predecessors;
  buffer<unsigned> known, changed;
  cuda::stopwatch watch;
};

sssp_cuda::sssp_cuda(const weighted_layout& l, device where, bool predecessors) : device_(where.index) {
  const cuda::current_device here(device_);
  cuda::require_capability(where);
  cuda::require_device_memory(planned_bytes(l, predecessors), "shortest paths in a graph of " + std::to_string(l.num_vertices) +
                                                                  " vertices and " + std::to_string(l.num_edges) + " edges");
  state_ = std::make_unique<state>(l, where, predecessors);
}

sssp_cuda::~sssp_cuda() {
  const cuda::current_device here(device_);
  state_.reset();
}

outcome sssp_cuda::run(const request& r) {
  const cuda::current_device here(device_);
  return state_->run(r);
}

double sssp_cuda::seconds() const { return state_->seconds; }
bool sssp_cuda::narrow() const { return state_->searched_narrow; }

void sssp_cuda::take_distances(double* to) const {
  const cuda::current_device here(device_);
  if (state_->searched_narrow)
    state_->write_distances<std::uint32_t>(to);
  else
    state_->write_distances<double>(to);
}

void sssp_cuda::take_predecessors(vertex_id* to) const {
  const cuda::current_device here(device_);
  if (state_->searched_narrow)
    state_->write_predecessors<std::uint32_t>(to);
  else
    state_->write_predecessors<double>(to);
}

}  // namespace fathom::sssp_engine
