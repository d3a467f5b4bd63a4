// Benchmark of iBFS (Liu, Huang, Hu, SIGMOD 2016): its techniques added one by one, as in its Figures 2, 9, 11, 15 and 16, and
// compared with MS-BFS, as in its Figures 20 and 22.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/text.hpp"
#include "bench/suite/ibfs_figures.hpp"
#include "fathom/bfs.hpp"
#include "fathom/error.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom::program {
namespace {

// Searches that share nothing, or only bytes, are measured on some of the sources, which suffices for a rate.
constexpr std::size_t enough_separate = 64, enough_joint = 128;
// Multi-source BFS: several groups of the widest useful rows, so that GroupBy has a choice; takes seconds.
constexpr std::size_t enough_on_cpu = 1024, enough_on_device = 8192;
// A device takes fewer sources of larger graphs, the paper's 1,024 (section 8.4) of 2^30 edges: one second at 1.1 Tedges/s.
constexpr std::uint64_t enough_edges = std::uint64_t{1} << 40;

// The paper's generated graphs (Figure 14): KG0, KG1, KG2, RM and RD. They keep parallel edges and self-loops, as in the paper,
// unless --parallel-edges says otherwise.
constexpr std::string_view graphs_of_paper[] = {"kron:20:512", "kron:23:36", "kron:24:32", "rmat:21:64", "random:11796480:16"};

loaded_graph load_for_ibfs(const std::string& name, graph_arguments arguments, const run_control& control) {
  if (std::find(std::begin(graphs_of_paper), std::end(graphs_of_paper), name) != std::end(graphs_of_paper)) {
    arguments.default_parallel = parallel_edges::keep;
    arguments.keep_self_loops = true;
  }
  return load_graph(name, arguments, control);
}

std::size_t number_of_sources(const graph& g, int wanted, device where) {
  if (wanted > 0) return static_cast<std::size_t>(wanted);
  if (where.kind == device_kind::cpu) return enough_on_cpu;
  const std::uint64_t searches = enough_edges / std::max<std::uint64_t>(g.num_edges(), 1);
  return std::clamp<std::size_t>(searches / 1024 * 1024, 1024, enough_on_device);
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
void add_sharing(const ibfs_study& study, const ibfs_variant& v, bench_row& row) {
  const multi_bfs_report report = search(study, v, true);
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

// Variants of a GPU: Fathom's own engine always terminates early there, and the published one has each step by itself, too.
void add_published_steps(std::vector<ibfs_variant>& variants, source_grouping rules) {
  std::erase_if(variants, [](const ibfs_variant& v) { return !v.early_termination; });
  ibfs_variant published{"as published", multi_bfs_method::ibfs, source_grouping::random, paper_width};
  variants.push_back(published);
  published.name = "as published + GroupBy", published.grouping = rules;
  variants.push_back(published);
  published.name = "as published, merging in shared memory", published.grouping = source_grouping::random;
  published.merge_updates = true;
  variants.push_back(published);
  published.name = "as published without early termination", published.merge_updates = false, published.early_termination = false;
  variants.push_back(published);
}

// Techniques in the order in which the paper adds them, then its widths. `rules`: how GroupBy groups the sources at the paper's
// width; at others, a graph with hubs gets the grouping that is the default.
std::vector<ibfs_variant> variants_of(const ibfs_study& study, source_grouping rules) {
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
  if (study.where.kind == device_kind::cuda) add_published_steps(variants, rules);
  const source_grouping usual = rules == source_grouping::out_degree ? source_grouping::automatic : rules;
  for (const int width : {64, 256, 512, 1024}) {
    if (static_cast<std::size_t>(width) > study.sources.size()) continue;
    variants.push_back({"bitwise", multi_bfs_method::bitwise, source_grouping::random, width});
    variants.push_back({"bitwise + GroupBy", multi_bfs_method::bitwise, usual, width});
  }
  return variants;
}

// Measures the variants in turn, each compared with the first. A variant that this graph does not allow is named in `left_out`.
std::vector<bench_row> measure_variants(const ibfs_study& study, const std::vector<ibfs_variant>& variants, std::string& left_out) {
  std::vector<bench_row> rows;
  double ms_bfs_rate = 0;
  for (const ibfs_variant& v : variants) {
    bench_row row;
    try {
      row = measure_variant(study, v);
    } catch (const error& e) {
      if (v.method != multi_bfs_method::joint || e.category() != error_category::usage) throw;
      left_out = fmt::format("; without {}: {}", v.name, e.what());  // byte-sized distances cannot hold the depth of this graph
      continue;
    }
    const double speedup = rows.empty() ? 1 : rate_of(row) / rate_of(rows.front());
    row.note = fmt::format("{} times as fast as sequential", three_digits(speedup));
    row.figures.emplace_back("speedup_over_sequential", speedup);
    if (v.method == multi_bfs_method::ms_bfs) ms_bfs_rate = rate_of(row);
    if ((v.method == multi_bfs_method::bitwise && v.width == paper_width) || v.method == multi_bfs_method::ibfs) {
      const double over_ms_bfs = rate_of(row) / ms_bfs_rate;
      row.note += fmt::format(", {} times as fast as MS-BFS", three_digits(over_ms_bfs));
      row.figures.emplace_back("speedup_over_ms_bfs", over_ms_bfs);
    }
    if (v.method == multi_bfs_method::bitwise) add_sharing(study, v, row);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::vector<bench_row> bench_ibfs(const std::string& name, const bench_settings& settings, const session& s) {
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_for_ibfs(name, settings.graph, control);
  const device where = working_device(settings.graph);
  const std::size_t count = number_of_sources(loaded.g, settings.joined, where);
  const array<vertex_id> random = random_sources(loaded.g, count, settings.graph.seed, control);
  const std::span<const vertex_id> sources = random.view();
  const layout prepared = prepare(loaded.g, {vertex_order::automatic, where, control, search_kind::joined});

  const ibfs_study study{loaded, prepared, sources, where, {}, control, settings.repeats};
  const source_grouping rules =
      prepared.order == vertex_order::degree ? source_grouping::out_degree : source_grouping::common_neighbor;
  std::string left_out;
  std::vector<bench_row> rows = measure_variants(study, variants_of(study, rules), left_out);
  rows.front().note += fmt::format("; {}, {} directed edges, {} order", counted(loaded.g.num_vertices(), "vertex", "vertices"),
                                   grouped(loaded.g.num_edges()), to_string(prepared.order));
  if (where.kind == device_kind::cuda) rows.front().note += ", " + to_string(where);
  rows.front().note += left_out;
  const auto of_graph = graph_figures(loaded.g);
  rows.front().figures.insert(rows.front().figures.end(), of_graph.begin(), of_graph.end());
  if (where.kind == device_kind::cpu && left_out.empty()) {
    rows.push_back(count_inspections(study, "random", source_grouping::random));
    rows.push_back(count_inspections(study, "GroupBy", rules));
  }
  for (bench_row& row : scale_over_workers(study, settings, s)) rows.push_back(std::move(row));
  for (bench_row& row : read_counters(study, rules)) rows.push_back(std::move(row));
  if (rules == source_grouping::out_degree) rows.push_back(sweep_hub_degree(study));
  return rows;
}

}  // namespace fathom::program
