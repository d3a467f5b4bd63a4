#include "multi_bfs/distributed/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/levels.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"
#include "graph/partition/block_values.hpp"
#include "graph/sampled_hash.hpp"
#include "multi_bfs/agreement.hpp"
#include "multi_bfs/distributed/gathered_rows.hpp"

namespace fathom {
namespace {

constexpr int widths[] = {512, 256, 128, 64};

}  // namespace

rank_multi_bfs_run::rank_multi_bfs_run(const rank_graph& g, std::span<const vertex_id> sources,
                                       std::span<multi_bfs_sink* const> sinks, const rank_multi_bfs_options& options)
    : g_(g), parts_(g.parts()), ranks_(g.ranks()), sources_(sources), sinks_(sinks), options_(options), distinct_({}) {
  require_same_call();
  on_all_processes(ranks_, [&] { check(); });
  plan_.threads = g.threads();
  plan_.depth_limit = options.depth_limit;
  plan_.stop = options.control.stop;
  agree_on_needs();
  on_all_processes(ranks_, [&] { distinct_ = distinct_sources(sources_); });
  choose_width();
}

void rank_multi_bfs_run::require_same_call() const {
  const argument arguments[] = {{"sources", hash_of(sources_)},
                                {"depth limit", static_cast<std::uint64_t>(options_.depth_limit)},
                                {"width", static_cast<std::uint64_t>(options_.width)},
                                {"'gather' option", options_.gather},
                                {"'count_edges' option", options_.count_edges}};
  require_same(ranks_, arguments);
}

void rank_multi_bfs_run::check() const {
  check_stop(options_.control);
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

// Union of the sinks' needs over all processes, since some needs require collective work.
void rank_multi_bfs_run::agree_on_needs() {
  std::uint32_t wanted[] = {0, 0};
  for (const multi_bfs_sink* const sink : sinks_) {
    wanted[0] |= sink->needs().level_counts;
    wanted[1] |= sink->needs().distances;
  }
  ranks_.all_reduce(reduction::max, std::span<std::uint32_t>(wanted));
  plan_.needs.level_counts = wanted[0] != 0, plan_.needs.distances = wanted[1] != 0;
}

std::uint64_t rank_multi_bfs_run::bytes_for(int width) const {
  multi_bfs_engine::group_plan plan = plan_;
  plan.width = width;
  const bool gathers = options_.gather && plan.needs.distances;
  return ranks_engine::joint_bytes(parts_, plan) +
         (gathers ? gathered_rows::usual_bytes(parts_, static_cast<std::uint64_t>(width)) : 0);
}

void rank_multi_bfs_run::choose_width() {
  const auto on_host = static_cast<std::uint64_t>(ranks_.ranks_on_host());
  std::uint64_t room = 0;
  on_all_processes(ranks_, [&] { room = available_host_memory() / 4 * 3 / on_host; });
  room = smallest(ranks_, room);
  for (const int width : widths) {
    if (options_.width != 0 && width != options_.width) continue;
    // Half the width is sufficient.
    if (options_.width == 0 && width > 64 && distinct_.sources.size() * 2 <= static_cast<std::size_t>(width)) continue;
    plan_.width = width;
    report_.planned_bytes = largest_of(ranks_, bytes_for(width));
    if (report_.planned_bytes <= room) return;
  }
  on_all_processes(ranks_, [&] {
    throw error(
        error_category::memory,
        fmt::format("{} searches at a time in a graph of {} vertices need {} on each rank, but the rank with the least memory has "
                    "only {}; use more hosts, or start fewer ranks per host",
                    plan_.width, g_.num_vertices(), human_bytes(report_.planned_bytes), human_bytes(room)));
  });
}

vertex_id rank_multi_bfs_run::row_size() const {
  return static_cast<vertex_id>(options_.gather ? g_.num_vertices() : g_.last_vertex() - g_.first_vertex());
}

void rank_multi_bfs_run::begin_sinks() const {
  const device here;
  const multi_bfs_plan plan{.num_vertices = row_size(),
                            .sources = sources_,
                            .searches = distinct_.sources.size(),
                            .depth_limit = options_.depth_limit,
                            .width = plan_.width,
                            .devices = {&here, 1},
                            .bytes = report_.planned_bytes,
                            .ranks_on_host = ranks_.ranks_on_host()};
  for (multi_bfs_sink* const sink : sinks_) sink->begin(plan);
}

rank_multi_bfs_report rank_multi_bfs_run::run() {
  report_.engine = fmt::format("{} x {} ranks, CPU, bitwise", parts_.grid.rows, parts_.grid.columns);
  report_.threads = g_.threads(), report_.width = plan_.width;
  report_.sources = sources_.size(), report_.searches = distinct_.sources.size();
  on_all_processes(ranks_, [&] {
    begin_sinks();
    engine_ = ranks_engine::joint_search_of(parts_, plan_);
  });
  const auto width = static_cast<std::size_t>(plan_.width);
  for (std::size_t first = 0; first < report_.searches; first += width) {
    on_all_processes(ranks_, [&] { report_progress(options_.control, "searching", first, report_.searches); });
    search_batch(first, std::min(first + width, report_.searches));
  }
  on_all_processes(ranks_, [&] {
    report_progress(options_.control, "searching", report_.searches, report_.searches);
    vertex_totals none;
    for (multi_bfs_sink* const sink : sinks_) sink->end(none);
  });
  finish_report();
  return std::move(report_);
}

finished_group rank_multi_bfs_run::describe(std::size_t first, std::size_t last) const {
  const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
  const std::size_t begin = distinct_.position_begin[first], end = distinct_.position_begin[last];
  finished_group group;
  group.sources_.assign(distinct_.sources.begin() + at(first), distinct_.sources.begin() + at(last));
  group.positions_.assign(distinct_.positions.begin() + at(begin), distinct_.positions.begin() + at(end));
  for (std::size_t i = first; i <= last; ++i) group.position_begin_.push_back(distinct_.position_begin[i] - begin);
  return group;
}

void rank_multi_bfs_run::search_batch(std::size_t first, std::size_t last) {
  finished_group group = describe(first, last);
  ranks_.barrier();
  timer clock;
  multi_bfs_engine::group_outcome outcome = engine_->run(group.sources_);
  const double seconds = longest(ranks_, clock.seconds());
  group.depth_ = outcome.depth;
  group.counts_ = std::move(outcome.counts);
  // An isolated source is on no process's list; its search discovers only itself.
  if (plan_.needs.level_counts) std::fill_n(group.counts_.begin(), group.size(), 1);
  report_batch(group, seconds);
  hand_out(group);
}

void rank_multi_bfs_run::hand_out(finished_group& group) {
  timer clock;
  std::optional<gathered_rows> all;
  group.engine_ = engine_.get();
  if (options_.gather && plan_.needs.distances) {
    all.emplace(parts_, *engine_, group.size(), group.depth());
    group.engine_ = &*all;
    report_.seconds_gather += longest(ranks_, clock.seconds());
    clock.restart();
  }
  on_all_processes(ranks_, [&] {
    for (multi_bfs_sink* const sink : sinks_) sink->take(group);
  });
  report_.seconds_sink += longest(ranks_, clock.seconds());
}

void rank_multi_bfs_run::report_batch(const finished_group& group, double seconds) {
  rank_batch_report batch;
  batch.searches = static_cast<int>(group.size());
  batch.depth = group.depth();
  batch.seconds = seconds;
  if (options_.count_edges) batch.edges_traversed = sum_of(ranks_, engine_->edges_of_reached());
  const std::vector<rank_level_report> levels = over_all_ranks(ranks_, engine_->levels());
  report_.edges_traversed += batch.edges_traversed;
  report_.seconds_search += seconds;
  on_all_processes(ranks_, [&] {
    for (const rank_level_report& level : levels) {
      const ranks_engine::joint_counts& counts = engine_->counts()[batch.levels.size()];
      batch.levels.push_back({level, counts.separate, counts.found});
    }
    report_.batches.push_back(std::move(batch));
  });
}

void rank_multi_bfs_run::finish_report() {
  rank_work mine = engine_->work();
  mine.vertices = g_.last_vertex() - g_.first_vertex(), mine.edges = parts_.in.ends.size();
  mine.peak_memory_bytes = peak_memory_bytes();
  report_.by_rank = gather_from_all(ranks_, mine);
}

}  // namespace fathom
