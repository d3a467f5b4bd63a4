// Benchmark of iBFS (Liu, Huang, Hu, SIGMOD 2016): its techniques added one by one, as in its Figures 2, 9, 11, 15 and 16, and
// compared with MS-BFS, as in its Figures 20 and 22.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "bench/suite/bench.hpp"
#include "fathom/bfs.hpp"
#include "fathom/error.hpp"
#include "fathom/multi_bfs.hpp"
#include "output/describe.hpp"

namespace fathom::program {
namespace {

// Searches that share nothing, or only bytes, are measured on some of the sources, which suffices for a rate.
constexpr std::size_t enough_separate = 64, enough_joint = 128;
constexpr int paper_width = 128;
// Multi-source BFS: several groups of the widest useful rows, so that GroupBy has a choice; takes seconds.
constexpr std::size_t enough_on_cpu = 1024, enough_on_device = 8192;

struct ibfs_variant {
  const char* name;
  multi_bfs_method method;
  source_grouping grouping = source_grouping::random;
  int width = 0;
  std::size_t most_sources = static_cast<std::size_t>(-1);
  bool early_termination = true;
  edge_offset hub_degree = multi_bfs_options{}.hub_degree;
};

/// Sink that discards results, so that only searching is timed, as in the paper, where results stay on the device.
class null_sink final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {}; }
};

struct bench_place {
  device where;
  run_control control;
};

multi_bfs_report search(const layout& prepared, std::span<const vertex_id> sources, const ibfs_variant& v, const bench_place& place,
                        bool levels) {
  multi_bfs_options options;
  options.method = v.method;
  options.grouping = v.grouping;
  options.width = v.width;
  options.report_levels = levels;
  options.early_termination = v.early_termination;
  options.hub_degree = v.hub_degree;
  options.where = place.where;
  options.control = place.control;
  null_sink sink;
  return multi_bfs(prepared, sources.first(std::min(sources.size(), v.most_sources)), sink, options);
}

sharing shared_by_all(const multi_bfs_report& report, direction way) {
  sharing sum;
  for (const group_report& group : report.groups) {
    const sharing here = group.shared(way);
    sum.joint += here.joint, sum.separate += here.separate;
  }
  return sum;
}

// Frontiers of all levels as if all of them were top-down: the sharing degree is then the speedup of Lemma 1.
sharing shared_top_down(const multi_bfs_report& report) {
  sharing sum;
  for (const group_report& group : report.groups) {
    for (const joint_level_report& level : group.levels) {
      sum.joint += level.visited.joint, sum.separate += level.visited.separate;
    }
  }
  return sum;
}

// Sharing ratio of each level in percent, over all groups (Figure 6).
bench_series shared_by_level(const multi_bfs_report& report) {
  std::vector<sharing> levels;
  for (const group_report& group : report.groups) {
    for (const joint_level_report& level : group.levels) {
      const auto at = static_cast<std::size_t>(level.level);
      if (levels.size() <= at) levels.resize(at + 1);
      const sharing& here = level.by_edges == direction::top_down ? level.visited : level.unvisited;
      levels[at].joint += here.joint, levels[at].separate += here.separate;
    }
  }
  const double searches =
      static_cast<double>(report.searches) / static_cast<double>(std::max<std::size_t>(report.groups.size(), 1));
  bench_series series{"sharing", {}, {}};
  for (std::size_t level = 0; level < levels.size(); ++level) {
    series.x.push_back(static_cast<double>(level));
    series.y.push_back(100 * levels[level].degree() / searches);
  }
  return series;
}

