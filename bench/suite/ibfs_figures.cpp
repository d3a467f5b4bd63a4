#include "bench/suite/ibfs_figures.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "bench/suite/counters.hpp"
#include "bench/suite/table.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"

namespace fathom::program {
namespace {

// Searches whose hardware counters are read: the paper's 1,024 (section 8.4), fewer on large graphs, where each pass takes seconds.
constexpr std::uint64_t counted_edges = std::uint64_t{1} << 36, searches_of_paper = 1024;

/// Sink that discards results.
class null_sink final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {}; }
};

// The CUDA devices that can search, if the searches run on one.
std::vector<device> gpus_of(const bench_settings& settings, device where) {
  if (where.kind == device_kind::cpu) return {};
  graph_arguments all = settings.graph;
  all.device = "auto", all.devices = "all";
  return working_devices(all);
}

}  // namespace

multi_bfs_report search(const ibfs_study& study, const ibfs_variant& v, bool levels) {
  multi_bfs_options options;
  options.method = v.method;
  options.grouping = v.grouping;
  options.width = v.width;
  options.report_levels = levels;
  options.early_termination = v.early_termination;
  options.merge_updates = v.merge_updates;
  options.hub_degree = v.hub_degree;
  null_sink sink;
  return multi_bfs(study.prepared, study.sources.first(std::min(study.sources.size(), v.most_sources)), sink, options,
                   {.where = study.where, .devices = study.devices, .control = study.control});
}

bench_row measure_variant(const ibfs_study& study, const ibfs_variant& v) {
  bench_row row;
  row.bench = "ibfs";
  row.graph = study.loaded.name;
  row.unit = "edges";
  multi_bfs_report last;
  for (int run = -1; run < study.repeats; ++run) {
    last = search(study, v, false);
    if (run < 0) continue;
    row.seconds.push_back(last.seconds_group + last.seconds_search);
    row.amounts.push_back(static_cast<double>(last.edges_traversed));
  }
  row.threads = last.threads;
  row.what = fmt::format("{}, {} in {} of {}", v.name, counted(last.searches, "search", "searches"),
                         counted(last.groups.size(), "group"), last.width);
  row.figures = {{"searches", static_cast<double>(last.searches)}, {"width", static_cast<double>(last.width)}};
  return row;
}

double rate_of(const bench_row& row) { return row.amounts.front() / summarize(row.seconds).median; }

bench_row sweep_hub_degree(const ibfs_study& study) {
  bench_row row;
  row.bench = "ibfs figure 8", row.graph = study.loaded.name, row.what = "best q";
  row.series = {{"rate", {}, {}}};
  double best_q = 0, best_rate = 0;
  for (const edge_offset q : {4, 16, 64, 128, 256, 1024, 4096}) {
    const ibfs_variant v{.name = "",
                         .method = multi_bfs_method::bitwise,
                         .grouping = source_grouping::out_degree,
                         .width = paper_width,
                         .hub_degree = q};
    const double rate = rate_of(measure_variant(study, v));
    row.series[0].x.push_back(static_cast<double>(q)), row.series[0].y.push_back(rate);
    if (rate > best_rate) best_rate = rate, best_q = static_cast<double>(q);
  }
  row.figures = {{"best_q", best_q}, {"best_rate", best_rate}};
  row.note = fmt::format("Figure 8: fastest with q = {:.0f}", best_q);
  return row;
}

bench_row count_inspections(const ibfs_study& study, const char* name, source_grouping grouping) {
  const multi_bfs_report report = search(study, {name, multi_bfs_method::joint, grouping, paper_width}, true);
  double deviation = 0, relative = 0, inspections = 0;
  const auto groups = static_cast<double>(report.groups.size());
  for (const group_report& group : report.groups) {
    double mean = 0;
    for (const std::uint64_t one : group.inspections) mean += static_cast<double>(one) / static_cast<double>(group.searches);
    inspections += mean / groups, deviation += group.inspection_deviation() / groups;
    if (mean > 0) relative += group.inspection_deviation() / mean / groups;
  }
  bench_row row;
  row.bench = "ibfs figure 11", row.graph = study.loaded.name, row.what = name, row.threads = report.threads;
  row.figures = {{"inspection_deviation", deviation}, {"relative_deviation", relative}, {"inspections", inspections}};
  row.note = fmt::format(
      "Figure 11: a search inspects {} edges bottom-up, with a standard deviation of {} within its group, {} of the group's mean",
      three_digits(inspections), three_digits(deviation), three_digits(relative));
  return row;
}

