// Of a call of multi_bfs() what comes before the first search: its arguments are checked, the engine and the width chosen.
#include "algorithm/multi_bfs_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithm/distinct_sources.hpp"
#include "algorithm/search_devices.hpp"
#include "core/fail_usage.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "core/text.hpp"
#include "distributed/agreement.hpp"
#include "engine/bfs/bfs_cpu.hpp"
#include "engine/bfs/bfs_cuda.hpp"
#include "engine/multi_bfs/group_engine_cuda.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr int joined_widths[] = {1024, 512, 256, 128, 64};
constexpr int separate_widths[] = {64, 32, 16, 8, 4, 2, 1};

// Of all searches together. A thread costs some microseconds to start, at every level.
constexpr std::uint64_t edges_a_thread = 1u << 12;

struct joining_limits {
  std::size_t fewest;  ///< searches that joining pays for
  int widest;          ///< row
};
// Fewer joined searches look at nearly as many edges as these, each of which stops early for itself (kron:20:16: even at 16). Rows
// of 512 bits are a cache line; on a CPU wider ones gained nothing.
constexpr joining_limits limits_on_cpu{16, 512};
constexpr joining_limits limits_on_cuda{8, 1024};

// Searches of more levels meet so seldom that joining them costs more than it saves. On a GPU a level of more searches costs
// little more: measured to break even at some 60 levels for 16 searches, 160 for 128, and 400 for 1,024, which fill a group.
hop_count deepest_joined(std::size_t searches, bool on_a_gpu) {
  if (!on_a_gpu) return 128;
  return static_cast<hop_count>(12 * std::sqrt(static_cast<double>(std::min<std::size_t>(searches, 1024))));
}

bool is_joined(multi_bfs_method method) { return method == multi_bfs_method::joint || method == multi_bfs_method::bitwise; }

// The number of levels of one search by the engine for one, which looks at no more of them than it takes to know.
bool is_deeper(const layout& l, hop_count depth, vertex_id source, const multi_bfs_options& options) {
  bfs_engine::request r;
  r.source = l.to_internal ? l.to_internal[source] : source;
  if (r.source == no_vertex || options.depth_limit <= depth) return false;
  const bfs_options defaults;
  r.depth_limit = depth + 1;
  r.alpha = 15, r.beta = defaults.beta, r.gamma = defaults.gamma;
  r.stop = options.control.stop;
  if (l.where.kind == device_kind::cpu) return bfs_engine::bfs_cpu(l, thread_count(options.control)).run(r).depth > depth;
  const bfs_engine::cuda_plan plan{.predecessors = false, .map_back = false, .keep_on_device = true};
  return bfs_engine::bfs_cuda(l, l.where, plan).run(r).depth > depth;
}

}  // namespace

std::uint64_t multi_bfs_run::memory_to_use(std::uint64_t wanted) { return available_host_memory_for(wanted + wanted / 2) / 4 * 3; }

multi_bfs_run::multi_bfs_run(const layout& prepared, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                             const multi_bfs_options& options)
    : layout_(prepared),
      sources_(sources),
      sinks_(sinks),
      options_(options),
      own_ranks_(options.ranks ? nullptr : alone()),
      ranks_(options.ranks ? *options.ranks : *own_ranks_),
      devices_(devices_of_rank(options, ranks_)) {
  on_all_ranks(ranks_, [&] {
    fill_plan();
    check();
    find_distinct();
  });
  require_same_call();
  on_all_ranks(ranks_, [&] { choose_method(); });
  choose_width();
}

void multi_bfs_run::fill_plan() {
  plan_.threads = useful_threads(layout_.num_edges * sources_.size(), edges_a_thread, thread_count(options_.control));
  plan_.deterministic = options_.deterministic;
  plan_.report_levels = options_.report_levels;
  plan_.depth_limit = options_.depth_limit;
  plan_.stop = options_.control.stop;
  for (const multi_bfs_sink* const sink : sinks_) {
    const sink_needs n = sink->needs();
    plan_.needs.level_counts |= n.level_counts;
    plan_.needs.distances |= n.distances;
    plan_.needs.predecessors |= n.predecessors;
    plan_.needs.vertex_totals |= n.vertex_totals;
  }
}

void multi_bfs_run::check() const {
  check_devices(options_.devices);
  check_layout_device(layout_, devices_);
  for (const device d : devices_) static_cast<void>(choose_device(to_string(d)));
  check_sources(sources_, layout_.caller_vertices);
  if (options_.depth_limit < 0) fail_usage("depth_limit is {}; give 0 (the sources alone) or more", options_.depth_limit);
  if (options_.width != 0 &&
      std::find(std::begin(joined_widths), std::end(joined_widths), options_.width) == std::end(joined_widths)) {
    fail_usage("width is {}; give 64, 128, 256, 512 or 1024 searches a group, or 0 for what pays", options_.width);
  }
  if (options_.small_degree == 0) fail_usage("small_degree is 0; give the out-degree that sources of a group are below");
  if (plan_.needs.predecessors && !layout_.in.offsets) {
    fail_usage(
        "predecessors of joined searches need in-edges, and this directed graph was built without them; build it with "
        "in_edges::automatic");
  }
}

void multi_bfs_run::find_distinct() {
  distinct_sources distinct(sources_);
  distinct_ = std::move(distinct.sources);
  positions_ = std::move(distinct.positions), position_begin_ = std::move(distinct.position_begin);
}

