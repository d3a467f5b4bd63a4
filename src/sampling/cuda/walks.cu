// Random walks on a CUDA device, one walk per thread. Random numbers and arithmetic are those of the CPU's engine, so that walks
// are the same: this file is compiled without fused multiply-add.
#include <algorithm>
#include <string>

#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "gpu/block.cuh"
#include "gpu/device_array.hpp"
#include "gpu/kernel.cuh"
#include "graph/cuda/graph_on_device.hpp"
#include "sampling/engines.hpp"
#include "sampling/walk_rules.hpp"

namespace fathom::sampling_engine {
namespace {

using cuda::buffer;
using cuda::check_launch;

// Walks between two polls of the stop token have about this many entries; walks that go to the host are copied after each part.
constexpr std::uint64_t entries_per_launch = 1u << 27;

struct walk_counts {
  unsigned long long steps, ended_early, proposals, rows_scanned;
};

struct walk_job {
  adjacency_view rows;      // in device memory
  const alias_slot* slots;  // null without weights
  const double* totals;     // of the rows' weights, where edges back have an excess
  const vertex_id* sources;
  std::uint64_t first, last;  // walks of this launch
  std::uint32_t length, walks_per_source;
  std::uint64_t seed;
  bool sorted, one_edge_back;
  walk_biases biases;
  vertex_id* vertices;  // of walk `first`
  walk_counts* counts;
};

// A walk's place: the row of the current vertex, and that of the previous one.
struct walk_place {
  vertex_id previous, current;
  edge_offset first, last, before, before_end;
  std::uint32_t step;
};

__device__ double weight_of(const adjacency_view& rows, edge_offset e) {
  return rows.wide_weights != nullptr ? rows.wide_weights[e] : static_cast<double>(rows.weights[e]);
}

__device__ bool has_edge(const walk_job& job, edge_offset first, edge_offset last, vertex_id v) {
  const vertex_id* const row = job.rows.targets + first;
  const edge_offset size = last - first;
  if (job.sorted) {
    const std::uint64_t at = cuda::lower_bound(row, size, v);
    return at < size && row[at] == v;
  }
  for (edge_offset i = 0; i < size; ++i) {
    if (row[i] == v) return true;
  }
  return false;
}

template <bool Weighted>
__device__ double excess(const walk_job& job, const walk_place& w) {
  if (job.biases.back <= 1) return 0;
  double back = 1;
  if (!job.one_edge_back) {
    back = 0;
    const vertex_id* const row = job.rows.targets + w.first;
    const edge_offset size = w.last - w.first;
    for (edge_offset i = job.sorted ? cuda::lower_bound(row, size, w.previous) : 0; i < size; ++i) {
      if (row[i] == w.previous)
        back += Weighted ? weight_of(job.rows, w.first + i) : 1;
      else if (job.sorted)
        break;
    }
  }
  const double all = Weighted ? job.totals[w.current] : static_cast<double>(w.last - w.first);
  return excess_of(job.biases, back, all);
}

template <bool Weighted>
__device__ double biased(const walk_job& job, const walk_place& w, edge_offset e) {
  const vertex_id v = job.rows.targets[e];
  const double bias = v == w.previous                            ? job.biases.back
                      : has_edge(job, w.before, w.before_end, v) ? job.biases.near
                                                                 : job.biases.far;
  return Weighted ? bias * weight_of(job.rows, e) : bias;
}

// Draws by the exact biases of all edges of the row, which are added in the order of the row as on the CPU.
template <bool Weighted>
__device__ vertex_id weigh_all(const walk_job& job, const walk_place& w, const draw_stream& draws) {
  double total = 0;
  for (edge_offset e = w.first; e < w.last; ++e) total += biased<Weighted>(job, w, e);
  double left = total * unit_interval(draws(w.step, draw_of_scan));
  vertex_id chosen = no_vertex;
  for (edge_offset e = w.first; e < w.last; ++e) {
    const double weight = biased<Weighted>(job, w, e);
    if (weight > 0) chosen = job.rows.targets[e];
    if (left < weight) break;
    left -= weight;
  }
  return chosen;
}

// The target of a proposal, or no_vertex in a row whose weights are all 0.
template <bool Weighted>
__device__ vertex_id proposed(const walk_job& job, const walk_place& w, const draw_stream& draws, std::uint32_t trial) {
  const drawn_edge drawn = propose_edge(draws, w.step, trial, w.first, w.last);
  if constexpr (Weighted) {
    const alias_slot slot = job.slots[drawn.edge];
    if (drawn.fraction >= slot.own) return slot.other;
  }
  return job.rows.targets[drawn.edge];
}

__device__ bool accepts(const walk_job& job, const walk_place& w, vertex_id v, double chance) {
  if (v == w.previous) return chance < job.biases.back;
  if (chance < job.biases.least()) return true;
  return chance < (has_edge(job, w.before, w.before_end, v) ? job.biases.near : job.biases.far);
}

template <bool Weighted, bool SecondOrder>
__device__ vertex_id next_vertex(const walk_job& job, const walk_place& w, const draw_stream& draws, walk_counts& done) {
  const bool is_second_order = SecondOrder && w.step > 1;
  const double back_excess = is_second_order ? excess<Weighted>(job, w) : 0;
  for (std::uint32_t trial = 0;;) {
    ++done.proposals;
    const vertex_id v = proposed<Weighted>(job, w, draws, trial);
    if (!is_second_order || v == no_vertex) return v;
    double chance = chance_of(draws, w.step, trial);
    if (back_excess > 0) {
      const double part = part_of_excess(back_excess);
      if (chance < part) return w.previous;
      chance = rest_of_chance(chance, part);
    }
    if (accepts(job, w, v, chance)) return v;
    if (gives_up(++trial, w.last - w.first)) {
      ++done.rows_scanned;
      return weigh_all<Weighted>(job, w, draws);
    }
  }
}

template <bool Weighted, bool SecondOrder>
__device__ void walk_one(const walk_job& job, std::uint64_t row, walk_counts& done) {
  vertex_id* const entries = job.vertices + (row - job.first) * (job.length + std::uint64_t{1});
  const draw_stream draws(job.seed, row);
  walk_place w{.previous = no_vertex, .current = job.sources[row / job.walks_per_source], .before = 0, .before_end = 0};
  entries[0] = w.current;
  for (w.step = 1;; ++w.step) {
    w.first = job.rows.offsets[w.current], w.last = job.rows.offsets[w.current + 1];
    const vertex_id next = w.first == w.last ? no_vertex : next_vertex<Weighted, SecondOrder>(job, w, draws, done);
    if (next == no_vertex) {
      for (std::uint64_t i = w.step; i <= job.length; ++i) entries[i] = no_vertex;
      ++done.ended_early;
      return;
    }
    ++done.steps;
    entries[w.step] = next;
    if (w.step == job.length) return;
    w.previous = w.current, w.current = next;
    w.before = w.first, w.before_end = w.last;
  }
}

template <bool Weighted, bool SecondOrder>
__global__ void walk_kernel(walk_job job) {
  walk_counts done{};
  for (std::uint64_t row = job.first + cuda::grid_thread(); row < job.last; row += cuda::grid_threads())
    walk_one<Weighted, SecondOrder>(job, row, done);
  cuda::block_add<cuda::wide_block>(&job.counts->steps, done.steps);
  cuda::block_add<cuda::wide_block>(&job.counts->ended_early, done.ended_early);
  cuda::block_add<cuda::wide_block>(&job.counts->proposals, done.proposals);
  cuda::block_add<cuda::wide_block>(&job.counts->rows_scanned, done.rows_scanned);
}

bool is_second_order(const random_walk_options& o) { return o.p != 1 || o.q != 1; }

void launch(const walk_job& job, bool second_order, const cuda::stream& s) {
  const bool weighted = job.slots != nullptr;
  const auto kernel = weighted ? (second_order ? walk_kernel<true, true> : walk_kernel<true, false>)
                               : (second_order ? walk_kernel<false, true> : walk_kernel<false, false>);
  kernel<<<cuda::wide_grid(job.last - job.first), cuda::wide_block, 0, s.get()>>>(job);
  check_launch("walking");
}

// Copies of what the walks read.
class walk_inputs {
 public:
  walk_inputs(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options, const alias_table& alias,
              device where, const cuda::stream& s)
      : rows_(g, where, s, graph_on_device::directions::out),
        sources_(cuda::upload(sources.data(), sources.size(), s)),
        slots_(cuda::upload(alias.slots.data(), alias.slots.size(), s)),
        totals_(cuda::upload(alias.totals.data(), alias.totals.size(), s)) {
    if (!reads_weights(options, alias)) return;
    if (const adjacency_view& host = g.view().out; host.wide_weights)
      wide_weights_ = cuda::upload(host.wide_weights, g.num_edges(), s);
    else
      weights_ = cuda::upload(host.weights, g.num_edges(), s);
  }

