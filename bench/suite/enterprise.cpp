// Benchmark of Enterprise (Liu, Huang, SC 2015): its frontiers and degrees on any device, and on a CUDA device its techniques added
// one by one, as in its Figures 8, 12, 13 and 16.
#include <fmt/format.h>

#include <functional>
#include <optional>

#include "base/text.hpp"
#include "bench/suite/bench.hpp"
#include "bench/suite/enterprise_figures.hpp"
#include "fathom/bfs.hpp"
#include "fathom/papers/enterprise.hpp"

namespace fathom::program {
namespace {

struct enterprise_variant {
  const char* name;
  std::optional<enterprise_method> method;  ///< none: bfs()
  bfs_switching switching = bfs_switching::automatic;
};

constexpr enterprise_variant enterprise_variants[] = {{"BL", enterprise_method::status_array},
                                                      {"BL+TS", enterprise_method::scheduling},
                                                      {"BL+TS+WB", enterprise_method::balancing},
                                                      {"BL+TS+WB+HC", enterprise_method::hub_cache},
                                                      {"Fathom's own engine by gamma", std::nullopt, bfs_switching::hub_ratio},
                                                      {"Fathom's own engine", std::nullopt}};

// The paper's R-MAT graph (Table 1) is directed, which a spec cannot express.
constexpr const char* directed_in_the_paper = "rmat:21:128";

// Generated graphs keep parallel edges and self-loops, as in the paper, unless --parallel-edges says otherwise.
loaded_graph load_for_enterprise(const std::string& name, graph_arguments arguments, const run_control& control) {
  if (name == directed_in_the_paper && !arguments.undirected) arguments.directed = true;
  if (name.starts_with("kron:") || name.starts_with("rmat:")) {
    arguments.default_parallel = parallel_edges::keep;
    arguments.keep_self_loops = true;
  }
  return load_graph(name, arguments, control);
}

/// Searches with a variant. Results stay in device memory, as in the paper, which stops the clock when they are there.
void search(const layout& prepared, std::span<const vertex_id> sources, const enterprise_variant& v, bool report_levels,
            const execution& exec, const std::function<void(std::size_t, bfs_result&)>& consume) {
  const bfs_options options{.switching = v.switching, .report_levels = report_levels, .keep_on_device = true};
  if (v.method) return enterprise_bfs(prepared, sources, {*v.method, options}, exec, consume);
  bfs(prepared, sources, options, exec, consume);
}

/// Fraction of the status reads in bottom-up levels that the hub cache saved, over all searches.
double fraction_saved(const layout& prepared, std::span<const vertex_id> sources, const enterprise_variant& v,
                      const execution& exec) {
  hub_cache_report sum;
  search(prepared, sources, v, true, exec, [&](std::size_t, bfs_result& result) {
    sum.status_reads += result.report.hub_cache.status_reads;
    sum.status_reads_saved += result.report.hub_cache.status_reads_saved;
  });
  return sum.share_saved();
}

bench_row measure_method(const layout& prepared, std::span<const vertex_id> sources, const enterprise_variant& v,
                         const execution& exec) {
  // The uncounted first search maps the memory that all searches use.
  std::vector<vertex_id> all{sources.front()};
  all.insert(all.end(), sources.begin(), sources.end());
  bench_row row;
  search(prepared, all, v, false, exec, [&](std::size_t i, bfs_result& result) {
    if (i == 0) return;
    row.seconds.push_back(result.report.seconds_searching());
    row.amounts.push_back(double(result.report.edges_traversed));
  });
  return row;
}

/// Measures all methods on one layout.
void compare(const loaded_graph& loaded, const layout& prepared, std::span<const vertex_id> sources, const execution& exec,
             std::vector<bench_row>& rows) {
  double baseline = 0;
  for (const enterprise_variant& v : enterprise_variants) {
    bench_row row = measure_method(prepared, sources, v, exec);
    const double median = summarize(row.seconds).median;
    if (v.method == enterprise_method::status_array) baseline = median;
    row.bench = "enterprise";
    row.graph = loaded.name;
    row.what = fmt::format("{}, {} order", v.name, to_string(prepared.order));
    row.unit = "edges";
    row.note = fmt::format("{} times as fast as BL, by medians", three_digits(baseline / median));
    row.figures = {{"speedup_over_baseline", baseline / median}};
    if (v.method == enterprise_method::hub_cache) {
      const double saved = fraction_saved(prepared, sources, v, exec);
      row.note += fmt::format("; the hub cache saves {} % of the bottom-up status reads", three_digits(100 * saved));
      row.figures.emplace_back("status_reads_saved", saved);
    }
    rows.push_back(std::move(row));
  }
}

std::string graph_note(const graph& g, device where) {
  return fmt::format("; {}, {} directed edges ({}), {} of them parallel; results in the caller's ids, left on {}",
                     counted(g.num_vertices(), "vertex", "vertices"), grouped(g.num_edges()),
                     g.directed() ? "directed" : "undirected", grouped(g.properties().duplicates), to_string(where));
}

}  // namespace

std::vector<bench_row> bench_enterprise(const std::string& name, const bench_settings& settings, const session& s) {
  const device where = working_device(settings.graph);
  const run_control control = s.control(settings.graph.threads);
  const execution exec{.where = where, .control = control};
  const loaded_graph loaded = load_for_enterprise(name, settings.graph, control);
  const array<vertex_id> sources =
      random_sources(loaded.g, static_cast<std::size_t>(settings.trials), settings.graph.seed, control);
  // First the order of the file, as in the paper, then the order that Fathom would choose.
  const layout in_file_order = prepare(loaded.g, {vertex_order::caller, where, control});
  std::vector<bench_row> rows = enterprise_graph_rows(loaded, in_file_order, sources.view(), exec);
  for (bench_row& row : enterprise_switching_rows(loaded, in_file_order, sources.view(), exec)) rows.push_back(std::move(row));
  if (where.kind != device_kind::cuda) return rows;
  for (bench_row& row : enterprise_timeline_rows(loaded, in_file_order, sources[0], exec)) rows.push_back(std::move(row));
  const std::size_t first_compared = rows.size();
  compare(loaded, in_file_order, sources.view(), exec, rows);
  if (choose_order(loaded.g.properties(), loaded.g.num_vertices(), loaded.g.num_edges()).order == vertex_order::degree) {
    compare(loaded, prepare(loaded.g, {vertex_order::degree, where, control}), sources.view(), exec, rows);
  }
  rows[first_compared].note += graph_note(loaded.g, where);
  // Last, since counters may slow down what runs beside them.
  for (bench_row& row : enterprise_counter_rows(loaded, in_file_order, sources[0], exec)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace fathom::program
