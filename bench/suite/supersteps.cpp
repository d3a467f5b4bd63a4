// Benchmark after Zhong et al., TPDS 2017: PageRank, shortest paths and components as user programs (Figures 7 to 9), with and
// without a message buffer, sorting and remapping (Figures 10, 12 to 14, Tables 4 and 6), sorts (Figure 11), and hardware counters
// (Tables 5 and 7).
#include "bench/suite/supersteps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "base/text.hpp"
#include "bench/suite/bench.hpp"
#include "bench/suite/counters.hpp"
#include "bench/suite/sorts.hpp"
#include "fathom/bfs.hpp"
#include "fathom/build.hpp"
#include "fathom/components.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/sssp.hpp"
#include "gpu/backend.hpp"
#include "papers/sorting/time_device_sorts.hpp"

namespace fathom::program {
namespace {

constexpr std::uint64_t paper_supersteps = 50;  // of PageRank
constexpr vertex_id paper_group = 32;           // Per_Group_Num
constexpr int buckets_swept[] = {1, 10, 100, 1000, 10'000, 100'000};
// Single-precision sums in another order: scores may differ by this fraction of their mean.
constexpr double score_tolerance = 1e-3;

// Figure 11 has three sizes: the graph's number of vertices, times these.
constexpr std::size_t key_counts[] = {1, 4, 16};
// Weights of shortest paths in a graph that has none: GAP's.
constexpr std::uint32_t least_weight = 1, most_weight = 255;

constexpr const char *sorted_in_groups = "sorted, in groups", *radix_in_groups = "sorted by radix, in groups";

struct way {
  const char* name;
  message_form messages;
  edge_vertex_order order;
  vertex_id group_size;
};

constexpr way ways[] = {
    {"message buffer", message_form::buffered, edge_vertex_order::caller, 1},
    {"sorted", message_form::buffered, edge_vertex_order::approximate_sort, 1},
    {sorted_in_groups, message_form::buffered, edge_vertex_order::approximate_sort, paper_group},
    {radix_in_groups, message_form::buffered, edge_vertex_order::exact_sort, paper_group},
    {"fused", message_form::fused, edge_vertex_order::caller, 1},
    {"fused, sorted", message_form::fused, edge_vertex_order::approximate_sort, 1},
};
// The cost of the framework shows when messages have the precision of pagerank().
constexpr way in_double[] = {{"fused", message_form::fused, edge_vertex_order::caller, 1}};

/// Measurements of one graph.
class supersteps_comparison {
 public:
  supersteps_comparison(const std::string& name, const bench_settings& settings, const run_control& control)
      : name_(name), settings_(settings), control_(control), where_(working_device(settings.graph)) {}

  /// Measures a program with each method. All methods must return the values of the first.
  template <class Program>
  void compare(const std::string& bench, const graph& g, const Program& program, std::span<const way> by,
               std::uint64_t max_supersteps, double tolerance) {
    std::vector<double> expected;
    const std::size_t first = rows.size();
    for (const way& w : by) {
      const edge_vertex_options options = options_of(w, max_supersteps);
      bench_row row = row_of(bench, w.name);
      std::vector<edge_vertex_report> reports;
      for (int run = -1; run < settings_.repeats; ++run) {
        const auto result = run_once(g, program, options);
        if (run < 0) check(bench, w.name, expected, result.values, tolerance);
        if (run >= 0) reports.push_back(result.report);
      }
      for (const edge_vertex_report& r : reports) row.seconds.push_back(seconds_of(r));
      // Parts of the time are those of the median run, so that they fit the whole.
      const auto middle = reports.begin() + static_cast<std::ptrdiff_t>((reports.size() - 1) / 2);
      std::nth_element(reports.begin(), middle, reports.end(),
                       [](const edge_vertex_report& a, const edge_vertex_report& b) { return seconds_of(a) < seconds_of(b); });
      describe(row, g, *middle);
      rows.push_back(std::move(row));
    }
    compare_sorts(std::span(rows).subspan(first));
  }