  [[nodiscard]] static std::uint64_t bytes(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options,
                                           const alias_table& alias, device where) {
    const std::uint64_t weight = g.view().out.wide_weights ? sizeof(double) : sizeof(edge_weight);
    return graph_on_device::bytes(g, where, graph_on_device::directions::out) + sources.size_bytes() + alias.slots.bytes() +
           alias.totals.bytes() + (reads_weights(options, alias) ? g.num_edges() * weight : 0);
  }

  void add_to(walk_job& job) const {
    job.rows = rows_.view().out;
    job.rows.weights = weights_.data(), job.rows.wide_weights = wide_weights_.data();
    job.slots = slots_.data(), job.totals = totals_.data(), job.sources = sources_.data();
  }

 private:
  static bool reads_weights(const random_walk_options& options, const alias_table& alias) {
    return !alias.slots.empty() && is_second_order(options);
  }

  graph_on_device rows_;
  buffer<vertex_id> sources_;
  buffer<alias_slot> slots_;
  buffer<double> totals_;
  buffer<edge_weight> weights_;
  buffer<double> wide_weights_;
};

}  // namespace

double walk_cuda(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options, const alias_table& alias,
                 random_walk_result& result, const execution& exec) {
  const cuda::current_device here(exec.where.index);
  cuda::require_capability(exec.where);
  if (result.walks == 0) return 0;
  const timer clock;
  const std::uint64_t entries = options.length + std::uint64_t{1};
  const std::uint64_t per_launch = std::clamp<std::uint64_t>(entries_per_launch / entries, 1, result.walks);
  const std::uint64_t stored = options.keep_on_device ? result.walks : per_launch;
  cuda::require_device_memory(walk_inputs::bytes(g, sources, options, alias, exec.where) + stored * entries * sizeof(vertex_id),
                              "making " + std::to_string(result.walks) + " walks of " + std::to_string(options.length) + " edges");
  const cuda::stream stream;
  const walk_inputs inputs(g, sources, options, alias, exec.where, stream);
  const buffer<walk_counts> counts = cuda::filled<walk_counts>(1, 0, stream);
  const buffer<vertex_id> part(options.keep_on_device ? 0 : per_launch * entries, stream);
  stream.wait("copying the graph to the device");
  const double seconds_to_copy = clock.seconds();
  result.vertices = cuda::result_array<vertex_id>(result.walks * entries, options.keep_on_device, exec.where, stream);
  walk_job job{.length = options.length,
               .walks_per_source = options.walks_per_source,
               .seed = options.seed,
               .sorted = g.properties().sorted,
               .one_edge_back = has_one_edge_back(g, !alias.slots.empty()),
               .biases = walk_biases(options),
               .counts = counts.data()};
  inputs.add_to(job);
  for (std::uint64_t first = 0; first < result.walks; first += per_launch) {
    check_stop(exec.control);
    job.first = first, job.last = std::min(first + per_launch, result.walks);
    vertex_id* const to = result.vertices.data() + first * entries;
    job.vertices = options.keep_on_device ? to : part.data();
    launch(job, is_second_order(options), stream);
    if (!options.keep_on_device) cuda::copy_to_host(to, part.data(), (job.last - first) * entries * sizeof(vertex_id), stream);
    report_progress(exec.control, "searching", job.last, result.walks);
  }
  const walk_counts done = cuda::read_one(counts.data(), stream);
  random_walk_report& r = result.report;
  r.steps = done.steps, r.ended_early = done.ended_early, r.proposals = done.proposals, r.rows_scanned = done.rows_scanned;
  return seconds_to_copy;
}

}  // namespace fathom::sampling_engine
