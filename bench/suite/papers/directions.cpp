// Searches top-down, bottom-up and in the better direction (Table 3.1 and Figure 3.4 of the chapter "Communication Wall:
// Graph500"), and on a GPU by the chapter's Algorithm 4.
#include "bench/suite/papers/suites.hpp"
#include "fathom/bfs.hpp"
#include "papers/methods/paper_methods.hpp"

namespace fathom::program {
namespace {

struct direction_variant {
  const char* name;
  bfs_strategy strategy;
  const paper_method* method = nullptr;  ///< null: bfs()
};

constexpr direction_variant direction_variants[] = {
    {"top-down", bfs_strategy::top_down}, {"bottom-up", bfs_strategy::bottom_up}, {"hybrid", bfs_strategy::direction_optimizing}};

bench_row measure_direction(const loaded_graph& loaded, const layout& prepared, vertex_id source, const direction_variant& v,
                            const bench_settings& settings, const execution& exec) {
  bench_row row;
  row.bench = "graph500 directions", row.graph = loaded.name, row.what = v.name, row.unit = "edges";
  row.threads = exec.control.threads > 0 ? exec.control.threads : 1;
  const std::vector<vertex_id> repeated(static_cast<std::size_t>(settings.repeats) + 1, source);  // the first maps memory
  const bool on_device = exec.where.kind == device_kind::cuda;
  const auto consume = [&](std::size_t i, bfs_result& result) {
    const run_report& report = result.report;
    if (i == 0) return;
    row.seconds.push_back(report.seconds_searching());
    row.amounts.push_back(static_cast<double>(report.edges_traversed));
    if (i + 1 < repeated.size()) return;
    bench_series edges{"edges", {}, {}}, seconds{"seconds", {}, {}};
    double inspected = 0;
    for (const level_report& level : report.levels) {
      inspected += static_cast<double>(level.edges_inspected);
      for (bench_series* const series : {&edges, &seconds}) series->x.push_back(level.level + 1);  // the chapter counts from 1
      edges.y.push_back(static_cast<double>(level.edges_inspected)), seconds.y.push_back(level.seconds);
    }
    row.series = {std::move(edges), std::move(seconds)};
    row.figures = {{"edges_inspected", inspected}, {"levels", static_cast<double>(report.levels.size())}};
  };
  const bfs_options options{.strategy = v.strategy, .report_levels = true, .keep_on_device = on_device};
  if (v.method) {
    v.method->search(prepared, repeated, options, exec, consume);
  } else {
    bfs(prepared, repeated, options, exec, consume);
  }
  return row;
}

}  // namespace

std::vector<bench_row> bench_directions(const std::string& name, const bench_settings& settings, const session& s) {
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  const execution exec{.where = working_device(settings.graph), .control = control};
  const vertex_id source = random_sources(loaded.g, 1, settings.graph.seed, control)[0];
  const layout prepared = prepare(loaded.g, {vertex_order::automatic, exec.where, control});
  std::vector<bench_row> rows;
  for (const direction_variant& v : direction_variants) {
    rows.push_back(measure_direction(loaded, prepared, source, v, settings, exec));
  }
  if (exec.where.kind == device_kind::cuda) {
    const direction_variant bitmaps{"Algorithm 4", bfs_strategy::direction_optimizing, find_paper_method("graph500-bitmap")};
    rows.push_back(measure_direction(loaded, prepared, source, bitmaps, settings, exec));
    rows.back().series.clear();
    const layout on_host = prepare(loaded.g, {vertex_order::automatic, device{}, control});
    const direction_variant hybrid{"on the CPU", bfs_strategy::direction_optimizing};
    rows.push_back(measure_direction(loaded, on_host, source, hybrid, settings, {.where = device{}, .control = control}));
    rows.back().series.clear();
  }
  return rows;
}

}  // namespace fathom::program
