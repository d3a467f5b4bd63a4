// Benchmark after Zhong et al., TPDS 2017: PageRank, shortest paths and components as user programs (Figures 7 to 9), with and
// without a message buffer, sorting and remapping (Figures 10, 12 to 14, Tables 4 and 6).
#include "bench/suite/supersteps.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"
#include "bench/suite/bench.hpp"
#include "fathom/bfs.hpp"
#include "fathom/components.hpp"
#include "fathom/error.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/sssp.hpp"
#include "gpu/backend.hpp"
#include "output/describe.hpp"
#include "papers/sorting/time_device_sorts.hpp"

namespace fathom::program {
namespace {

constexpr std::uint64_t paper_supersteps = 50;  // of PageRank
constexpr vertex_id paper_group = 32;           // Per_Group_Num
constexpr int buckets_swept[] = {1, 10, 100, 1000, 10'000, 100'000};
// Single-precision sums in another order: scores may differ by this fraction of their mean.
constexpr double score_tolerance = 1e-3;

struct way {
  const char* name;
  message_form messages;
  edge_vertex_order order;
  vertex_id group_size;
};

constexpr way ways[] = {
    {"message buffer", message_form::buffered, edge_vertex_order::caller, 1},
    {"sorted", message_form::buffered, edge_vertex_order::approximate_sort, 1},
    {"sorted, in groups", message_form::buffered, edge_vertex_order::approximate_sort, paper_group},
    {"sorted by radix, in groups", message_form::buffered, edge_vertex_order::exact_sort, paper_group},
    {"fused", message_form::fused, edge_vertex_order::caller, 1},
    {"fused, sorted", message_form::fused, edge_vertex_order::approximate_sort, 1},
};
// The cost of the framework shows when messages have the precision of pagerank().
constexpr way in_double[] = {{"fused", message_form::fused, edge_vertex_order::caller, 1}};

/// Measurements of one graph.
class supersteps_comparison {
 public:
  supersteps_comparison(const loaded_graph& loaded, const bench_settings& settings, const run_control& control)
      : loaded_(loaded), settings_(settings), control_(control), where_(working_device(settings.graph)) {}