  /// Measures the algorithm without the framework; `direct` returns seconds and the engine's name.
  template <class Direct>
  void measure_direct(const std::string& bench, Direct&& direct) {
    bench_row row = row_of(bench, "without the framework");
    for (int run = -1; run < settings_.repeats; ++run) {
      const auto [seconds, engine] = direct();
      if (run >= 0) row.seconds.push_back(seconds);
      row.note = engine;
    }
    rows.push_back(std::move(row));
  }

  /// Figure 12: time of PageRank by the number of buckets; "none" is without sorting.
  void sweep_buckets(const graph& g, const pagerank_of_floats& program) {
    const auto measure = [&](const std::string& name, edge_vertex_options options) {
      bench_row row = row_of("edge-vertex buckets", name);
      for (int run = -1; run < settings_.repeats; ++run) {
        const edge_vertex_report report = run_once(g, program, options).report;
        if (run >= 0) row.seconds.push_back(report.seconds_supersteps);
      }
      rows.push_back(std::move(row));
    };
    edge_vertex_options options = options_of(ways[0], paper_supersteps);
    measure("none", options);
    options.order = edge_vertex_order::approximate_sort;
    for (const int buckets : buckets_swept) {
      options.buckets = buckets;
      measure(fmt::format("{}", buckets), options);
    }
  }

  /// Tables 5 and 7: hardware counters of PageRank on a GPU, or the reason why there are none. Preparation is not counted.
  void count(const graph& g, const pagerank_of_floats& program) {
    static constexpr paper_counter counters[] = {warp_efficiency, load_efficiency, store_efficiency};
    for (const way& w : ways) {
      if (w.messages == message_form::fused || w.order == edge_vertex_order::exact_sort) continue;  // not in the paper's tables
      bench_row row = row_of("edge-vertex counters", w.name);
      add_counters(row, where_, counters, prepared_supersteps<pagerank_of_floats>(g, program, options_of(w, paper_supersteps)));
      rows.push_back(std::move(row));
    }
  }

  /// Figure 11: time of sorting the graph's in-degrees, and more and more keys that are uniform up to the largest of them.
  void compare_sorts(const graph& g) {
    const edge_vertex_graph prepared = prepare_edge_vertex(g);
    std::vector<std::uint32_t> keys(prepared.num_vertices);
    for (vertex_id v = 0; v < prepared.num_vertices; ++v) {
      keys[v] = static_cast<std::uint32_t>(prepared.in.offsets[v + 1] - prepared.in.offsets[v]);
    }
    const std::uint64_t most = keys.empty() ? 0 : *std::max_element(keys.begin(), keys.end());
    time_sorts(fmt::format("{}: in-degrees", name_), keys);
    for (const std::size_t times : key_counts) {
      std::vector<std::uint32_t> uniform(keys.size() * times);
      for (std::size_t i = 0; i < uniform.size(); ++i) {
        uniform[i] = static_cast<std::uint32_t>(random_bits(settings_.graph.seed, i) % (most + 1));
      }
      time_sorts(fmt::format("{} keys of 0 to {}", grouped(uniform.size()), grouped(most)), uniform);
    }
  }

  std::vector<bench_row> rows;

 private:
  // With preprocessing, without the copy to a device.
  static double seconds_of(const edge_vertex_report& r) { return r.seconds() - r.seconds_copy; }

  // Table 6: how much faster a whole run is with the approximate sort than with a radix sort.
  static void compare_sorts(std::span<bench_row> by_way) {
    const auto named = [&](const char* name) {
      return std::find_if(by_way.begin(), by_way.end(), [&](const bench_row& row) { return row.what == name; });
    };
    const auto approximate = named(sorted_in_groups), radix = named(radix_in_groups);
    if (approximate == by_way.end() || radix == by_way.end()) return;
    const double gain = summarize(radix->seconds).median / summarize(approximate->seconds).median - 1;
    approximate->figures.emplace_back("faster_than_radix", gain);
  }

