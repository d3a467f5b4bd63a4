#include "fathom/visitor/device_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <vector>

#include "base/memory.hpp"
#include "fathom/error.hpp"
#include "gpu/await.hpp"
#include "gpu/event.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/runtime.hpp"
#include "gpu/transfer.hpp"
#include "visitor/searches/cuda/kernels.hpp"

namespace fathom::multi_search_engine {
namespace {

constexpr std::size_t alignment = 256;
// Kept rows are delivered at the end of their batch: larger batches gain nothing.
constexpr std::size_t most_row_bytes = std::size_t{1} << 30;
constexpr std::size_t most_batch = std::size_t{1} << 20;
constexpr vertex_id most_device_vertices = 0x7fff0000u;  // queue sizes have 32 bits, and warps overshoot the end
constexpr auto look_interval = std::chrono::microseconds(100);

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

void check_device_call(const layout& l, std::span<const vertex_id> sources, const multi_search_options& options) {
  if (options.where.kind != device_kind::cuda) {
    throw error(error_category::usage, fmt::format("multi_search_on_device() is for CUDA devices, not for {}; use multi_search()",
                                                   to_string(options.where)));
  }
  if (l.where.kind != device_kind::cpu && l.where != options.where) {
    throw error(
        error_category::usage,
        fmt::format("the layout was prepared for {} and cannot be searched on {}; prepare it for that device, or for the cpu",
                    to_string(l.where), to_string(options.where)));
  }
  check_arguments(l, sources, options);
  if (l.num_vertices > most_device_vertices) {
    throw error(error_category::memory, fmt::format("{} vertices exceed the limit of {} for searches on a GPU; use the cpu",
                                                    l.num_vertices, most_device_vertices));
  }
}

struct device_run::parts {
  parts(const layout& prepared, std::span<const vertex_id> all, const multi_search_options& how)
      : l(prepared), sources(all), options(how) {}

  layout l;
  std::span<const vertex_id> sources;
  multi_search_options options;
  array<edge_offset> host_offsets;
  cuda::pinned<std::uint32_t> stop;
  cuda::stopwatch watch;
  cuda::event done;
  unsigned blocks = 0;
  std::size_t batch = 0;
  std::size_t block_bytes = 0;  // of the searches' own memory and arrays, per thread block
  vertex_id *batch_sources = nullptr, *batch_callers = nullptr;

