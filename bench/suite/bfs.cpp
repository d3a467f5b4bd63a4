// Benchmark of single searches.
#include "fathom/bfs.hpp"
#include "bench/suite/bench.hpp"

namespace fathom::program {
namespace {

struct bfs_variant {
  const char* name;
  bool distances, map_back;
};

// The first variant is comparable with GAP's bfs, which returns predecessors in the caller's ids.
constexpr bfs_variant variants[] = {
    {"caller's ids, predecessors", false, true},
    {"caller's ids, both arrays", true, true},
    {"internal ids, predecessors", false, false},
    {"internal ids, both arrays", true, false},
};

bench_row search(const layout& prepared, std::span<const vertex_id> sources, const bfs_variant& v, const execution& exec) {
  const bfs_options options{.return_distances = v.distances, .map_back = v.map_back};
  // An uncounted first search maps the memory that all searches use.
  static_cast<void>(bfs(prepared, sources.front(), options, exec));
  bench_row row;
  row.what = v.name;
  bfs(prepared, sources, options, exec, [&](std::size_t, bfs_result& result) {
    row.seconds.push_back(result.report.seconds_searching());
    row.amounts.push_back(double(result.report.edges_traversed));
  });
  return row;
}

}  // namespace

std::vector<bench_row> bench_bfs(const std::string& name, const bench_settings& settings, const session& s) {
  const run_control all_threads = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, all_threads);
  const device where = working_device(settings.graph);
  const layout prepared = loaded.prepared ? *loaded.prepared : prepare(loaded.g, {vertex_order::automatic, where, all_threads});
  const array<vertex_id> sources =
      random_sources(loaded.g, static_cast<std::size_t>(settings.trials), settings.graph.seed, all_threads);
  std::vector<bench_row> rows;
  const std::vector<int> teams = where.kind == device_kind::cpu ? bench_threads(settings) : std::vector<int>{1};
  for (const int threads : teams) {
    for (const bfs_variant& v : variants) {
      bench_row row = search(prepared, sources.view(), v, {.where = where, .control = s.control(threads)});
      row.bench = "bfs";
      row.graph = name;
      row.threads = threads;
      row.unit = "edges";
      row.figures = graph_figures(loaded.g);
      row.figures.emplace_back("first_source", static_cast<double>(loaded.g.original_id(sources[0])));
      row.note = std::string(to_string(prepared.order)) + " order, " + to_string(where);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace fathom::program
