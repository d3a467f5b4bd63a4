#include "bench/suite/enterprise_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>

#include "base/text.hpp"
#include "bench/suite/counters.hpp"
#include "bench/suite/table.hpp"
#include "bfs/request.hpp"
#include "fathom/bfs.hpp"
#include "gpu/backend.hpp"

namespace fathom::program {
namespace {

constexpr std::pair<const char*, enterprise_method> techniques[] = {{"BL", enterprise_method::status_array},
                                                                    {"BL+TS", enterprise_method::scheduling},
                                                                    {"BL+TS+WB", enterprise_method::balancing},
                                                                    {"BL+TS+WB+HC", enterprise_method::hub_cache}};

double standard_deviation(std::span<const double> values) {
  if (values.empty()) return 0;
  const double mean = summarize(values).mean;
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

bench_row row_of(const loaded_graph& loaded, const char* bench, std::string what, const execution& exec) {
  bench_row row;
  row.bench = bench;
  row.graph = loaded.name;
  row.what = std::move(what);
  row.threads = exec.control.threads > 0 ? exec.control.threads : 1;
  return row;
}

std::vector<double> in_percent(std::vector<double> parts) {
  for (double& part : parts) part *= 100;
  return parts;
}

bench_row frontier_row(const loaded_graph& loaded, const frontier_parts& parts, const execution& exec) {
  const std::vector<double> all = parts.all();
  const summary_statistics s = summarize(all);
  bench_row row = row_of(loaded, "enterprise figure 4", "frontiers", exec);
  row.figures = {{"mean", s.mean},
                 {"standard_deviation", standard_deviation(all)},
                 {"first_quartile", s.first_quartile},
                 {"median", s.median},
                 {"third_quartile", s.third_quartile},
                 {"max", s.max},
                 {"top_down_mean", summarize(parts.top_down).mean},
                 {"switching_mean", summarize(parts.switching).mean},
                 {"bottom_up_mean", summarize(parts.bottom_up).mean},
                 {"levels", static_cast<double>(all.size())}};
  row.series = {{"all levels", {}, in_percent(all)},
                {"top-down", {}, in_percent(parts.top_down)},
                {"change", {}, in_percent(parts.switching)},
                {"bottom-up", {}, in_percent(parts.bottom_up)}};
  row.note = fmt::format("Figure 4: {} % of the vertices per level on average, {} % at most", three_digits(100 * s.mean),
                         three_digits(100 * s.max));
  return row;
}

bench_row degree_row(const loaded_graph& loaded, const execution& exec) {
  const degree_figures d = degree_figures::of(loaded.g);
  bench_row row = row_of(loaded, "enterprise figures 5, 6", "out-degrees", exec);
  row.figures = {{"below_32_edges", d.below_warp},
                 {"below_256_edges", d.below_cta},
                 {"largest", static_cast<double>(d.largest)},
                 {"hubs_with_a_tenth_of_the_edges", static_cast<double>(d.hubs_of_tenth)},
                 {"hub_share", static_cast<double>(d.hubs_of_tenth) / std::max<double>(loaded.g.num_vertices(), 1)}};
  const auto of_graph = graph_figures(loaded.g);
  row.figures.insert(row.figures.end(), of_graph.begin(), of_graph.end());
  row.series = {d.vertices_by_degree, d.edges_by_rank};
  row.note = fmt::format("Figures 5, 6: {} % of the vertices have fewer than 32 edges; {} have a tenth of all edges",
                         three_digits(100 * d.below_warp), counted(d.hubs_of_tenth, "vertex", "vertices"));
  return row;
}

}  // namespace

std::vector<double> frontier_parts::all() const {
  std::vector<double> values = top_down;
  values.insert(values.end(), switching.begin(), switching.end());
  values.insert(values.end(), bottom_up.begin(), bottom_up.end());
  return values;
}

void add_frontiers(frontier_parts& parts, std::span<const level_report> levels, vertex_id num_vertices) {
  std::uint64_t visited = 1;
  bool before = false;
  for (const level_report& level : levels) {
    const bool bottom_up = level.way == direction::bottom_up;
    const std::uint64_t frontier = bottom_up ? num_vertices - visited : level.frontier;
    std::vector<double>& part = !bottom_up ? parts.top_down : before ? parts.bottom_up : parts.switching;
    part.push_back(static_cast<double>(frontier) / static_cast<double>(num_vertices));
    before = before || bottom_up;
    visited += level.found;
  }
}

degree_figures degree_figures::of(const graph& g) {
  const edge_offset* const offsets = g.view().out.offsets;
  std::vector<edge_offset> degrees(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) degrees[v] = offsets[v + 1] - offsets[v];
  std::sort(degrees.begin(), degrees.end(), std::greater<>());
  degree_figures figures;
  if (degrees.empty()) return figures;
  const auto part_below = [&](edge_offset bound) {
    const auto large = std::partition_point(degrees.begin(), degrees.end(), [&](edge_offset degree) { return degree >= bound; });
    return static_cast<double>(degrees.end() - large) / static_cast<double>(degrees.size());
  };
  figures.below_warp = part_below(32), figures.below_cta = part_below(256);
  figures.largest = degrees.front();
  for (edge_offset held = 0; held * 10 < g.num_edges(); ++figures.hubs_of_tenth) held += degrees[figures.hubs_of_tenth];
  for (edge_offset bound = 1; bound / 2 <= figures.largest; bound *= 2) {
    figures.vertices_by_degree.x.push_back(static_cast<double>(bound));
    figures.vertices_by_degree.y.push_back(100 * part_below(bound + 1));
  }
  // The first 1, 2, 4, ... vertices in descending order, and all.
  edge_offset held = 0;
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    held += degrees[i];
    if (std::has_single_bit(i + 1) || i + 1 == degrees.size()) {
      figures.edges_by_rank.x.push_back(100 * static_cast<double>(i + 1) / static_cast<double>(degrees.size()));
      figures.edges_by_rank.y.push_back(100 * static_cast<double>(held) / std::max<double>(static_cast<double>(g.num_edges()), 1));
    }
  }
  return figures;
}

std::vector<bench_row> enterprise_graph_rows(const loaded_graph& loaded, const layout& prepared, std::span<const vertex_id> sources,
                                             const execution& exec) {
  const bfs_options options{
      .switching = bfs_switching::hub_ratio, .report_levels = true, .keep_on_device = exec.where.kind == device_kind::cuda};
  frontier_parts parts;
  const auto consume = [&](std::size_t, bfs_result& result) {
    add_frontiers(parts, result.report.levels, loaded.g.num_vertices());
  };
  if (exec.where.kind == device_kind::cuda) {
    enterprise_bfs(prepared, sources, {enterprise_method::hub_cache, options}, exec, consume);
  } else {
    bfs(prepared, sources, options, exec, consume);
  }
  return {frontier_row(loaded, parts, exec), degree_row(loaded, exec)};
}

std::vector<bench_row> enterprise_switching_rows(const loaded_graph& loaded, const layout& prepared,
                                                 std::span<const vertex_id> sources, const execution& exec) {
  static constexpr double gammas[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9};
  static constexpr double alphas[] = {2, 5, 10, 15, 20, 40, 100, 200};
  const auto speed = [&](const bfs_options& options) {
    double edges = 0, seconds = 0;
    const auto consume = [&](std::size_t, bfs_result& result) {
      edges += static_cast<double>(result.report.edges_traversed), seconds += result.report.seconds_searching();
    };
    if (exec.where.kind == device_kind::cuda)
      enterprise_bfs(prepared, sources, {enterprise_method::hub_cache, options}, exec, consume);
    else
      bfs(prepared, sources, options, exec, consume);
    return edges / std::max(seconds, 1e-12);
  };
  const auto swept = [&](const char* name, std::span<const double> values, double shown, auto options_of) {
    bench_row row = row_of(loaded, "enterprise figure 10", name, exec);
    row.series = {{name, {}, {}}};
    static_cast<void>(speed(options_of(values.front())));  // maps memory
    for (const double value : values) {
      row.series[0].x.push_back(shown * value);
      row.series[0].y.push_back(speed(options_of(value)));
    }
    const std::vector<double>& speeds = row.series[0].y;
    const auto best = static_cast<std::size_t>(std::max_element(speeds.begin(), speeds.end()) - speeds.begin());
    row.figures = {{"best", values[best]},
                   {"slowest_over_fastest", *std::min_element(speeds.begin(), speeds.end()) / std::max(speeds[best], 1e-12)}};
    row.note = fmt::format("Figure 10: searches are fastest with {} {}", name, three_digits(values[best]));
    return row;
  };
  const bool keep = exec.where.kind == device_kind::cuda;
  return {swept("gamma", gammas, 100,
                [&](double gamma) {
                  return bfs_options{.switching = bfs_switching::hub_ratio, .gamma = gamma, .keep_on_device = keep};
                }),
          swept("alpha", alphas, 1, [&](double alpha) {
            return bfs_options{.switching = bfs_switching::alpha_beta, .alpha = alpha, .keep_on_device = keep};
          })};
}

std::vector<bench_row> enterprise_counter_rows(const loaded_graph& loaded, const layout& prepared, vertex_id source,
                                               const execution& exec) {
  static constexpr paper_counter counters[] = {load_store_utilization, stalled_by_loads, instructions_per_cycle};
  std::vector<bench_row> rows;
  for (const auto& [name, method] : techniques) {
    const enterprise_options options{method, {.switching = bfs_switching::hub_ratio, .keep_on_device = true}};
    const std::unique_ptr<bfs_on_device> workspace = gpu(exec.where).make_enterprise(prepared, options, exec);
    bfs_result result;
    workspace->search(source, result);  // maps the memory
    bench_row row = row_of(loaded, "enterprise figure 16", name, exec);
    add_counters(row, exec.where, counters, [&] { workspace->search(source, result); });
    rows.push_back(std::move(row));
  }
  // Differences from the first technique, the baseline, as the paper gives them.
  for (bench_row& row : rows) {
    const auto both_have = [&](std::string_view figure) { return has_figure(rows[0], figure) && has_figure(row, figure); };
    const auto here = [&](std::string_view figure) { return figure_of(row, figure); };
    if (both_have(load_store_utilization.figure)) {
      const double more = here(load_store_utilization.figure) - figure_of(rows[0], load_store_utilization.figure);
      row.figures.emplace_back("more_load_store_utilization", more);
    }
    if (both_have(instructions_per_cycle.figure)) {
      const double times = here(instructions_per_cycle.figure) / figure_of(rows[0], instructions_per_cycle.figure);
      row.figures.emplace_back("times_instructions_per_cycle", times);
    }
  }
  return rows;
}

std::vector<bench_row> enterprise_timeline_rows(const loaded_graph& loaded, const layout& prepared, vertex_id source,
                                                const execution& exec) {
  std::vector<bench_row> rows;
  for (const auto& [name, method] : techniques) {
    std::vector<enterprise_level_times> times;
    std::vector<level_report> levels;
    const vertex_id twice[] = {source, source};  // the first search maps the memory
    enterprise_bfs(prepared, twice, {method, {.report_levels = true, .keep_on_device = true}, &times}, exec,
                   [&](std::size_t, bfs_result& result) { levels = result.report.levels; });
    const auto switching =
        std::find_if(levels.begin(), levels.end(), [](const level_report& level) { return level.way == direction::bottom_up; });
    if (switching == levels.end()) return {};  // the paper's rule keeps this search top-down
    const enterprise_level_times& level = times[static_cast<std::size_t>(switching - levels.begin())];
    double queues = 0, expansions = 0;
    for (const enterprise_level_times& each : times) queues += each.seconds_queue, expansions += each.seconds_expansion;
    bench_row row = row_of(loaded, "enterprise figure 8", name, exec);
    row.figures = {
        {"level", static_cast<double>(switching->level)}, {"seconds_queue", level.seconds_queue},
        {"seconds_expansion", level.seconds_expansion},   {"seconds_threads", level.seconds_kernels[0]},
        {"seconds_warps", level.seconds_kernels[1]},      {"seconds_ctas", level.seconds_kernels[2]},
        {"seconds_grid", level.seconds_kernels[3]},       {"queues_part_of_search", queues / std::max(queues + expansions, 1e-12)}};
    row.note = fmt::format("Figure 8: level {}: queue {}, expansion {}", switching->level, human_seconds(level.seconds_queue),
                           human_seconds(level.seconds_expansion));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fathom::program