// Adds the sharing ratio: the average fraction of a group's searches that have a frontier vertex in common.
void add_sharing(const layout& prepared, std::span<const vertex_id> sources, const ibfs_variant& v, const bench_place& place,
                 bench_row& row) {
  const multi_bfs_report report = search(prepared, sources, v, place, true);
  if (report.groups.empty()) return;
  const double searches = static_cast<double>(report.searches) / static_cast<double>(report.groups.size());
  const double down = shared_by_all(report, direction::top_down).degree() / searches;
  const double up = shared_by_all(report, direction::bottom_up).degree() / searches;
  const double all = shared_top_down(report).degree() / searches;
  row.note += fmt::format(
      "; on average {} % of a group share a frontier vertex top-down, {} % bottom-up, {} % if all levels were "
      "top-down",
      three_digits(100 * down), three_digits(100 * up), three_digits(100 * all));
  row.figures.emplace_back("sharing_ratio_top_down", down);
  row.figures.emplace_back("sharing_ratio_bottom_up", up);
  row.figures.emplace_back("sharing_ratio_all_top_down", all);
  if (v.width != paper_width || !v.early_termination) return;
  row.series = {shared_by_level(report)};
  const std::vector<double>& ratios = row.series[0].y;
  if (!ratios.empty()) row.figures.emplace_back("largest_sharing_ratio", *std::max_element(ratios.begin(), ratios.end()) / 100);
}