void multi_bfs_run::choose_method() {
  const std::string_view where = on_cuda(options_) ? "CUDA" : "CPU";
  const joining_limits& limits = on_cuda(options_) ? limits_on_cuda : limits_on_cpu;
  method_ = options_.method;
  if (method_ != multi_bfs_method::automatic) {
    report_.engine = fmt::format("{}, {}", where, to_string(method_));
    return;
  }
  if (distinct_.size() == 1) {
    method_ = multi_bfs_method::sequential;
    report_.engine = fmt::format("{}, sequential: there is one search", where);
    return;
  }
  if (distinct_.size() < limits.fewest) {
    method_ = multi_bfs_method::sequential;
    report_.engine = fmt::format("{}, sequential: joining pays from {} searches on", where, limits.fewest);
    return;
  }
  method_ = multi_bfs_method::bitwise;
  report_.engine = fmt::format("{}, bitwise", where);
  if (layout_.order == vertex_order::degree) return;  // graphs with hubs are shallow
  const hop_count deepest = deepest_joined(distinct_.size(), on_cuda(options_));
  if (!is_deeper(layout_, deepest, distinct_.front(), options_)) return;
  method_ = multi_bfs_method::separate;
  report_.engine = fmt::format("{}, separate: joining {} searches does not pay in a graph of more than {} levels from vertex {}",
                               where, distinct_.size(), deepest, distinct_.front());
}

// Of a device: a tenth is left to planes of distances in deep graphs, and to rounding.
std::uint64_t multi_bfs_run::memory_on_devices() const {
  const auto named = static_cast<int>(named_devices(options_).size());
  const auto sharing = static_cast<std::uint64_t>((ranks_.ranks_on_host() + named - 1) / named);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const device d : devices_) {
    naming(d, [&] {
      const std::uint64_t there = multi_bfs_engine::available_memory(d) / sharing;
      const std::uint64_t copy = layout_.where == d ? 0 : multi_bfs_engine::copy_bytes(layout_, d);
      least = std::min(least, (there - std::min(there, copy)) / 10 * 9);
    });
  }
  return least;
}

std::uint64_t multi_bfs_run::memory_for_engines() const {
  if (!on_cuda(options_)) {
    const auto sharing = static_cast<std::uint64_t>(ranks_.ranks_on_host());
    multi_bfs_engine::group_plan widest = plan_;
    widest.width = std::max(options_.width, limits_on_cpu.widest);
    return memory_to_use(sharing * multi_bfs_engine::planned_bytes(method_, layout_, widest)) / sharing;
  }
  const std::uint64_t there = memory_on_devices();
  std::uint64_t kept_bytes_of_vertex = 0;
  if (options_.keep_on_device && options_.return_distances) kept_bytes_of_vertex += sizeof(hop_count);
  if (options_.keep_on_device && options_.return_predecessors) kept_bytes_of_vertex += sizeof(vertex_id);
  return there - std::min(there, kept_bytes_of_vertex * sources_.size() * layout_.caller_vertices);
}

void multi_bfs_run::fail_for_memory(std::uint64_t there) const {
  const std::string what = fmt::format("{} searches at a time in a graph of {} vertices", plan_.width, layout_.caller_vertices);
  if (ranks_.size() > 1) {
    throw error(error_category::memory,
                fmt::format("{} need {} on each rank, and the rank with least memory has {} for them; start fewer ranks on a host",
                            what, human_bytes(engine_bytes_), human_bytes(there)));
  }
  if (on_cuda(options_)) {
    throw error(
        error_category::memory,
        fmt::format("{} need {} of device memory beside the graph, and {} are left for them on {}; use the device cpu, or a "
                    "larger one",
                    what, human_bytes(engine_bytes_), human_bytes(there), names_of(devices_)));
  }
  require_host_memory(engine_bytes_ + engine_bytes_ / 3, what);
  throw error(error_category::memory, what + " need more memory than is left; use a smaller graph or a larger machine");
}

void multi_bfs_run::choose_width() {
  const bool joined = is_joined(method_), cuda = on_cuda(options_);
  const std::span<const int> widths = joined ? std::span<const int>(joined_widths) : std::span<const int>(separate_widths);
  const int widest = cuda ? limits_on_cuda.widest : limits_on_cpu.widest;
  // The ranks of a host share its memory, and all ranks have to form the same groups.
  std::uint64_t mine = 0;
  on_all_ranks(ranks_, [&] { mine = memory_for_engines(); });
  const std::uint64_t memory = smallest(ranks_, mine);
  // Devices shall not wait while one of them has all the groups.
  const std::size_t places = !cuda ? 1 : ranks_.size() > 1 ? static_cast<std::size_t>(ranks_.size()) : devices_.size();
  const std::size_t searches = (distinct_.size() + places - 1) / places;
  for (const int width : widths) {
    const bool is_narrowest = width == widths.back();
    if (options_.width != 0 && joined ? width != options_.width : width > widest) continue;
    // Half as wide is enough.
    if (options_.width == 0 && !is_narrowest && searches * 2 <= static_cast<std::size_t>(width)) continue;
    plan_.width = width;
    engine_bytes_ = cuda ? multi_bfs_engine::planned_bytes_on(method_, layout_, plan_)
                         : multi_bfs_engine::planned_bytes(method_, layout_, plan_);
    if (engine_bytes_ <= memory) break;
  }
  if (engine_bytes_ > memory) fail_for_memory(memory);
  report_.width = plan_.width;
  report_.planned_bytes = engine_bytes_;
  if (cuda && layout_.where != devices_.front()) {
    report_.planned_bytes += multi_bfs_engine::copy_bytes(layout_, devices_.front());
  }
}

}  // namespace fathom
