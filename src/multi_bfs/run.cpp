#include "multi_bfs/run.hpp"

#include <algorithm>
#include <utility>

#include "base/timer.hpp"
#include "bfs/search_request.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "multi_bfs/agreement.hpp"
#include "multi_bfs/group_sources.hpp"
#include "multi_bfs/search_devices.hpp"
#include "multi_bfs/totals.hpp"

namespace fathom {
namespace {

// Sets by_edges of all levels.
void set_directions(edge_offset edges, multi_bfs_report& report) {
  std::vector<std::uint64_t> edges_at;
  std::uint64_t unexplored = 0;
  for (const group_report& group : report.groups) {
    for (const joint_level_report& level : group.levels) {
      const auto at = static_cast<std::size_t>(level.level);
      if (at >= edges_at.size()) edges_at.resize(at + 1);
      edges_at[at] += level.frontier_edges;
      if (at == 0) unexplored += level.visited.separate * edges;  // one vertex for each search
    }
  }
  std::size_t turn = 0;
  for (; turn < edges_at.size(); ++turn) {
    unexplored -= std::min(unexplored, edges_at[turn]);
    if (static_cast<double>(edges_at[turn]) * bfs_engine::usual_alpha > static_cast<double>(unexplored)) break;
  }
  for (group_report& group : report.groups) {
    for (joint_level_report& level : group.levels) {
      if (static_cast<std::size_t>(level.level) >= turn) level.by_edges = direction::bottom_up;
    }
  }
}

}  // namespace

multi_bfs_report multi_bfs_run::run() {
  report_.order = layout_.reason;
  report_.where = devices_.front();
  report_.devices = devices_;
  report_.ranks = ranks_.size();
  report_.threads = plan_.threads;
  report_.sources = sources_.size();
  on_all_processes(ranks_, [&] { begin_sinks(); });
  source_groups grouped;
  on_all_processes(ranks_, [&] {
    skip_existing_rows();
    timer clock;
    grouped = group_sources(layout_, distinct_, plan_.width, options_, exec_);
    report_.grouping = grouped.reason;
    report_.seconds_group = clock.seconds();
    make_workers(grouped.groups.size());
  });

  shared_queue queue(ranks_, grouped.groups.size());
  vertex_totals totals;
  shared_work mine{.searches = 0, .where = devices_.front()};
  const timer searching;
  on_all_processes(ranks_, [&] {
    try {
      search_groups(grouped.groups, queue);
      totals = totals_of_workers();
    } catch (...) {
      queue.stop();
      throw;
    }
    mine.seconds_compute = searching.seconds();
  });
  mine.seconds_wait = searching.seconds() - mine.seconds_compute;
  add_up_workers();
  for (const group_report& group : report_.groups) mine.searches += static_cast<std::uint64_t>(group.searches);
  timer clock;
  merge(totals);
  mine.seconds_exchange = clock.seconds();
  on_all_processes(ranks_, [&] {
    for (multi_bfs_sink* const sink : sinks_) sink->end(totals);
  });
  report_.seconds_sink += clock.seconds();
  report_.peak_memory_bytes = peak_memory_bytes();
  mine.peak_memory_bytes = report_.peak_memory_bytes;
  if (exec_.ranks != nullptr) report_.by_rank = gather_from_all(ranks_, mine);
  merge_reports(ranks_, group_numbers_, report_);
  if (options_.report_levels && layout_.in.offsets) set_directions(layout_.num_edges, report_);
  return std::move(report_);
}

void multi_bfs_run::begin_sinks() const {
  const multi_bfs_plan plan{.num_vertices = layout_.caller_vertices,
                            .sources = sources_,
                            .searches = distinct_.size(),
                            .depth_limit = options_.depth_limit,
                            .width = plan_.width,
                            .devices = devices_,
                            .bytes = report_.planned_bytes,
                            .rank = ranks_.rank(),
                            .ranks = ranks_.size(),
                            .ranks_on_host = ranks_.ranks_on_host()};
  for (multi_bfs_sink* const sink : sinks_) sink->begin(plan);
}

void multi_bfs_run::work(worker& mine, const std::vector<std::vector<std::size_t>>& groups, shared_queue& queue,
                         bool reports_progress) {
  // Groups are handed out in order: all earlier ones are done or in progress.
  std::uint64_t next = 0;
  std::size_t done = 0, counted = 0;
  const auto is_given = [&] {
    const std::lock_guard lock(one_at_a_time_);
    return !failed_ && queue.next(next);
  };
  try {
    while (is_given()) {
      for (; counted < next; ++counted) done += groups[counted].size();
      if (reports_progress) report_progress(exec_.control, "searching", done, distinct_.size());
      finished_group group = describe(groups[next]);
      mine.groups.push_back(search(mine, group));
      mine.numbers.push_back(next);
      const timer clock;
      const busy_guard busy(mine.device_clock);
      const std::lock_guard lock(one_at_a_time_);
      if (failed_) return;  // a sink that has thrown is not called again
      for (multi_bfs_sink* const sink : sinks_) sink->take(group);
      mine.seconds_sink += clock.seconds();
    }
  } catch (...) {
    const std::lock_guard lock(one_at_a_time_);
    failed_ = true;
    throw;
  }
}

// Seconds are those of the slowest worker. For workers that share a device they are the time during which the device or its host
// was busy with any of them, including the counting of edges.
void multi_bfs_run::add_up_workers() {
  const auto seconds = [](const worker& w) { return w.seconds_search + w.seconds_sink; };
  const worker& longest = *std::max_element(workers_.begin(), workers_.end(),
                                            [&](const worker& a, const worker& b) { return seconds(a) < seconds(b); });
  report_.seconds_search = longest.seconds_search;
  report_.seconds_sink = longest.seconds_sink;
  double busy = 0;
  for (const busy_clock& clock : device_clocks_) busy = std::max(busy, clock.seconds());
  if (busy > 0) report_.seconds_search = std::max(busy - longest.seconds_sink, 0.0);
  std::vector<std::pair<std::uint64_t, group_report*>> in_order;
  for (worker& w : workers_) {
    for (std::size_t i = 0; i < w.groups.size(); ++i) in_order.emplace_back(w.numbers[i], &w.groups[i]);
  }
  std::sort(in_order.begin(), in_order.end());
  for (const auto& [number, group] : in_order) {
    group_numbers_.push_back(number);
    report_.edges_traversed += group->edges_traversed;
    report_.groups.push_back(std::move(*group));
  }
}

void multi_bfs_run::skip_existing_rows() {
  const auto all_have = [&](std::size_t i) {
    const std::span<const std::size_t> positions(positions_.data() + position_begin_[i],
                                                 position_begin_[i + 1] - position_begin_[i]);
    return !sinks_.empty() && std::all_of(sinks_.begin(), sinks_.end(), [&](const multi_bfs_sink* sink) {
      return std::all_of(positions.begin(), positions.end(), [&](std::size_t p) { return sink->has(p); });
    });
  };
  std::vector<vertex_id> sources;
  std::vector<std::size_t> positions, begin;
  for (std::size_t i = 0; i < distinct_.size(); ++i) {
    if (all_have(i)) continue;
    sources.push_back(distinct_[i]);
    begin.push_back(positions.size());
    positions.insert(positions.end(), positions_.begin() + static_cast<std::ptrdiff_t>(position_begin_[i]),
                     positions_.begin() + static_cast<std::ptrdiff_t>(position_begin_[i + 1]));
  }
  begin.push_back(positions.size());
  distinct_.swap(sources), positions_.swap(positions), position_begin_.swap(begin);
  report_.searches = distinct_.size();
}

finished_group multi_bfs_run::describe(std::span<const std::size_t> members) const {
  finished_group group;
  for (const std::size_t i : members) {
    group.sources_.push_back(distinct_[i]);
    group.position_begin_.push_back(group.positions_.size());
    group.positions_.insert(group.positions_.end(), positions_.begin() + static_cast<std::ptrdiff_t>(position_begin_[i]),
                            positions_.begin() + static_cast<std::ptrdiff_t>(position_begin_[i + 1]));
  }
  group.position_begin_.push_back(group.positions_.size());
  return group;
}

group_report multi_bfs_run::search(worker& mine, finished_group& group) const {
  std::vector<vertex_id> internal(group.sources_);
  if (layout_.to_internal) {
    for (vertex_id& v : internal) v = layout_.to_internal[v];
  }
  for (std::size_t i = 0; i < internal.size(); ++i) {
    if (internal[i] == no_vertex) group.not_found_.push_back(i);
  }
  const timer clock;
  multi_bfs_engine::group_outcome outcome = naming(mine.where, [&] {
    const busy_guard busy(mine.device_clock);
    return mine.engine->run(internal);
  });
  const double seconds = clock.seconds();
  mine.seconds_search += seconds;
  // A source without neighbors is not in the layout; its search discovers only itself.
  if (plan_.needs.level_counts) {
    outcome.counts.resize(std::max(outcome.counts.size(), internal.size()));
    for (std::size_t i = 0; i < internal.size(); ++i) outcome.counts[i] = 1;
  }
  group.engine_ = mine.engine.get();
  group.where_ = mine.where;
  group.depth_ = outcome.depth;
  group.counts_ = std::move(outcome.counts);
  return {.searches = static_cast<int>(internal.size()),
          .rank = ranks_.rank(),
          .where = mine.where,
          .depth = outcome.depth,
          .seconds = seconds,
          .edges_traversed = options_.count_edges ? naming(mine.where, [&] { return mine.engine->edges_of_reached(); }) : 0,
          .levels = std::move(outcome.levels),
          .inspections = std::move(outcome.inspections)};
}

vertex_totals multi_bfs_run::totals_of_workers() const {
  vertex_totals totals;
  if (!plan_.needs.vertex_totals) return totals;
  totals = multi_bfs_engine::no_totals(layout_.caller_vertices);
  for (const worker& w : workers_) naming(w.where, [&] { w.engine->add_totals(totals); });
  return totals;
}

void multi_bfs_run::merge(vertex_totals& totals) const {
  if (ranks_.size() > 1) {
    for (multi_bfs_sink* const sink : sinks_) sink->merge(ranks_);
    ranks_.all_reduce(reduction::sum, totals.reached_by.view());
    ranks_.all_reduce(reduction::sum, totals.distance_sum.view());
    ranks_.all_reduce(reduction::sum, totals.harmonic_sum.view());
    ranks_.all_reduce(reduction::max, totals.farthest.view());
  }
  if (!plan_.needs.vertex_totals) return;
  for (const vertex_id source : distinct_) {
    if (layout_.to_internal && layout_.to_internal[source] == no_vertex) {
      totals.reached_by[source] = 1;
      totals.farthest[source] = 0;
    }
  }
}

}  // namespace fathom