  void time_sorts(const std::string& what, const std::vector<std::uint32_t>& keys) {
    const int buckets = edge_vertex_options{}.buckets;
    std::vector<sort_time> found;
    if (where_.kind == device_kind::cpu) {
      found = time_host_sorts(keys, static_cast<std::uint32_t>(buckets), settings_.repeats);
    } else {
      const device_sort_seconds there =
          gpu(where_).time_sorts(where_, keys, static_cast<std::uint32_t>(buckets), settings_.repeats);
      found = {{"approximate", {there.approximate}},
               {"radix, 32 bits", {there.radix}},
               {"radix, the keys' bits", {there.radix_bits}},
               {"merge", {there.merge}}};
    }
    const double approximate = summarize(found.front().seconds).median;
    for (sort_time& sort : found) {
      bench_row row = row_of("edge-vertex sort", sort.name);
      row.graph = what;
      row.seconds = std::move(sort.seconds);
      const double times = summarize(row.seconds).median / approximate;
      row.note = fmt::format("{} times the time of the approximate sort", three_digits(times));
      row.figures = {{"keys", static_cast<double>(keys.size())}, {"times_approximate", times}};
      rows.push_back(std::move(row));
    }
  }

  [[nodiscard]] edge_vertex_options options_of(const way& w, std::uint64_t max_supersteps) const {
    edge_vertex_options options;
    options.max_supersteps = max_supersteps, options.messages = w.messages, options.order = w.order,
    options.group_size = w.group_size;
    options.where = where_, options.control = control_;
    return options;
  }

  [[nodiscard]] bench_row row_of(const std::string& bench, const std::string& what) const {
    bench_row row;
    row.bench = bench, row.graph = name_, row.what = what;
    return row;
  }

  template <class Program>
  [[nodiscard]] edge_vertex_result<Program> run_once(const graph& g, const Program& program,
                                                     const edge_vertex_options& options) const {
    return where_.kind == device_kind::cpu ? edge_vertex(g, program, options) : supersteps_on_device<Program>(g, program, options);
  }

  static void describe(bench_row& row, const graph& g, const edge_vertex_report& r) {
    row.threads = std::max(1, r.threads);
    const double extra = r.buffer_slots == 0 ? 0 : static_cast<double>(r.buffer_slots) / static_cast<double>(g.num_edges()) - 1;
    row.note = fmt::format("{} supersteps; {} preparing, {} sorting", r.supersteps,
                           human_seconds(r.seconds_prepare - r.seconds_copy), human_seconds(r.seconds_sort));
    if (r.buffer_slots > 0) row.note += fmt::format("; {} % more slots than edges", three_digits(100 * extra));
    row.figures = {{"supersteps", static_cast<double>(r.supersteps)},
                   {"seconds_supersteps", r.seconds_supersteps},
                   {"seconds_prepare", r.seconds_prepare - r.seconds_copy},
                   {"seconds_sort", r.seconds_sort},
                   {"extra_slots", extra}};
  }

  template <class Values>
  void check(const std::string& bench, const char* name, std::vector<double>& expected, const Values& found,
             double tolerance) const {
    if (expected.empty()) expected.assign(found.begin(), found.end());
    for (std::size_t v = 0; v < expected.size(); ++v) {
      const double value = static_cast<double>(found[v]);
      if (value == expected[v] || std::abs(value - expected[v]) <= tolerance) continue;
      throw error(
          error_category::device,
          fmt::format("{}: {}, '{}': vertex {} has the value {}, but {} with '{}'; this is a bug in fathom or a fault of {}", name_,
                      bench, name, v, value, expected[v], ways[0].name, to_string(where_)));
    }
  }

