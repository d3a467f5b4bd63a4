#include "fathom/program/device_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <vector>

#include "core/memory.hpp"
#include "cuda/event.hpp"
#include "cuda/runtime.hpp"
#include "cuda/transfer.hpp"
#include "engine/multi_search/device_kernels.hpp"
#include "fathom/error.hpp"

namespace fathom::multi_search_engine {
namespace {

constexpr std::size_t alignment = 256;
// Kept rows wait for the end of their batch: more of them gain nothing.
constexpr std::size_t most_row_bytes = std::size_t{1} << 30;
constexpr std::size_t most_batch = std::size_t{1} << 20;
constexpr vertex_id most_device_vertices = 0x7fff0000u;  // queues are counted in 32 bits, by which warps overshoot
constexpr auto look_interval = std::chrono::microseconds(100);

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

// For a search's own work, in a block's memory: where parts begin, and their bytes together.
struct block_parts {
  std::size_t queue, begins, bytes;
};
block_parts parts_of(vertex_id n, std::size_t words) {
  const std::size_t queue = aligned(3 * words * sizeof(std::uint32_t));
  const std::size_t begins = queue + aligned((std::size_t{n} + 1) * sizeof(vertex_id));
  return {queue, begins, begins + aligned(2 * (std::size_t{n} + 2) * sizeof(std::uint32_t))};
}

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
    throw error(error_category::memory,
                fmt::format("{} vertices are more than the {} that a program on a GPU searches; use the cpu", l.num_vertices,
                            most_device_vertices));
  }
}

}  // namespace

struct device_run::parts {
  parts(const layout& prepared, std::span<const vertex_id> all, const multi_search_options& how)
      : here(how.where.index), l(prepared), sources(all), options(how) {}

  cuda::current_device here;
  cuda::stream stream;  // first of what lies on the device: it is freed in its order
  layout l;
  std::span<const vertex_id> sources;
  multi_search_options options;
  std::vector<cuda::buffer<std::byte>> memory;
  array<edge_offset> host_offsets;
  cuda::pinned<std::uint32_t> stop;
  cuda::stopwatch watch;
  cuda::event done;
  unsigned blocks = 0;
  std::size_t batch = 0;
  vertex_id *batch_sources = nullptr, *batch_callers = nullptr;

  template <class T>
  const T* on_device(device_run& run, const T* from, std::size_t size) {
    if (!from || l.where.kind == device_kind::cuda) return from;
    std::byte* const copy = run.allocate(size * sizeof(T));
    run.upload(copy, from, size * sizeof(T));
    return reinterpret_cast<const T*>(copy);
  }
};