  /// Measures a program with each method. All methods must return the values of the first.
  template <class Program>
  void compare(const std::string& bench, const Program& program, std::span<const way> by, std::uint64_t max_supersteps,
               double tolerance) {
    std::vector<double> expected;
    for (const way& w : by) {
      const edge_vertex_options options = options_of(w, max_supersteps);
      bench_row row = row_of(bench, w.name);
      edge_vertex_report last;
      for (int run = -1; run < settings_.repeats; ++run) {
        const auto result = run_once(program, options);
        if (run < 0) check(bench, w.name, expected, result.values, tolerance);
        if (run >= 0) row.seconds.push_back(result.report.seconds() - result.report.seconds_copy);
        if (run >= 0) last = result.report;
      }
      describe(row, last);
      rows.push_back(std::move(row));
    }
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
  void sweep_buckets(const pagerank_of_floats& program) {
    const auto measure = [&](const std::string& name, edge_vertex_options options) {
      bench_row row = row_of("edge-vertex buckets", name);
      for (int run = -1; run < settings_.repeats; ++run) {
        const edge_vertex_report report = run_once(program, options).report;
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

  /// Figure 11: time of sorting the graph's in-degrees, on a device.
  void time_sorts() {
    if (where_.kind == device_kind::cpu) return;
    const edge_vertex_graph prepared = prepare_edge_vertex(loaded_.g);
    std::vector<std::uint32_t> keys(prepared.num_vertices);
    for (vertex_id v = 0; v < prepared.num_vertices; ++v) {
      keys[v] = static_cast<std::uint32_t>(prepared.in.offsets[v + 1] - prepared.in.offsets[v]);
    }
    const device_sort_seconds found = gpu(where_).time_sorts(where_, keys, edge_vertex_options{}.buckets, settings_.repeats);
    const auto add = [&](const char* name, double seconds) {
      bench_row row = row_of("edge-vertex sort", name);
      row.seconds = {seconds};
      rows.push_back(std::move(row));
    };
    add("approximate", found.approximate);
    add("radix, 32 bits", found.radix);
    add("radix, the keys' bits", found.radix_bits);
    rows.back().note =
        fmt::format("{} times the time of the approximate sort; {} times with all bits",
                    three_digits(found.radix_bits / found.approximate), three_digits(found.radix / found.approximate));
  }

  std::vector<bench_row> rows;

 private:
  [[nodiscard]] edge_vertex_options options_of(const way& w, std::uint64_t max_supersteps) const {
    edge_vertex_options options;
    options.max_supersteps = max_supersteps, options.messages = w.messages, options.order = w.order,
    options.group_size = w.group_size;
    options.where = where_, options.control = control_;
    return options;
  }

  [[nodiscard]] bench_row row_of(const std::string& bench, const std::string& what) const {
    bench_row row;
    row.bench = bench, row.graph = loaded_.name, row.what = what;
    return row;
  }

  template <class Program>
  [[nodiscard]] edge_vertex_result<Program> run_once(const Program& program, const edge_vertex_options& options) const {
    return where_.kind == device_kind::cpu ? edge_vertex(loaded_.g, program, options)
                                           : supersteps_on_device<Program>(loaded_.g, program, options);
  }

  void describe(bench_row& row, const edge_vertex_report& r) const {
    row.threads = std::max(1, r.threads);
    const double extra =
        r.buffer_slots == 0 ? 0 : static_cast<double>(r.buffer_slots) / static_cast<double>(loaded_.g.num_edges()) - 1;
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
          fmt::format("{}: {}, '{}': vertex {} has the value {}, but {} with '{}'; this is a bug in fathom or a fault of {}",
                      loaded_.name, bench, name, v, value, expected[v], ways[0].name, to_string(where_)));
    }
  }

  const loaded_graph& loaded_;
  const bench_settings& settings_;
  const run_control& control_;
  const device where_;
};

struct direct_run {
  double seconds;
  std::string engine;
};

}  // namespace

std::vector<bench_row> bench_edge_vertex(const std::string& name, const bench_settings& settings, const session& s) {
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  const graph& g = loaded.g;
  const device where = working_device(settings.graph);
  const bool on_cpu = where.kind == device_kind::cpu;
  const vertex_id source = random_sources(g, 1, settings.graph.seed, control)[0];
  supersteps_comparison c(loaded, settings, control);

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
  c.compare("edge-vertex pagerank", scores, ways, paper_supersteps, near);
  c.measure_direct("edge-vertex pagerank", [&] { return pagerank_directly(pagerank_precision::automatic); });
  c.compare("edge-vertex pagerank in double", full, in_double, paper_supersteps, near);
  c.measure_direct("edge-vertex pagerank in double", [&] { return pagerank_directly(pagerank_precision::full); });
  c.compare("edge-vertex shortest paths", shortest_paths{source}, ways, edge_vertex_options{}.max_supersteps, 0);
  c.measure_direct("edge-vertex shortest paths", [&] {
    sssp_options o;
    o.where = where, o.control = control;
    const sssp_report r = sssp(g, source, o).report;
    return direct_run{r.seconds_search, r.engine};
  });
  c.compare("edge-vertex components", components_program{}, ways, edge_vertex_options{}.max_supersteps, 0);
  c.measure_direct("edge-vertex components", [&] {
    components_options o;
    o.where = where, o.control = control;
    const components_report r = (g.directed() ? weakly_connected_components(g, o) : connected_components(g, o)).report;
    return direct_run{on_cpu ? r.seconds_search : r.seconds_on_device, r.engine};
  });
  c.sweep_buckets(scores);
  c.time_sorts();
  c.rows.front().note +=
      fmt::format("; {}, {} directed edges", counted(g.num_vertices(), "vertex", "vertices"), grouped(g.num_edges()));
  return std::move(c.rows);
}

}  // namespace fathom::program