  const std::string& name_;
  const bench_settings& settings_;
  const run_control& control_;
  const device where_;
};

struct direct_run {
  double seconds;
  std::string engine;
};

// HCC labels the components of undirected graphs: the graph itself, or with the reverse of each edge.
graph undirected(const graph& g, const run_control& control) {
  if (!g.directed()) return g;
  edge_list edges;
  edges.num_vertices = g.num_vertices();
  edges.sources = array<vertex_id>(g.num_edges()), edges.targets = array<vertex_id>(g.num_edges());
  const adjacency_view& out = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    std::fill(edges.sources.data() + out.offsets[u], edges.sources.data() + out.offsets[u + 1], u);
  }
  std::copy_n(out.targets, g.num_edges(), edges.targets.data());
  build_options how;
  how.symmetrize = true, how.control = control;
  return build(std::move(edges), how).g;
}

}  // namespace

std::vector<bench_row> bench_edge_vertex(const std::string& name, const bench_settings& settings, const session& s) {
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  const graph& g = loaded.g;
  const device where = working_device(settings.graph);
  const bool on_cpu = where.kind == device_kind::cpu;
  const vertex_id source = random_sources(g, 1, settings.graph.seed, control)[0];
  supersteps_comparison c(loaded.name, settings, control);

  const pagerank_of_floats scores{.tolerance = 0};
  const pagerank_of_doubles full{.tolerance = 0};
  const double near = score_tolerance / g.num_vertices();
  const auto pagerank_directly = [&](pagerank_precision precision) {
    pagerank_options o;
    o.tolerance = 0, o.max_iterations = static_cast<int>(paper_supersteps), o.weighted = false;
    o.method = pagerank_method::power, o.precision = precision, o.where = where, o.control = control;
    const pagerank_report r = pagerank(g, o).report;
    return direct_run{on_cpu ? r.seconds_iterate : r.seconds_on_device, r.engine};
  };
  c.compare("edge-vertex pagerank", g, scores, ways, paper_supersteps, near);
  c.measure_direct("edge-vertex pagerank", [&] { return pagerank_directly(pagerank_precision::automatic); });
  c.compare("edge-vertex pagerank in double", g, full, in_double, paper_supersteps, near);
  c.measure_direct("edge-vertex pagerank in double", [&] { return pagerank_directly(pagerank_precision::full); });
  const graph weighted = g.weighted() ? g : with_random_weights(g, least_weight, most_weight, {settings.graph.seed, control});
  c.compare("edge-vertex shortest paths", weighted, shortest_paths{source}, ways, edge_vertex_options{}.max_supersteps, 0);
  c.measure_direct("edge-vertex shortest paths", [&] {
    const sssp_report r = sssp(weighted, source, {}, {.where = where, .control = control}).report;
    return direct_run{r.seconds_search, r.engine};
  });
  const graph both_ways = undirected(g, control);
  c.compare("edge-vertex components", both_ways, components_program{}, ways, edge_vertex_options{}.max_supersteps, 0);
  c.measure_direct("edge-vertex components", [&] {
    components_options o;
    o.where = where, o.control = control;
    const components_report r = connected_components(both_ways, o).report;
    return direct_run{on_cpu ? r.seconds_search : r.seconds_on_device, r.engine};
  });
  c.sweep_buckets(g, scores);
  c.compare_sorts(g);
  if (!on_cpu) c.count(g, scores);
  const auto of_graph = graph_figures(g);
  c.rows.front().figures.insert(c.rows.front().figures.end(), of_graph.begin(), of_graph.end());
  c.rows.front().figures.emplace_back("max_in_degree", static_cast<double>(g.properties().max_in_degree));
  c.rows.front().note += fmt::format(
      "; {}, {} directed edges of a {} graph; weights of shortest paths {}; {} edges of components",
      counted(g.num_vertices(), "vertex", "vertices"), grouped(g.num_edges()), g.directed() ? "directed" : "undirected",
      g.weighted() ? "of the graph" : fmt::format("{} to {}", least_weight, most_weight), grouped(both_ways.num_edges()));
  return std::move(c.rows);
}

}  // namespace fathom::program
