#include "algorithm/multi_bfs_run.hpp"

#include <algorithm>
#include <utility>

#include "algorithm/group_sources.hpp"
#include "algorithm/multi_bfs_ranks.hpp"
#include "core/timer.hpp"
#include "distributed/agreement.hpp"

namespace fathom {
namespace {

using multi_bfs_engine::group_engine;
using multi_bfs_engine::group_plan;

std::unique_ptr<group_engine> make_engine(multi_bfs_method method, const layout& l, const group_plan& plan) {
  switch (method) {
    case multi_bfs_method::sequential:
      return multi_bfs_engine::make_sequential_cpu(l, plan);
    case multi_bfs_method::separate:
      return multi_bfs_engine::make_separate_cpu(l, plan);
    case multi_bfs_method::joint:
      return multi_bfs_engine::make_joint_cpu(l, plan);
    case multi_bfs_method::automatic:
    case multi_bfs_method::bitwise:
      break;
  }
  return multi_bfs_engine::make_bitwise_cpu(l, plan);
}

}  // namespace

multi_bfs_report multi_bfs_run::run() {
  report_.order = layout_.reason;
  report_.where = options_.where;
  report_.ranks = ranks_.size();
  report_.threads = plan_.threads;
  report_.sources = sources_.size();
  report_.searches = distinct_.size();
  source_groups grouped;
  std::unique_ptr<group_engine> engine;
  on_all_ranks(ranks_, [&] {
    timer clock;
    grouped = group_sources(layout_, distinct_, plan_.width, options_);
    report_.grouping = grouped.reason;
    report_.seconds_group = clock.seconds();
    begin_sinks(grouped.groups.size());
    engine = make_engine(method_, layout_, plan_);
  });

  shared_queue queue(ranks_, grouped.groups.size());
  vertex_totals totals;
  on_all_ranks(ranks_, [&] {
    try {
      search_groups(*engine, grouped.groups, queue);
      totals = totals_of(*engine);
    } catch (...) {
      queue.stop();
      throw;
    }
  });
  timer clock;
  merge(totals);
  on_all_ranks(ranks_, [&] {
    for (multi_bfs_sink* const sink : sinks_) sink->end(totals);
  });
  report_.seconds_sink += clock.seconds();
  report_.peak_memory_bytes = peak_memory_bytes();
  merge_reports(ranks_, group_numbers_, report_);
  return std::move(report_);
}

void multi_bfs_run::begin_sinks(std::size_t groups) const {
  const multi_bfs_plan plan{.num_vertices = layout_.caller_vertices,
                            .sources = sources_,
                            .searches = distinct_.size(),
                            .groups = groups,
                            .width = plan_.width,
                            .where = options_.where,
                            .bytes = report_.planned_bytes,
                            .rank = ranks_.rank(),
                            .ranks = ranks_.size(),
                            .ranks_on_host = ranks_.ranks_on_host()};
  for (multi_bfs_sink* const sink : sinks_) sink->begin(plan);
}

void multi_bfs_run::search_groups(group_engine& engine, const std::vector<std::vector<std::size_t>>& groups, shared_queue& queue) {
  // Groups are handed out in their order, so that those before this rank's are done, or another rank is at them.
  std::uint64_t next = 0;
  std::size_t done = 0, counted = 0;
  while (queue.next(next)) {
    for (; counted < next; ++counted) done += groups[counted].size();
    report_progress(options_.control, "searching", done, distinct_.size());
    finished_group group = describe(groups[next]);
    search(engine, group);
    group_numbers_.push_back(next);
    const timer clock;
    for (multi_bfs_sink* const sink : sinks_) sink->take(group);
    report_.seconds_sink += clock.seconds();
  }
  report_progress(options_.control, "searching", distinct_.size(), distinct_.size());
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

void multi_bfs_run::search(group_engine& engine, finished_group& group) {
  std::vector<vertex_id> internal(group.sources_);
  if (layout_.to_internal) {
    for (vertex_id& v : internal) v = layout_.to_internal[v];
  }
  timer clock;
  multi_bfs_engine::group_outcome outcome = engine.run(internal);
  const double seconds = clock.seconds();
  // A source without neighbours is not in the layout: it finds itself.
  if (plan_.needs.level_counts) {
    outcome.counts.resize(std::max(outcome.counts.size(), internal.size()));
    for (std::size_t i = 0; i < internal.size(); ++i) outcome.counts[i] = 1;
  }
  group.engine_ = &engine;
  group.depth_ = outcome.depth;
  group.counts_ = std::move(outcome.counts);
  group_report& told = report_.groups.emplace_back();
  told.searches = static_cast<int>(internal.size());
  told.rank = ranks_.rank();
  told.where = options_.where;
  told.depth = outcome.depth;
  told.seconds = seconds;
  told.levels = std::move(outcome.levels);
  if (options_.count_edges) told.edges_traversed = engine.edges_of_reached();
  report_.seconds_search += seconds;
  report_.edges_traversed += told.edges_traversed;
}

vertex_totals multi_bfs_run::totals_of(const group_engine& engine) const {
  vertex_totals totals;
  if (!plan_.needs.vertex_totals) return totals;
  const std::size_t n = layout_.caller_vertices;
  totals = {array<std::uint32_t>(n), array<std::uint64_t>(n), array<std::uint64_t>(n), array<hop_count>(n)};
  std::fill(totals.reached_by.begin(), totals.reached_by.end(), 0);
  std::fill(totals.distance_sum.begin(), totals.distance_sum.end(), 0);
  std::fill(totals.harmonic_sum.begin(), totals.harmonic_sum.end(), 0);
  std::fill(totals.farthest.begin(), totals.farthest.end(), unreachable);
  engine.add_totals(totals);
  return totals;
}

void multi_bfs_run::merge(vertex_totals& totals) const {
  if (ranks_.size() > 1) {
    for (multi_bfs_sink* const sink : sinks_) sink->merge(ranks_);
    ranks_.all_reduce(combiner::sum, totals.reached_by.view());
    ranks_.all_reduce(combiner::sum, totals.distance_sum.view());
    ranks_.all_reduce(combiner::sum, totals.harmonic_sum.view());
    ranks_.all_reduce(combiner::max, totals.farthest.view());
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
