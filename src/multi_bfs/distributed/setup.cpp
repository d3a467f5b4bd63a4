// Setup of rank_multi_bfs(): agreement of the processes, argument checks, and the choice of the batch width.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "comm/place_options.hpp"
#include "comm/process_device.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "graph/sampled_hash.hpp"
#include "multi_bfs/agreement.hpp"
#include "multi_bfs/distributed/gathered_rows.hpp"
#include "multi_bfs/distributed/run.hpp"

namespace fathom {
namespace {

constexpr int widths[] = {512, 256, 128, 64};

}  // namespace

rank_multi_bfs_run::rank_multi_bfs_run(const rank_graph& g, std::span<const vertex_id> sources,
                                       std::span<multi_bfs_sink* const> sinks, const rank_multi_bfs_options& options,
                                       const execution& exec)
    : g_(g),
      parts_(g.parts()),
      ranks_(g.ranks()),
      sources_(sources),
      sinks_(sinks),
      options_(options),
      exec_(exec),
      where_(ranks_engine::device_of_rank(ranks_, exec.where)),
      distinct_({}) {
  require_same_call();
  on_all_processes(ranks_, [&] { check(); });
  plan_.threads = g.threads();
  plan_.depth_limit = options.depth_limit;
  plan_.stop = exec.control.stop;
  agree_on_needs();
  on_all_processes(ranks_, [&] { distinct_ = distinct_sources(sources_); });
  choose_width();
}

void rank_multi_bfs_run::require_same_call() const {
  const argument arguments[] = {{"kind of device", static_cast<std::uint64_t>(exec_.where.kind)},
                                {"transport", static_cast<std::uint64_t>(exec_.transport)},
                                {"sources", hash_of(sources_)},
                                {"depth limit", static_cast<std::uint64_t>(options_.depth_limit)},
                                {"width", static_cast<std::uint64_t>(options_.width)},
                                {"'gather' option", options_.gather},
                                {"'count_edges' option", options_.count_edges}};
  require_same(ranks_, arguments);
}

void rank_multi_bfs_run::check() const {
  check_stop(exec_.control);
  refuse_sharing(exec_);
  static_cast<void>(choose_device(to_string(where_)));
  if (!on_device() && exec_.transport != rank_transport::automatic)
    fail_usage("transport {} is between CUDA devices, but these searches run on CPUs; leave it automatic",
               to_string(exec_.transport));
  if (g_.num_vertices() > max_vertices)
    fail_usage("{} vertices exceed the limit of {} for 32-bit ids", g_.num_vertices(), max_vertices);
  check_sources(sources_, g_.num_vertices());
  if (options_.depth_limit < 0) fail_usage("depth_limit is {}; give 0 (only the sources) or more", options_.depth_limit);
  if (options_.width != 0 && std::find(std::begin(widths), std::end(widths), options_.width) == std::end(widths))
    fail_usage("width is {}; give 64, 128, 256 or 512 searches per batch, or 0 for automatic", options_.width);
  for (const multi_bfs_sink* const sink : sinks_) {
    if (sink->needs().predecessors)
      fail_usage("distributed multi-source BFS has no predecessors; use rank_bfs for one search at a time");
    if (sink->needs().vertex_totals) fail_usage("distributed multi-source BFS has no per-vertex totals; use multi_bfs");
  }
}

// Union of the sinks' needs over all processes, since some needs require collective work. Results that only one process or thread
// stores do not need memory for each of them.
void rank_multi_bfs_run::agree_on_needs() {
  std::uint32_t wanted[] = {0, 0};
  for (const multi_bfs_sink* const sink : sinks_) {
    wanted[0] |= sink->needs().level_counts;
    wanted[1] |= sink->needs().distances;
  }
  ranks_.all_reduce(reduction::max, std::span<std::uint32_t>(wanted));
  plan_.needs.level_counts = wanted[0] != 0, plan_.needs.distances = wanted[1] != 0;
  std::int32_t with_sinks = sinks_.empty() ? 0 : 1;
  ranks_.all_reduce(reduction::sum, std::span<std::int32_t>(&with_sinks, 1));
  ranks_with_sinks_ = std::min(ranks_.ranks_on_host(), with_sinks);
}

// Collective: the memory that each process may use, on the process with the least.
rank_multi_bfs_run::memory_room rank_multi_bfs_run::room() const {
  const auto on_host = static_cast<std::uint64_t>(ranks_.ranks_on_host());
  memory_room mine;
  std::uint64_t place = 0;
  on_all_processes(ranks_, [&] {
    mine.host = available_host_memory() / 4 * 3 / on_host;
    if (!on_device()) return;
    mine.device = gpu(where_).available_memory(where_);
    place = place_of(where_);
  });
  if (on_device()) {
    // A tenth is reserved for distance planes in deep graphs and for rounding.
    const std::vector<std::uint64_t> places = gather_from_all(ranks_, place);
    mine.device = mine.device / static_cast<std::uint64_t>(std::count(places.begin(), places.end(), place)) / 10 * 9;
  }
  return {smallest(ranks_, mine.host), smallest(ranks_, mine.device)};
}

// Collective: the same for searches of this width, on the process that needs the most.
rank_multi_bfs_run::memory_room rank_multi_bfs_run::needs_of(int width) const {
  multi_bfs_engine::group_plan plan = plan_;
  plan.width = width;
  memory_room mine;
  if (on_device()) mine.device = gpu(where_).joint_search_bytes(parts_, exec_.transport, plan);
  if (!on_device()) mine.host = ranks_engine::joint_bytes(parts_, plan);
  if (options_.gather && plan.needs.distances) mine.host += gathered_rows::usual_bytes(parts_, static_cast<std::uint64_t>(width));
  return {largest_of(ranks_, mine.host), largest_of(ranks_, mine.device)};
}

void rank_multi_bfs_run::choose_width() {
  const memory_room there = room();
  memory_room needed;
  for (const int width : widths) {
    if (options_.width != 0 && width != options_.width) continue;
    // Half the width is sufficient.
    if (options_.width == 0 && width > 64 && distinct_.sources.size() * 2 <= static_cast<std::size_t>(width)) continue;
    plan_.width = width;
    needed = needs_of(width);
    report_.planned_bytes = on_device() ? needed.device : needed.host;
    if (needed.host <= there.host && needed.device <= there.device) return;
  }
  on_all_processes(ranks_, [&] { fail_for_memory(needed, there); });
}

void rank_multi_bfs_run::fail_for_memory(const memory_room& needed, const memory_room& there) const {
  const bool lacks_host = needed.host > there.host;
  throw error(
      error_category::memory,
      fmt::format(
          "{} searches at a time in a graph of {} vertices need {}{} on each rank, but the rank with the least {}memory has "
          "only {}; {}",
          plan_.width, g_.num_vertices(), human_bytes(lacks_host ? needed.host : needed.device),
          lacks_host ? "" : " of device memory", lacks_host ? "" : "device ", human_bytes(lacks_host ? there.host : there.device),
          lacks_host ? "use more hosts, or start fewer ranks per host" : "use more devices, or the cpu"));
}

}  // namespace fathom