device_run::device_run(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options) {
  check_device_call(prepared, sources, options);
  parts_ = std::make_unique<parts>(prepared, sources, options);
  cuda::require_capability(options.where);
  const layout& l = prepared;
  const std::size_t n = l.num_vertices;
  const bool has_in = l.in.offsets != nullptr, own_in = has_in && l.in.offsets != l.out.offsets;
  if (l.where.kind == device_kind::cpu) {
    const std::size_t rows = (n + 1) * sizeof(edge_offset) + l.num_edges * sizeof(vertex_id);
    cuda::require_device_memory(rows * (own_in ? 2 : 1) + n * sizeof(vertex_id),
                                fmt::format("searching a graph of {} vertices", l.caller_vertices));
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

void device_run::plan(const device_needs& needs, int blocks_a_multiprocessor) {
  parts& p = *parts_;
  const multi_search_options& options = p.options;
  const std::size_t count = p.sources.size();
  job.slots = slots_for(p.l, options);
  job.words = (job.slots + 31) / 32;
  const block_parts own = parts_of(job.graph.n, job.words);
  job.queue_at = own.queue, job.begins_at = own.begins;
  job.block_bytes = own.bytes + aligned(needs.state_arrays);
  for (int a = 0; a < job.arrays.count; ++a) job.arrays.list[a].at += own.bytes;
  job.state_bytes = (needs.state + 15) / 16 * 16, job.row_bytes = needs.row;
  job.edge_parallel = options.method == multi_search_method::edge_parallel;

  int multiprocessors = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, options.where.index),
        "asking for multiprocessors");
  const std::uint64_t there = cuda::available_device_memory();
  const std::uint64_t most = options.memory_bytes > 0 ? std::min(options.memory_bytes, there) : there / 4 * 3;
  const std::size_t a_search = job.state_bytes + job.row_bytes + 2 * sizeof(vertex_id);
  const std::size_t a_block = job.block_bytes + job.state_bytes + sizeof(device_counts);
  const std::size_t fixed = needs.totals + (job.edge_parallel ? job.graph.num_edges * sizeof(vertex_id) : 0) + 64 * alignment;
  const auto bytes = [&](std::size_t blocks, std::size_t batch) { return fixed + blocks * a_block + batch * a_search; };
  std::size_t blocks = static_cast<std::size_t>(std::max(1, blocks_a_multiprocessor)) * static_cast<std::size_t>(multiprocessors);
  blocks = std::min({blocks, count, job.slots - job.graph.n});
  while (blocks > 1 && bytes(blocks, blocks) > most) --blocks;
  if (bytes(blocks, blocks) > most || needs.result > available_host_memory()) {
    throw error(
        error_category::memory,
        fmt::format("a search from each of {} sources in a graph of {} vertices needs {} on {} ({} for a search, {} for "
                    "totals) and {} for the results, and {} and {} may be taken; give fewer sources, or keep less of each",
                    count, p.l.caller_vertices, human_bytes(bytes(1, 1)), to_string(options.where), human_bytes(a_block),
                    human_bytes(needs.totals), human_bytes(needs.result), human_bytes(most), human_bytes(available_host_memory())));
  }
  // Waves of equal size: a last one of a few searches would leave most of the device idle.
  const std::size_t waves = (count + blocks - 1) / blocks;
  blocks = (count + waves - 1) / waves;
  const std::size_t fits = (most - bytes(blocks, 0)) / a_search;
  p.batch = std::min({count, fits, most_batch, std::max(blocks, most_row_bytes / a_search)});
  p.blocks = static_cast<unsigned>(blocks);

  job.memory = allocate(blocks * job.block_bytes);
  job.ended_states = allocate(p.batch * job.state_bytes);
  job.rows = allocate(p.batch * job.row_bytes);
  p.batch_sources = reinterpret_cast<vertex_id*>(allocate(p.batch * sizeof(vertex_id)));
  p.batch_callers = reinterpret_cast<vertex_id*>(allocate(p.batch * sizeof(vertex_id)));
  job.sources = p.batch_sources, job.caller_sources = p.batch_callers;
  job.next = reinterpret_cast<std::uint32_t*>(allocate(sizeof(std::uint32_t)));
  job.counts = reinterpret_cast<device_counts*>(allocate(blocks * sizeof(device_counts)));
  check(cudaMemsetAsync(job.counts, 0, blocks * sizeof(device_counts), p.stream.get()), "clearing counts");
  if (job.edge_parallel && job.graph.num_edges > 0) {
    vertex_id* const origins = reinterpret_cast<vertex_id*>(allocate(job.graph.num_edges * sizeof(vertex_id)));
    list_origins(job.graph, origins, p.stream);
    job.graph.origins = origins;
  }

  const bool chosen = options.threshold == 0;
  report.threshold = chosen ? choose_threshold(count_degrees(job.graph, p.stream)) : options.threshold;
  const auto method = options.method == multi_search_method::automatic ? multi_search_method::hybrid : options.method;
  constexpr edge_offset never = std::numeric_limits<edge_offset>::max();
  job.warp_from = report.threshold < never ? report.threshold + 1 : never;
  if (method == multi_search_method::work_efficient) job.warp_from = never;
  if (method == multi_search_method::warp_based) job.warp_from = 0;
  report.method = to_string(method);
  report.engine = fmt::format("{}, a search a block, {}{}", to_string(options.where), report.method,
                              method == multi_search_method::hybrid
                                  ? fmt::format(", T = {} ({})", report.threshold, chosen ? "from the degrees" : "as asked for")
                                  : "");
  if (method != multi_search_method::hybrid) report.threshold = 0;
  report.order = p.l.reason, report.where = options.where;
  report.searches = count, report.at_once = static_cast<int>(blocks), report.batch = p.batch;
  report.planned_bytes = bytes(blocks, p.batch) + needs.result;
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

void* device_run::stream() const noexcept { return parts_->stream.get(); }

std::byte* device_run::allocate(std::size_t bytes) {
  parts_->memory.emplace_back(aligned(bytes), parts_->stream);
  return parts_->memory.back().data();
}

void device_run::upload(void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) cuda::copy_to_device(to, from, bytes, parts_->stream);
}

void device_run::download(void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) cuda::copy_to_host(to, from, bytes, parts_->stream);
}

void device_run::check(int status, const char* doing) { cuda::check(static_cast<cudaError_t>(status), doing); }

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
  check(cudaMemsetAsync(job.next, 0, sizeof(std::uint32_t), p.stream.get()), "beginning a batch");
  p.watch.start(p.stream);
}

void device_run::launched() {
  parts_->watch.stop(parts_->stream);
  parts_->done.record(parts_->stream);
}

void device_run::end_batch() {
  parts& p = *parts_;
  // The host looks whether it shall stop, and tells the blocks, which end with the searches that they are at.
  bool stops = false;
  while (!stops && cudaStreamQuery(p.stream.get()) == cudaErrorNotReady) {
    stops = p.options.control.stop.stop_requested();
    if (!stops) std::this_thread::sleep_for(look_interval);
  }
  (void)cudaGetLastError();  // "not ready" would be taken for a failure of the next launch
  if (stops) *static_cast<volatile std::uint32_t*>(p.stop.data()) = 1;
  p.stream.wait("searching");
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

std::shared_ptr<void> copy_to_device(device where, const void* from, std::size_t bytes) {
  const cuda::current_device here(where.index);
  const cuda::stream s;
  std::shared_ptr<void> copy = cuda::allocate_shared(bytes, s);
  if (bytes > 0) cuda::copy_to_device(copy.get(), from, bytes, s);
  s.wait("copying to the device");
  return copy;
}

}  // namespace fathom::multi_search_engine
