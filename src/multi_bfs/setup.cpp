// Setup of multi_bfs(): argument checks, choice of the engine and of the group width.
#include "multi_bfs/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "bfs/cpu/engine.hpp"
#include "comm/agreement.hpp"
#include "comm/process_threads.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "graph/sources/distinct_sources.hpp"
#include "multi_bfs/group_engine.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {
namespace {

constexpr int joined_widths[] = {1024, 512, 256, 128, 64};
constexpr int separate_widths[] = {64, 32, 16, 8, 4, 2, 1};

// Counted over all searches. Starting a thread costs some microseconds, at every level.
constexpr std::uint64_t edges_per_thread = 1u << 12;

struct joining_limits {
  std::size_t fewest;  ///< searches for which a joint traversal pays off
  int widest;          ///< searches per bit row
};
// A joint traversal of fewer searches inspects nearly as many edges as separate searches, each of which can stop early (kron:20:16:
// break-even at 16). Bit rows of 512 bits fill a cache line; wider ones gain nothing on a CPU.
constexpr joining_limits limits_on_cpu{16, 512};
constexpr joining_limits limits_on_cuda{8, 1024};

// Searches with more levels share so few frontier vertices that a joint traversal costs more than it saves. On a GPU a level of
// more searches costs little more: measured break-even is at about 60 levels for 16 searches, 160 for 128, and 400 for 1,024 (a
// full group).
hop_count deepest_joined(std::size_t searches, bool on_gpu) {
  if (!on_gpu) return 128;
  return static_cast<hop_count>(12 * std::sqrt(static_cast<double>(std::min<std::size_t>(searches, 1024))));
}

bool is_joined(multi_bfs_method method) {
  return method == multi_bfs_method::joint || method == multi_bfs_method::bitwise || method == multi_bfs_method::ms_bfs ||
         method == multi_bfs_method::ibfs;
}

// Whether a search from `source` has more than `depth` levels; the single-source engine runs at most one level further to find out.
bool is_deeper(const layout& l, hop_count depth, vertex_id source, hop_count depth_limit, const run_control& control) {
  const bfs_engine::request r{.source = l.to_internal ? l.to_internal[source] : source,
                              .options = {.depth_limit = depth + 1,
                                          .return_predecessors = false,
                                          .alpha = bfs_engine::usual_alpha,
                                          .map_back = false,
                                          .keep_on_device = true},
                              .stop = control.stop};
  if (r.source == no_vertex || depth_limit <= depth) return false;
  if (l.where.kind == device_kind::cpu) return bfs_engine::bfs_cpu(l, thread_count(control)).run(r).depth > depth;
  return gpu(l.where).bfs_depth(l, r) > depth;
}

}  // namespace

std::uint64_t multi_bfs_run::memory_to_use(std::uint64_t wanted) { return available_host_memory_for(wanted + wanted / 2) / 4 * 3; }

multi_bfs_run::multi_bfs_run(const layout& prepared, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                             const multi_bfs_options& options, const execution& exec)
    : layout_(prepared),
      sources_(sources),
      sinks_(sinks),
      options_(options),
      exec_(exec),
      own_ranks_(exec.ranks ? nullptr : single_process_communicator()),
      ranks_(exec.ranks ? *exec.ranks : *own_ranks_),
      devices_(devices_of_rank(exec, ranks_)) {
  on_all_processes(ranks_, [&] {
    fill_plan();
    check();
    find_distinct();
  });
  require_same_call();
  on_all_processes(ranks_, [&] { choose_method(); });
  choose_width();
}

void multi_bfs_run::fill_plan() {
  const int threads = thread_count(with_threads(ranks_, exec_.control));
  plan_.threads = useful_threads(layout_.num_edges * sources_.size(), edges_per_thread, threads);
  plan_.deterministic = options_.deterministic;
  plan_.report_levels = options_.report_levels;
  plan_.early_termination = options_.early_termination;
  plan_.merge_updates = options_.merge_updates;
  plan_.depth_limit = options_.depth_limit;
  plan_.stop = exec_.control.stop;
  for (const multi_bfs_sink* const sink : sinks_) {
    const sink_needs n = sink->needs();
    plan_.needs.level_counts |= n.level_counts;
    plan_.needs.distances |= n.distances;
    plan_.needs.predecessors |= n.predecessors;
    plan_.needs.vertex_totals |= n.vertex_totals;
  }
}

