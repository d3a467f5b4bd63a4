#include "sssp/cuda/searcher.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <type_traits>

#include "fathom/error.hpp"
#include "gpu/event.hpp"
#include "gpu/transfer.hpp"
#include "graph/layout/cuda/invert_order.hpp"
#include "sssp/cuda/result_kernels.cuh"
#include "sssp/cuda/search_kernel.cuh"

namespace fathom::sssp_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

// Mean degree below which a phase has little work, so that warps continue by themselves for some rounds.
constexpr double sparse_degree = 8;
constexpr int sparse_rounds = 16;
// Widths of the distance range searched at a time, in mean weights: measured to be best, or close to it, on kron:20:16,
// uniform:22:16 and a road network.
constexpr double dense_width = 12, sparse_width = 32;

unsigned most_pieces(const weighted_layout& l) { return static_cast<unsigned>(2 * (l.num_edges / piece_edges) + 1); }

edge_offset entries_of(const weighted_layout& l) { return l.num_edges + l.num_vertices; }

double mean_degree(const weighted_layout& l) { return l.num_vertices > 0 ? static_cast<double>(l.num_edges) / l.num_vertices : 0; }

bool is_on(const weighted_layout& l, device where) { return l.where.kind == device_kind::cuda && l.where == where; }

std::uint64_t planned_bytes(const weighted_layout& l, device where, bool predecessors) {
  const std::uint64_t n = l.num_vertices, caller = l.caller_vertices;
  const std::uint64_t maps = l.to_internal ? (n + 1 + caller) * sizeof(vertex_id) : 0;
  const std::uint64_t rows = entries_of(l) * sizeof(weighted_edge) + (n + 1) * sizeof(edge_offset);
  const std::uint64_t layout = is_on(l, where) ? 0 : rows + maps + l.arrays->weight_values.bytes();
  const std::uint64_t per_vertex = sizeof(unsigned long long) + (predecessors ? sizeof(vertex_id) + sizeof(unsigned) : 0);
  const std::uint64_t results = caller * (sizeof(double) + (predecessors ? sizeof(vertex_id) : 0));
  return layout + n * per_vertex + n / 4 + most_pieces(l) * sizeof(row_piece) + results;
}

/// Sums that the host reads after a search.
struct search_end {
  search_totals totals;
  search_summary sums;
};

/// Result array in device memory, which is allocated again if the array of an earlier search is still in use.
template <class T>
class result_array {
 public:
  T* renew(std::size_t size, const cuda::stream& s) {
    if (!memory_ || memory_.use_count() > 1) memory_ = cuda::allocate_shared(size * sizeof(T), s);
    size_ = size;
    return static_cast<T*>(memory_.get());
  }

  /// Hands the array over, or copies it to `to` and waits.
  void take(array<T>& to, bool keep, device where, const cuda::stream& s) const {
    if (keep)
      to = array<T>::adopt(static_cast<T*>(memory_.get()), size_, memory_, where);
    else
      cuda::copy_to_host(to.data(), memory_.get(), size_ * sizeof(T), s);
  }

 private:
  std::shared_ptr<void> memory_;
  std::size_t size_ = 0;
};

}  // namespace

struct sssp_cuda::state {
  state(const weighted_layout& layout, device place, bool with_predecessors)
      : l(layout),
        where(place),
        wants_predecessors(with_predecessors),
        distances(l.num_vertices, stream),
        counters(3, stream),
        end(1, stream),
        pieces(most_pieces(l), stream),
        predecessors(with_predecessors && l.to_internal ? l.num_vertices : 0, stream),
        known(with_predecessors ? l.num_vertices : 0, stream),
        changed(1, stream),
        needs_doubles(l.weight_values != nullptr) {
    place_layout();
    for (buffer<unsigned>& bitmap : active) bitmap = buffer<unsigned>((std::size_t{l.num_vertices} + 31) / 32, stream);
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking for multiprocessors");
    stream.wait("copying the graph to the device");
  }

  void place_layout() {
    if (is_on(l, where)) {
      rows = {l.arrays->device_offsets.data(), l.arrays->device_edges.data()};
      values = l.arrays->device_weight_values.data();
      if (!l.to_internal) return;
      to_caller = l.arrays->device_to_caller.data(), to_internal = l.arrays->device_to_internal.data();
      return;
    }
    offsets = cuda::upload(l.out.offsets, std::size_t{l.num_vertices} + 1, stream);
    edges = cuda::upload(l.out.edges, entries_of(l), stream);
    rows = {offsets.data(), edges.data()};
    own_values = cuda::upload(l.weight_values, l.arrays->weight_values.size(), stream);
    values = own_values.data();
    if (!l.to_internal) return;
    own_to_caller = cuda::upload(l.to_caller, l.num_vertices, stream);
    own_to_internal = inverse_order(own_to_caller.data(), l.num_vertices, l.caller_vertices, stream);
    to_caller = own_to_caller.data(), to_internal = own_to_internal.data();
  }

