// 3-hop reachability indexes (iBFS, Table 1).
#include <utility>

#include "bench/suite/papers/suites.hpp"
#include "fathom/bfs.hpp"
#include "fathom/reachability.hpp"

namespace fathom::program {
namespace {

constexpr hop_count paper_hops = 3;
constexpr std::size_t indexed_vertices = 1024;
constexpr std::pair<const char*, multi_bfs_method> index_methods[] = {{"MS-BFS", multi_bfs_method::ms_bfs},
                                                                      {"bitwise", multi_bfs_method::bitwise}};

}  // namespace

std::vector<bench_row> bench_reach_index(const std::string& name, const bench_settings& settings, const session& s) {
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  const device where = working_device(settings.graph);
  const std::size_t count = settings.joined > 0 ? static_cast<std::size_t>(settings.joined) : indexed_vertices;
  const array<vertex_id> vertices = random_sources(loaded.g, count, settings.graph.seed, control);
  const layout prepared = prepare(loaded.g, {vertex_order::automatic, where, control, search_kind::joined});
  std::vector<bench_row> rows;
  for (const auto& [what, method] : index_methods) {
    reach_options options;
    options.prepared = &prepared;
    options.searches.method = method;
    const execution place{.where = where, .control = control};
    bench_row row;
    row.bench = "ibfs table 1", row.graph = loaded.name, row.what = what;
    row.seconds = measure(settings.repeats,
                          [&] { static_cast<void>(build_reach_index(loaded.g, vertices.view(), paper_hops, options, place)); });
    row.figures = {{"vertices_indexed", static_cast<double>(count)}};
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fathom::program