void multi_bfs_run::check() const {
  if (exec_.transport != rank_transport::automatic)
    fail_usage("transport {} is for distributed graphs; leave it automatic in a call on a whole graph", to_string(exec_.transport));
  check_devices(exec_.devices);
  check_layout_device(layout_, devices_);
  for (const device d : devices_) static_cast<void>(choose_device(to_string(d)));
  check_sources(sources_, layout_.caller_vertices);
  if (options_.depth_limit < 0) fail_usage("depth_limit is {}; give 0 (only the sources) or more", options_.depth_limit);
  if (options_.width != 0 &&
      std::find(std::begin(joined_widths), std::end(joined_widths), options_.width) == std::end(joined_widths)) {
    fail_usage("width is {}; give 64, 128, 256, 512 or 1024 searches per group, or 0 for automatic", options_.width);
  }
  if (options_.small_degree == 0)
    fail_usage("small_degree is 0; give the exclusive upper bound on the out-degree of a group's sources");
  check_published_steps();
  if (plan_.needs.predecessors && !layout_.in.offsets) {
    fail_usage(
        "predecessors in multi-source BFS need in-edges, but this directed graph was built without them; build it with "
        "in_edges::automatic");
  }
}

void multi_bfs_run::check_published_steps() const {
  const multi_bfs_method method = options_.method;
  if (method == multi_bfs_method::ibfs && !searches_on_cuda(exec_)) {
    fail_usage("method 'ibfs' needs a CUDA device, but these searches run on the cpu; use 'bitwise'");
  }
  if (!options_.early_termination && method != multi_bfs_method::bitwise && method != multi_bfs_method::ibfs) {
    fail_usage("early_termination is false, but the method is '{}'; only 'bitwise' and 'ibfs' can search without it",
               to_string(method));
  }
  if (!options_.early_termination && method == multi_bfs_method::bitwise && searches_on_cuda(exec_)) {
    fail_usage(
        "early_termination is false, but method 'bitwise' always terminates early on device '{}'; use 'ibfs', or search on the CPU",
        to_string(devices_.front()));
  }
  if (options_.merge_updates && method != multi_bfs_method::ibfs) {
    fail_usage("merge_updates is true, but the method is '{}'; only 'ibfs' merges updates in shared memory", to_string(method));
  }
}

void multi_bfs_run::find_distinct() {
  distinct_sources distinct(sources_);
  distinct_ = std::move(distinct.sources);
  positions_ = std::move(distinct.positions), position_begin_ = std::move(distinct.position_begin);
}

void multi_bfs_run::choose_method() {
  const std::string_view where = searches_on_cuda(exec_) ? "CUDA" : "CPU";
  const joining_limits& limits = searches_on_cuda(exec_) ? limits_on_cuda : limits_on_cpu;
  method_ = options_.method;
  if (method_ != multi_bfs_method::automatic) {
    report_.engine = fmt::format("{}, {}", where, to_string(method_));
    return;
  }
  if (distinct_.size() == 1) {
    method_ = multi_bfs_method::sequential;
    report_.engine = fmt::format("{}, sequential: there is only one search", where);
    return;
  }
  if (distinct_.size() < limits.fewest) {
    method_ = multi_bfs_method::sequential;
    report_.engine = fmt::format("{}, sequential: concurrent search pays off only from {} searches on", where, limits.fewest);
    return;
  }
  method_ = multi_bfs_method::bitwise;
  report_.engine = fmt::format("{}, bitwise", where);
  if (layout_.order == vertex_order::degree) return;  // graphs with hubs are shallow
  const hop_count deepest = deepest_joined(distinct_.size(), searches_on_cuda(exec_));
  if (!is_deeper(layout_, deepest, distinct_.front(), options_.depth_limit, exec_.control)) return;
  method_ = multi_bfs_method::separate;
  report_.engine =
      fmt::format("{}, separate: a joint frontier of {} searches does not pay off in a graph of more than {} levels from vertex {}",
                  where, distinct_.size(), deepest, distinct_.front());
}

// A tenth of a device's memory is reserved for distance bit planes in deep graphs and for rounding.
std::uint64_t multi_bfs_run::memory_on_devices() const {
  const auto named = static_cast<int>(named_devices(exec_).size());
  const auto sharing = static_cast<std::uint64_t>((ranks_.ranks_on_host() + named - 1) / named);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const device d : devices_) {
    naming(d, [&] {
      const std::uint64_t there = gpu(d).available_memory(d) / sharing;
      const std::uint64_t copy = layout_.where == d ? 0 : gpu(d).layout_copy_bytes(layout_, d);
      least = std::min(least, (there - std::min(there, copy)) / 10 * 9);
    });
  }
  return least;
}