std::vector<bench_row> scale_over_workers(const ibfs_study& study, const bench_settings& settings, const session& s) {
  const bool on_cpu = study.where.kind == device_kind::cpu;
  const std::vector<device> gpus = gpus_of(settings, study.where);
  const int threads = settings.graph.threads > 0 ? settings.graph.threads : omp_get_max_threads();
  const int most = on_cpu ? threads : static_cast<int>(gpus.size());
  if (most < 2) return {};
  // Each of several devices copies the graph from the host.
  std::optional<layout> of_host;
  if (!on_cpu) of_host = prepare(study.loaded.g, {vertex_order::automatic, device{}, study.control, search_kind::joined});
  // At least two groups for each worker.
  const bool fits = study.sources.size() >= static_cast<std::size_t>(2 * most * paper_width);
  const ibfs_variant v{"bitwise", multi_bfs_method::bitwise, source_grouping::random, fits ? paper_width : paper_width / 2};
  std::vector<bench_row> rows;
  for (int workers = 1;; workers = std::min(2 * workers, most)) {
    ibfs_study some{study.loaded, of_host ? *of_host : study.prepared, study.sources, study.where, {}, study.control,
                    study.repeats};
    if (on_cpu) {
      some.control = s.control(workers);
    } else {
      some.devices.assign(gpus.begin(), gpus.begin() + workers);
    }
    bench_row row = measure_variant(some, v);
    const double speedup = rows.empty() ? 1 : rate_of(row) / rate_of(rows.front());
    row.bench = "ibfs figure 17";
    row.what = counted(static_cast<std::uint64_t>(workers), on_cpu ? "thread" : "GPU");
    row.note = fmt::format("Figure 17: {} times as fast as one{}", three_digits(speedup),
                           on_cpu ? "; threads stand in for the paper's GPUs" : "");
    row.figures.emplace_back("workers", workers), row.figures.emplace_back("speedup", speedup);
    rows.push_back(std::move(row));
    if (workers == most) return rows;
  }
}

std::vector<bench_row> read_counters(const ibfs_study& study, source_grouping rules) {
  if (study.where.kind == device_kind::cpu) return {};
  static constexpr paper_counter counters[] = {load_transactions, store_transactions, loads_per_request};
  const std::uint64_t fitting = counted_edges / std::max<std::uint64_t>(study.loaded.g.num_edges(), 1);
  const auto searches = static_cast<std::size_t>(std::clamp<std::uint64_t>(fitting, paper_width, searches_of_paper));
  const ibfs_variant variants[] = {
      {"private queues", multi_bfs_method::separate, source_grouping::given, 0, searches},
      {"joint queue", multi_bfs_method::joint, source_grouping::random, paper_width, searches},
      {"joint queue + GroupBy", multi_bfs_method::joint, rules, paper_width, searches},
      {"bitwise, as published", multi_bfs_method::ibfs, source_grouping::random, paper_width, searches}};
  std::vector<bench_row> rows;
  double joint_loads = 0;
  for (const ibfs_variant& v : variants) {
    bench_row row;
    row.bench = "ibfs counters", row.graph = study.loaded.name, row.what = v.name;
    row.figures = {{"searches", static_cast<double>(std::min(searches, study.sources.size()))}};
    try {
      add_counters(row, study.where, counters, [&] { static_cast<void>(search(study, v, false)); });
    } catch (const error& e) {
      if (v.method != multi_bfs_method::joint || e.category() != error_category::usage) throw;
      continue;  // its bytes cannot hold the depth of this graph
    }
    const double loads = figure_of(row, load_transactions.figure);
    if (v.method == multi_bfs_method::joint && joint_loads == 0) joint_loads = loads;
    if (v.method == multi_bfs_method::ibfs && joint_loads > 0 && loads > 0)
      row.figures.emplace_back("loads_saved_by_bits", 1 - loads / joint_loads);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fathom::program
