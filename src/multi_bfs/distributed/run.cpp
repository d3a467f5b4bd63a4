#include "multi_bfs/distributed/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/timer.hpp"
#include "bfs/distributed/levels.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"
#include "graph/partition/block_values.hpp"
#include "multi_bfs/distributed/gathered_rows.hpp"

namespace fathom {

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
                            .ranks_on_host = ranks_with_sinks_};
  for (multi_bfs_sink* const sink : sinks_) sink->begin(plan);
}

void rank_multi_bfs_run::make_engine() {
  if (on_device()) {
    engine_ = gpu(where_).make_joint_search(parts_, where_, exec_.transport, plan_);
  } else {
    on_all_processes(ranks_, [&] { engine_ = ranks_engine::joint_search_of(parts_, plan_); });
  }
}

std::string rank_multi_bfs_run::engine_text() const {
  const ranks_engine::transport_in_use used = engine_->transport();
  std::string text = fmt::format("{} x {} {}, {}, bitwise", parts_.grid.rows, parts_.grid.columns,
                                 ranks_.own_device() ? "devices" : "ranks", on_device() ? "CUDA" : "CPU");
  if (!used.name.empty()) text += ", transport " + used.name;
  if (!used.reason.empty()) text += " (" + used.reason + ")";
  return text;
}

rank_multi_bfs_report rank_multi_bfs_run::run() {
  report_.where = where_;
  report_.threads = g_.threads(), report_.width = plan_.width;
  report_.sources = sources_.size(), report_.searches = distinct_.sources.size();
  on_all_processes(ranks_, [&] { begin_sinks(); });
  make_engine();
  report_.engine = engine_text();
  const auto width = static_cast<std::size_t>(plan_.width);
  for (std::size_t first = 0; first < report_.searches; first += width) {
    on_all_processes(ranks_, [&] { report_progress(exec_.control, "searching", first, report_.searches); });
    search_batch(first, std::min(first + width, report_.searches));
  }
  on_all_processes(ranks_, [&] {
    report_progress(exec_.control, "searching", report_.searches, report_.searches);
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