  [[nodiscard]] unsigned blocks() const { return 2 * static_cast<unsigned>(multiprocessors); }

  template <class Value>
  search_job<Value, typename number<Value>::bits> job_of(const request& r) {
    search_job<Value, typename number<Value>::bits> j;
    j.n = l.num_vertices, j.rows = rows, j.real = l.weights == weight_kind::real, j.values = values;
    j.source = r.source, j.target = r.target;
    j.distances = reinterpret_cast<typename number<Value>::bits*>(distances.data());
    j.active[0] = active[0].data(), j.active[1] = active[1].data();
    j.pieces = pieces.data(), j.most_pieces = static_cast<unsigned>(pieces.size());
    j.counters = counters.data(), j.totals = &end.data()->totals;
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

  template <class Value>
  [[nodiscard]] auto kernel_for() const {
    if constexpr (std::is_same_v<Value, double>) {
      if (values != nullptr) return &search_kernel<double, true>;
    }
    return &search_kernel<Value, false>;
  }

  /// Returns false if a distance did not fit its type.
  template <class Value>
  bool search(const request& r, outcome& o, const std::function<void()>& meanwhile) {
    auto j = job_of<Value>(r);
    const unsigned wide = cuda::wide_grid(j.n);
    search_watch.start(stream);
    check(cudaMemsetAsync(end.data(), 0, end.bytes(), stream.get()), "starting the search");
    begin_kernel<Value><<<wide, cuda::wide_block, 0, stream.get()>>>(j);
    check_launch("starting the search");
    void* arguments[] = {&j};
    const auto kernel = reinterpret_cast<const void*>(kernel_for<Value>());
    check(cudaLaunchCooperativeKernel(kernel, blocks(), block_threads, arguments, 0, stream.get()), "searching");
    if (j.target != no_vertex) cut_kernel<Value><<<wide, cuda::wide_block, 0, stream.get()>>>(j);
    summary_kernel<Value><<<wide, cuda::wide_block, 0, stream.get()>>>(j, &end.data()->sums);
    check_launch("adding up results");
    search_watch.stop(stream);
    meanwhile();
    const search_end ended = cuda::read_one(end.data(), stream);
    o.reached = ended.sums.reached, o.edges_traversed = ended.sums.edges;
    o.edges_relaxed += ended.totals.edges, o.windows = ended.totals.phases;
    if constexpr (std::is_same_v<Value, double>)
      o.farthest = std::bit_cast<double>(ended.sums.farthest);
    else
      o.farthest = static_cast<double>(ended.sums.farthest);
    seconds += search_watch.seconds();
    searched_narrow = std::is_same_v<Value, std::uint32_t>;
    last = r;
    return ended.totals.overflow == 0;
  }

  outcome run(request r, const std::function<void()>& meanwhile) {
    if (r.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
    if (r.delta == 0) r.delta = width();
    seconds = 0;
    outcome o;
    o.delta = r.delta;
    // Listed weights do not fit 32 bits. If these were insufficient for one search, they are for most.
    if (l.weights != weight_kind::real && !needs_doubles) needs_doubles = !search<std::uint32_t>(r, o, meanwhile);
    if (l.weights == weight_kind::real || needs_doubles) search<double>(r, o, meanwhile);
    return o;
  }

  // Narrow if phases have much work, since superfluous relaxations then cost more than phases; wide in sparse graphs.
  [[nodiscard]] double width() const {
    if (!(l.mean_weight > 0)) return 1;
    const double degree = mean_degree(l);
    return l.mean_weight * (degree < sparse_degree ? sparse_width : dense_width / degree);
  }

  template <class Value>
  void write_distances() {
    const vertex_id n = l.caller_vertices;
    double* const to = final_distances.renew(n, stream);
    distances_watch.start(stream);
    distances_kernel<Value><<<cuda::wide_grid(n), cuda::wide_block, 0, stream.get()>>>(
        n, to_internal, reinterpret_cast<const typename number<Value>::bits*>(distances.data()), to);
    check_launch("writing distances");
    distances_watch.stop(stream);
  }

  template <class Value>
  void write_predecessors() {
    const auto j = job_of<Value>(last);
    const vertex_id n = l.caller_vertices;
    vertex_id* const to = final_predecessors.renew(n, stream);
    vertex_id* const found = to_internal ? predecessors.data() : to;
    predecessors_watch.start(stream);
    find_predecessors<Value>(j, found);
    if (to_internal) {
      map_predecessors_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, stream.get()>>>(n, to_internal, to_caller, found, to);
      check_launch("writing predecessors");
    }
    predecessors_watch.stop(stream);
  }

  template <class Value>
  void find_predecessors(const search_job<Value, typename number<Value>::bits>& j, vertex_id* found) {
    const unsigned by_vertex = cuda::wide_grid(j.n), by_edge = cuda::wide_grid(entries_of(l) / 32);
    check(cudaMemsetAsync(found, 0xFF, j.n * sizeof(vertex_id), stream.get()), "clearing predecessors");
    predecessors_kernel<Value><<<by_edge, cuda::wide_block, 0, stream.get()>>>(j, found);
    check_launch("finding predecessors");
    // In floating-point sums, a positive weight may also add nothing.
    if (l.weights != weight_kind::real && l.smallest_weight > 0) return;
    check(cudaMemsetAsync(known.data(), 0, known.bytes(), stream.get()), "clearing predecessors");
    for (unsigned round = 1;; ++round) {
      check(cudaMemsetAsync(changed.data(), 0, changed.bytes(), stream.get()), "clearing a mark");
      known_kernel<Value><<<by_vertex, cuda::wide_block, 0, stream.get()>>>(j, found, round, known.data(), changed.data());
      check_launch("finding predecessors");
      if (cuda::read_one(changed.data(), stream) == 0) break;
      level_predecessors_kernel<Value><<<by_edge, cuda::wide_block, 0, stream.get()>>>(j, round, known.data(), found);
    }
    check_launch("finding predecessors");
  }

  /// Distances are copied to the host while the device finds predecessors.
  template <class Value>
  void take(sssp_result& result, bool keep) {
    write_distances<Value>();
    written.record(stream);
    if (wants_predecessors) write_predecessors<Value>();
    written.hold(copies);
    final_distances.take(result.distances, keep, where, copies);
    if (wants_predecessors) final_predecessors.take(result.predecessors, keep, where, stream);
    stream.wait("writing results");
    seconds_distances = distances_watch.seconds();
    seconds_predecessors = wants_predecessors ? predecessors_watch.seconds() : 0;
  }

  const weighted_layout& l;
  const device where;
  const bool wants_predecessors;
  cuda::stream stream;  // before the members that are allocated in stream order
  cuda::stream copies;  // of distances to the host
  int multiprocessors = 0;
  bool searched_narrow = false;
  double seconds = 0, seconds_distances = 0, seconds_predecessors = 0;  // device time
  request last;
  weighted_rows rows;              // on the device, as are the maps of ids, which are null in the caller's order
  const double* values = nullptr;  // on the device: of weights that are indices; null if they are not
  const vertex_id *to_caller = nullptr, *to_internal = nullptr;
  buffer<edge_offset> offsets;  // copies, unless the layout has its own
  buffer<weighted_edge> edges;
  buffer<double> own_values;
  buffer<vertex_id> own_to_caller, own_to_internal;
  buffer<unsigned long long> distances;
  buffer<unsigned> active[2];
  buffer<phase_counters> counters;
  buffer<search_end> end;
  buffer<row_piece> pieces;
  buffer<vertex_id> predecessors;  // in the layout's ids, if these differ from the caller's
  buffer<unsigned> known, changed;
  bool needs_doubles;
  result_array<double> final_distances;
  result_array<vertex_id> final_predecessors;
  cuda::event written;
  cuda::stopwatch search_watch, distances_watch, predecessors_watch;
};

sssp_cuda::sssp_cuda(const weighted_layout& l, device where, bool predecessors) : device_(where.index) {
  const cuda::current_device here(device_);
  cuda::require_capability(where);
  cuda::require_device_memory(
      planned_bytes(l, where, predecessors),
      "shortest paths in a graph of " + std::to_string(l.num_vertices) + " vertices and " + std::to_string(l.num_edges) + " edges");
  state_ = std::make_unique<state>(l, where, predecessors);
}

sssp_cuda::~sssp_cuda() {
  const cuda::current_device here(device_);
  state_.reset();
}

outcome sssp_cuda::run(const request& r, const std::function<void()>& meanwhile) {
  const cuda::current_device here(device_);
  return state_->run(r, meanwhile);
}

void sssp_cuda::take(sssp_result& result, bool keep) {
  const cuda::current_device here(device_);
  if (state_->searched_narrow)
    state_->take<std::uint32_t>(result, keep);
  else
    state_->take<double>(result, keep);
}

bool sssp_cuda::narrow() const { return state_->searched_narrow; }
double sssp_cuda::seconds_search() const { return state_->seconds; }
double sssp_cuda::seconds_distances() const { return state_->seconds_distances; }
double sssp_cuda::seconds_predecessors() const { return state_->seconds_predecessors; }

}  // namespace fathom::sssp_engine