std::uint64_t multi_bfs_run::memory_for_engines() const {
  if (!searches_on_cuda(exec_)) {
    const auto sharing = static_cast<std::uint64_t>(ranks_.ranks_on_host());
    multi_bfs_engine::group_plan widest = plan_;
    widest.width = std::max(options_.width, limits_on_cpu.widest);
    return memory_to_use(sharing * multi_bfs_engine::planned_bytes(method_, layout_, widest)) / sharing;
  }
  const std::uint64_t there = memory_on_devices();
  return there - std::min(there, kept_bytes());
}

std::uint64_t multi_bfs_run::kept_bytes() const {
  if (!options_.keep_on_device) return 0;
  const std::uint64_t of_vertex =
      (options_.return_distances ? sizeof(hop_count) : 0) + (options_.return_predecessors ? sizeof(vertex_id) : 0);
  return of_vertex * sources_.size() * layout_.caller_vertices;
}

void multi_bfs_run::fail_for_device_memory(const std::string& what) const {
  const device full = *std::min_element(devices_.begin(), devices_.end(),
                                        [](device a, device b) { return gpu(a).available_memory(a) < gpu(b).available_memory(b); });
  const std::uint64_t copy = layout_.where == full ? 0 : gpu(full).layout_copy_bytes(layout_, full);
  throw error(error_category::memory,
              fmt::format("{} need {} of device memory{}, but only {} is available on {}; use the cpu or a larger device", what,
                          human_bytes(engine_bytes_ / 9 * 10 + copy + kept_bytes()),
                          copy > 0 ? fmt::format(" with {} for the graph", human_bytes(copy)) : "",
                          human_bytes(gpu(full).available_memory(full)), to_string(full)));
}

void multi_bfs_run::fail_for_memory(std::uint64_t there) const {
  const std::string what = fmt::format("{} searches at a time in a graph of {} vertices", plan_.width, layout_.caller_vertices);
  if (ranks_.size() > 1) {
    throw error(error_category::memory,
                fmt::format("{} need {} on each rank, but the rank with the least memory has only {}; start fewer ranks per host",
                            what, human_bytes(engine_bytes_), human_bytes(there)));
  }
  if (searches_on_cuda(exec_)) fail_for_device_memory(what);
  require_host_memory(engine_bytes_ + engine_bytes_ / 3, what);
  throw error(error_category::memory, what + " need more memory than is available; use a smaller graph or a larger machine");
}

void multi_bfs_run::choose_width() {
  const bool joined = is_joined(method_), cuda = searches_on_cuda(exec_);
  const std::span<const int> widths = joined ? std::span<const int>(joined_widths) : std::span<const int>(separate_widths);
  const int widest = cuda ? limits_on_cuda.widest : limits_on_cpu.widest;
  // The processes of a host share its memory, and all processes must form the same groups.
  std::uint64_t mine = 0;
  on_all_processes(ranks_, [&] { mine = memory_for_engines(); });
  const std::uint64_t memory = smallest(ranks_, mine);
  // Narrow enough groups keep all processes and devices busy.
  const std::size_t places = ranks_.size() > 1 ? static_cast<std::size_t>(ranks_.size()) : devices_.size();
  const std::size_t searches = (distinct_.size() + places - 1) / places;
  for (const int width : widths) {
    const bool is_narrowest = width == widths.back();
    if (options_.width != 0 && joined ? width != options_.width : width > widest) continue;
    // Half the width is sufficient.
    if (options_.width == 0 && !is_narrowest && searches * 2 <= static_cast<std::size_t>(width)) continue;
    plan_.width = width;
    engine_bytes_ = cuda ? gpu(devices_.front()).group_engine_bytes(method_, layout_, plan_)
                         : multi_bfs_engine::planned_bytes(method_, layout_, plan_);
    if (engine_bytes_ <= memory) break;
  }
  // All processes plan with the memory of the one that has least, so all of them throw the same error.
  if (engine_bytes_ > memory) on_all_processes(ranks_, [&] { fail_for_memory(memory); });
  report_.width = plan_.width;
  report_.planned_bytes = engine_bytes_;
  if (cuda && layout_.where != devices_.front()) {
    report_.planned_bytes += gpu(devices_.front()).layout_copy_bytes(layout_, devices_.front());
  }
}

}  // namespace fathom