bench_row measure_variant(const loaded_graph& loaded, const layout& prepared, std::span<const vertex_id> sources,
                          const ibfs_variant& v, const bench_settings& settings, const bench_place& place) {
  bench_row row;
  row.bench = "ibfs";
  row.graph = loaded.name;
  row.unit = "edges";
  multi_bfs_report last;
  for (int run = -1; run < settings.repeats; ++run) {
    last = search(prepared, sources, v, place, false);
    if (run < 0) continue;  // the first run maps memory
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

// Figure 8: speed by the paper's q, the least degree of a common hub.
bench_row sweep_hub_degree(const loaded_graph& loaded, const layout& prepared, std::span<const vertex_id> sources,
                           const bench_settings& settings, const bench_place& place) {
  bench_row row;
  row.bench = "ibfs figure 8", row.graph = loaded.name, row.what = "best q";
  row.series = {{"rate", {}, {}}};
  double best_q = 0, best_rate = 0;
  for (const edge_offset q : {4, 16, 64, 128, 256, 1024, 4096}) {
    const ibfs_variant v{.name = "",
                         .method = multi_bfs_method::bitwise,
                         .grouping = source_grouping::out_degree,
                         .width = paper_width,
                         .hub_degree = q};
    const double rate = rate_of(measure_variant(loaded, prepared, sources, v, settings, place));
    row.series[0].x.push_back(static_cast<double>(q)), row.series[0].y.push_back(rate);
    if (rate > best_rate) best_rate = rate, best_q = static_cast<double>(q);
  }
  row.figures = {{"best_q", best_q}, {"best_rate", best_rate}};
  row.note = fmt::format("Figure 8: fastest with q = {:.0f}", best_q);
  return row;
}

// Figure 11: standard deviation of the edges that the searches of a group inspect bottom-up, on average over the groups.
bench_row count_inspections(const loaded_graph& loaded, const layout& prepared, std::span<const vertex_id> sources,
                            const ibfs_variant& v, const bench_place& place) {
  const multi_bfs_report report = search(prepared, sources, v, place, true);
  double deviation = 0, inspections = 0;
  for (const group_report& group : report.groups) {
    deviation += group.inspection_deviation() / static_cast<double>(report.groups.size());
    for (const std::uint64_t one : group.inspections)
      inspections += static_cast<double>(one) / static_cast<double>(report.searches);
  }
  bench_row row;
  row.bench = "ibfs figure 11", row.graph = loaded.name, row.threads = report.threads;
  row.what =
      fmt::format("{}, {} in {}", v.name, counted(report.searches, "search", "searches"), counted(report.groups.size(), "group"));
  row.figures = {{"inspection_deviation", deviation}, {"inspections", inspections}};
  row.note = fmt::format("Figure 11: a search inspects {} edges bottom-up, with a standard deviation of {} within its group",
                         three_digits(inspections), three_digits(deviation));
  return row;
}

}  // namespace

std::vector<bench_row> bench_ibfs(const std::string& name, const bench_settings& settings, const session& s) {
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  const bench_place place{working_device(settings.graph), control};
  const auto wanted = static_cast<std::size_t>(settings.joined);
  const std::size_t count = wanted > 0 ? wanted : place.where.kind == device_kind::cpu ? enough_on_cpu : enough_on_device;
  const array<vertex_id> random = random_sources(loaded.g, count, settings.graph.seed, control);
  const std::span<const vertex_id> sources = random.view();
  const layout prepared = prepare(loaded.g, {vertex_order::automatic, place.where, control, search_kind::joined});

  const source_grouping rules =
      prepared.order == vertex_order::degree ? source_grouping::out_degree : source_grouping::common_neighbor;
  std::vector<ibfs_variant> variants{{"sequential", multi_bfs_method::sequential, source_grouping::given, 0, enough_separate},
                                     {"separate (naive)", multi_bfs_method::separate, source_grouping::given, 0, enough_separate},
                                     {"joint", multi_bfs_method::joint, source_grouping::random, paper_width, enough_joint},
                                     {"MS-BFS", multi_bfs_method::ms_bfs, source_grouping::random, paper_width},
                                     {.name = "bitwise without early termination",
                                      .method = multi_bfs_method::bitwise,
                                      .width = paper_width,
                                      .early_termination = false},
                                     {"bitwise", multi_bfs_method::bitwise, source_grouping::random, paper_width},
                                     {"bitwise + GroupBy", multi_bfs_method::bitwise, rules, paper_width}};
  if (place.where.kind != device_kind::cpu) std::erase_if(variants, [](const ibfs_variant& v) { return !v.early_termination; });
  for (const int width : {64, 256, 512, 1024}) {
    if (static_cast<std::size_t>(width) > sources.size()) continue;
    variants.push_back({"bitwise", multi_bfs_method::bitwise, source_grouping::random, width});
    variants.push_back({"bitwise + GroupBy", multi_bfs_method::bitwise, rules, width});
  }
  std::vector<bench_row> rows;
  std::string left_out;
  double ms_bfs_rate = 0;
  for (const ibfs_variant& v : variants) {
    bench_row row;
    try {
      row = measure_variant(loaded, prepared, sources, v, settings, place);
    } catch (const error& e) {
      if (v.method != multi_bfs_method::joint || e.category() != error_category::usage) throw;
      left_out = fmt::format("; without {}: {}", v.name, e.what());  // byte-sized distances cannot hold the depth of this graph
      continue;
    }
    const double speedup = rows.empty() ? 1 : rate_of(row) / rate_of(rows.front());
    row.note = fmt::format("{} times as fast as sequential", three_digits(speedup));
    row.figures.emplace_back("speedup_over_sequential", speedup);
    if (v.method == multi_bfs_method::ms_bfs) ms_bfs_rate = rate_of(row);
    if (v.method == multi_bfs_method::bitwise && v.width == paper_width) {
      const double over_ms_bfs = rate_of(row) / ms_bfs_rate;
      row.note += fmt::format(", {} times as fast as MS-BFS", three_digits(over_ms_bfs));
      row.figures.emplace_back("speedup_over_ms_bfs", over_ms_bfs);
    }
    if (v.method == multi_bfs_method::bitwise) add_sharing(prepared, sources, v, place, row);
    rows.push_back(std::move(row));
  }
  rows.front().note += fmt::format("; {}, {} directed edges, {} order", counted(loaded.g.num_vertices(), "vertex", "vertices"),
                                   grouped(loaded.g.num_edges()), to_string(prepared.order));
  if (place.where.kind == device_kind::cuda) rows.front().note += ", " + to_string(place.where);
  rows.front().note += left_out;
  const auto of_graph = graph_figures(loaded.g);
  rows.front().figures.insert(rows.front().figures.end(), of_graph.begin(), of_graph.end());
  if (place.where.kind == device_kind::cpu && left_out.empty()) {
    for (const auto& [name, grouping] : {std::pair{"random", source_grouping::random}, {"GroupBy", rules}}) {
      rows.push_back(count_inspections(loaded, prepared, sources, {name, multi_bfs_method::joint, grouping, paper_width}, place));
    }
  }
  if (rules == source_grouping::out_degree) rows.push_back(sweep_hub_degree(loaded, prepared, sources, settings, place));
  return rows;
}

}  // namespace fathom::program