  template <class T>
  const T* on_device(device_run& run, const T* from, std::size_t size) {
    if (!from || l.where.kind == device_kind::cuda) return from;
    return run.upload_copy(from, size);
  }
};

device_run::device_run(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options)
    : device_room((check_device_call(prepared, sources, options), options.where)),
      parts_(std::make_unique<parts>(prepared, sources, options)) {
  const layout& l = prepared;
  const std::size_t n = l.num_vertices;
  const bool has_in = l.in.offsets != nullptr, own_in = has_in && l.in.offsets != l.out.offsets;
  if (l.where.kind == device_kind::cpu) {
    const std::size_t rows = (n + 1) * sizeof(edge_offset) + l.num_edges * sizeof(vertex_id);
    require(rows * (own_in ? 2 : 1) + n * sizeof(vertex_id),
            fmt::format("searching a graph of {} vertices", l.caller_vertices).c_str());
  }
  device_graph& g = job.graph;
  g.n = l.num_vertices, g.num_edges = l.num_edges;
  g.offsets = parts_->on_device(*this, l.out.offsets, n + 1), g.targets = parts_->on_device(*this, l.out.targets, l.num_edges);
  if (has_in) g.in_offsets = g.offsets, g.in_targets = g.targets;
  if (own_in) {
    g.in_offsets = parts_->on_device(*this, l.in.offsets, n + 1),
    g.in_targets = parts_->on_device(*this, l.in.targets, l.num_edges);
  }
  g.to_caller = parts_->on_device(*this, l.to_caller, n);
  *parts_->stop.data() = 0;
  job.stop = parts_->stop.data();
  job.depth_limit = options.depth_limit, job.directions = options.directions;
}

device_run::~device_run() = default;

void device_run::plan(const device_needs& needs, int blocks_per_multiprocessor) {
  place_arrays(needs);
  const std::size_t bytes = choose_batch(needs, blocks_per_multiprocessor);
  allocate_batch();
  choose_method();
  const parts& p = *parts_;
  report.order = p.l.reason, report.where = p.options.where;
  report.searches = p.sources.size(), report.at_once = static_cast<int>(p.blocks), report.batch = p.batch;
  report.planned_bytes = bytes + needs.result;
}

// Lays out a thread block's memory: the engine's own parts, then the arrays of a search's state.
void device_run::place_arrays(const device_needs& needs) {
  const multi_search_options& options = parts_->options;
  job.slots = slots_for(parts_->l, options);
  job.words = (job.slots + 31) / 32;
  std::size_t& bytes = parts_->block_bytes;
  const auto place = [&bytes](block_part& part, std::size_t entries, std::size_t size) {
    part = {bytes, aligned(entries * size)};
    bytes += part.bytes;
  };
  for (block_part* const bitmap : {&job.joined, &job.settled, &job.marks}) place(*bitmap, job.words, sizeof(std::uint32_t));
  place(job.queue, std::size_t{job.graph.n} + 1, sizeof(vertex_id));
  place(job.begins, 2 * (std::size_t{job.graph.n} + 2), sizeof(std::uint32_t));
  for (int a = 0; a < job.arrays.count; ++a) job.arrays.list[a].part.at += bytes;
  bytes += aligned(needs.state_arrays);
  job.state_bytes = (needs.state + 15) / 16 * 16, job.row_bytes = needs.row;
  job.edge_parallel = options.method == multi_search_method::edge_parallel;
}

// Chooses the number of thread blocks and of searches per batch that fit the device. Returns the bytes planned there.
std::size_t device_run::choose_batch(const device_needs& needs, int blocks_per_multiprocessor) {
  parts& p = *parts_;
  const multi_search_options& options = p.options;
  const std::size_t count = p.sources.size();
  const std::uint64_t there = cuda::available_device_memory();
  const std::uint64_t most = options.memory_bytes > 0 ? std::min(options.memory_bytes, there) : there / 4 * 3;
  const std::size_t per_search = job.state_bytes + job.row_bytes + 2 * sizeof(vertex_id);
  const std::size_t per_block = p.block_bytes + job.state_bytes + sizeof(device_counts);
  const std::size_t fixed = needs.totals + (job.edge_parallel ? job.graph.num_edges * sizeof(vertex_id) : 0) + 64 * alignment;
  const auto bytes = [&](std::size_t blocks, std::size_t batch) { return fixed + blocks * per_block + batch * per_search; };
  std::size_t blocks = static_cast<std::size_t>(std::max(1, blocks_per_multiprocessor)) * multiprocessors();
  blocks = std::min({blocks, count, job.slots - job.graph.n});
  while (blocks > 1 && bytes(blocks, blocks) > most) --blocks;
  if (bytes(blocks, blocks) > most || needs.result > available_host_memory()) {
    throw error(
        error_category::memory,
        fmt::format(
            "a search from each of {} sources in a graph of {} vertices needs {} on {} ({} per search, {} for "
            "totals) and {} on the host for the results, but {} and {} may be used; give fewer sources, or keep less per search",
            count, p.l.caller_vertices, human_bytes(bytes(1, 1)), to_string(options.where), human_bytes(per_block),
            human_bytes(needs.totals), human_bytes(needs.result), human_bytes(most), human_bytes(available_host_memory())));
  }
  // Waves of equal size: a last wave of few searches would leave most of the device idle.
  const std::size_t waves = (count + blocks - 1) / blocks;
  blocks = (count + waves - 1) / waves;
  const std::size_t fits = (most - bytes(blocks, 0)) / per_search;
  p.batch = std::min({count, fits, most_batch, std::max(blocks, most_row_bytes / per_search)});
  p.blocks = static_cast<unsigned>(blocks);
  return bytes(blocks, p.batch);
}

void device_run::allocate_batch() {
  parts& p = *parts_;
  const std::size_t blocks = p.blocks;
  job.memory = allocate(blocks * p.block_bytes);
  job.ended_states = allocate(p.batch * job.state_bytes);
  job.rows = allocate(p.batch * job.row_bytes);
  p.batch_sources = allocate_for<vertex_id>(p.batch);
  p.batch_callers = allocate_for<vertex_id>(p.batch);
  job.sources = p.batch_sources, job.caller_sources = p.batch_callers;
  job.next = allocate_for<std::uint32_t>(1);
  job.counts = allocate_for<device_counts>(blocks);
  clear(job.counts, blocks * sizeof(device_counts));
  if (job.edge_parallel && job.graph.num_edges > 0) {
    vertex_id* const origins = allocate_for<vertex_id>(job.graph.num_edges);
    list_origins(job.graph, origins, in_order());
    job.graph.origins = origins;
  }
}

// Chooses the method, and T from the degrees unless it was requested.
void device_run::choose_method() {
  const multi_search_options& options = parts_->options;
  const bool chosen = options.threshold == 0;
  report.threshold = chosen ? choose_threshold(count_degrees(job.graph, in_order())) : options.threshold;
  const auto method = options.method == multi_search_method::automatic ? multi_search_method::hybrid : options.method;
  constexpr edge_offset never = std::numeric_limits<edge_offset>::max();
  job.warp_from = report.threshold < never ? report.threshold + 1 : never;
  if (method == multi_search_method::work_efficient) job.warp_from = never;
  if (method == multi_search_method::warp_based) job.warp_from = 0;
  report.method = to_string(method);
  report.engine = fmt::format("{}, one search per block, {}{}", to_string(options.where), report.method,
                              method == multi_search_method::hybrid
                                  ? fmt::format(", T = {} ({})", report.threshold, chosen ? "from the degrees" : "as requested")
                                  : "");
  if (method != multi_search_method::hybrid) report.threshold = 0;
}

unsigned device_run::blocks() const noexcept { return parts_->blocks; }

layout device_run::with_host_offsets() {
  layout l = parts_->l;
  if (l.where.kind == device_kind::cpu) return l;
  array<edge_offset>& offsets = parts_->host_offsets;
  offsets = array<edge_offset>(std::size_t{l.num_vertices} + 1);
  download(offsets.data(), job.graph.offsets, offsets.size() * sizeof(edge_offset));
  l.out.offsets = offsets.data();
  return l;
}

void device_run::begin_batch(std::size_t first) {
  parts& p = *parts_;
  report_progress(p.options.control, "searching", first, p.sources.size());
  job.first = first;
  job.count = static_cast<std::uint32_t>(std::min(p.batch, p.sources.size() - first));
  const std::span<const vertex_id> callers = p.sources.subspan(first, job.count);
  std::vector<vertex_id> inside(callers.begin(), callers.end());
  for (vertex_id& v : inside) v = p.l.to_internal ? p.l.to_internal[v] : v;
  upload(p.batch_sources, inside.data(), inside.size() * sizeof(vertex_id));
  upload(p.batch_callers, callers.data(), callers.size() * sizeof(vertex_id));
  clear(job.next, sizeof(std::uint32_t));
  p.watch.start(in_order());
}

void device_run::launched() {
  parts_->watch.stop(in_order());
  parts_->done.record(in_order());
}

void device_run::end_batch() {
  parts& p = *parts_;
  // The host polls the stop token and signals the thread blocks, which end after their current searches. It sleeps only if they
  // take long, since it oversleeps by as much as small searches take.
  using clock = std::chrono::steady_clock;
  const clock::time_point long_since = clock::now() + cuda::longest_polling;
  bool stops = false;
  while (!stops && cudaStreamQuery(in_order().get()) == cudaErrorNotReady) {
    stops = p.options.control.stop.stop_requested();
    if (!stops && clock::now() > long_since) std::this_thread::sleep_for(look_interval);
  }
  (void)cudaGetLastError();  // clears "not ready", which the next launch check would take for a failure
  if (stops) *static_cast<volatile std::uint32_t*>(p.stop.data()) = 1;
  in_order().wait("searching");
  if (stops) throw_cancelled();
  report.seconds_on_device += p.watch.seconds();
}

void device_run::add_counts() {
  std::vector<device_counts> counts(parts_->blocks);
  download(counts.data(), job.counts, counts.size() * sizeof(device_counts));
  for (const device_counts& c : counts) {
    multi_search_engine::add_counts(report, {c.stopped, c.reached, c.edges_inspected, c.edges_traversed, c.depth});
  }
  report_progress(parts_->options.control, "searching", parts_->sources.size(), parts_->sources.size());
}

}  // namespace fathom::multi_search_engine
