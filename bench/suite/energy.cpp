// Benchmark of the energy that searches consume on a CUDA device.
#include <cmath>
#include <functional>
#include <thread>

#include "bench/suite/bench.hpp"
#include "fathom/bfs.hpp"
#include "papers/methods/paper_methods.hpp"

namespace fathom::program {
namespace {

struct energy_variant {
  std::string name;
  bool map_back = true;
  const paper_method* method = nullptr;  ///< null: bfs()
};

/// Without --method Fathom's own engine with both kinds of ids, else the methods given, in the caller's ids.
std::vector<energy_variant> variants_of(const bench_settings& settings) {
  if (settings.methods.empty()) return {{"caller's ids, predecessors", true}, {"internal ids, predecessors", false}};
  std::vector<energy_variant> variants;
  for (const std::string& name : settings.methods) variants.push_back({name, true, find_paper_method(name)});
  return variants;
}

void search(const layout& prepared, std::span<const vertex_id> sources, const energy_variant& v, const bfs_options& options,
            const execution& exec, const std::function<void(std::size_t, bfs_result&)>& consume) {
  if (v.method) return v.method->search(prepared, sources, options, exec, consume);
  bfs(prepared, sources, options, exec, consume);
}

// Searches may be faster in the window than when they were timed; the spare passes keep the window at its requested length.
constexpr double spare_passes = 1.05;

device measured_device(const bench_settings& settings) {
  return cuda_device_of(settings, "bench energy measures searches on a CUDA device");
}

bfs_options options_of(const energy_variant& v) {
  return {.return_distances = false, .map_back = v.map_back, .keep_on_device = true};  // the window holds searches, not copies
}

std::vector<vertex_id> repeated(std::span<const vertex_id> sources, std::size_t times) {
  std::vector<vertex_id> all;
  all.reserve(sources.size() * times);
  for (std::size_t i = 0; i < times; ++i) all.insert(all.end(), sources.begin(), sources.end());
  return all;
}

struct pass {
  double seconds = 0;  ///< wall time of a warm pass
  std::vector<double> edges;
};

// Runs two passes over the sources and times the second.
pass try_pass(const layout& prepared, std::span<const vertex_id> sources, const energy_variant& v, const bfs_options& options,
              const execution& exec) {
  const std::size_t count = sources.size();
  pass found;
  timer clock;
  search(prepared, repeated(sources, 2), v, options, exec, [&](std::size_t i, bfs_result& result) {
    if (i < count) found.edges.push_back(double(result.report.edges_traversed));
    if (i + 1 == count) clock.restart();
    if (i + 1 == 2 * count) found.seconds = clock.seconds();
  });
  return found;
}

// Makes one call of search(). An uncounted first pass ensures that the graph is on the device when the window opens.
bench_row search_in_window(const layout& prepared, std::span<const vertex_id> sources, const energy_variant& v, bfs_options options,
                           const execution& exec, const pass& once, double window, energy_meter& meter) {
  options.count_edges = false;  // counted before
  const std::size_t count = sources.size();
  const auto passes = static_cast<std::size_t>(std::ceil(spare_passes * window / once.seconds));
  const std::vector<vertex_id> all = repeated(sources, passes + 1);
  bench_row row;
  row.energy.emplace();
  row.seconds.reserve(passes * count);
  row.amounts.reserve(passes * count);
  search(prepared, all, v, options, exec, [&](std::size_t i, bfs_result& result) {
    if (i >= count) {
      row.seconds.push_back(result.report.seconds_searching());
      row.amounts.push_back(once.edges[i % count]);
    }
    if (i + 1 == count) meter.start();
    if (i + 1 == all.size()) row.energy->reading = meter.stop();
  });
  row.energy->searches = row.seconds.size();
  for (const double seconds : row.seconds) row.energy->searching_seconds += seconds;
  for (const double edges : row.amounts) row.energy->edges += edges;
  return row;
}

}  // namespace

void require_energy(const bench_settings& settings) { const energy_meter meter(measured_device(settings)); }

std::vector<bench_row> bench_energy_use(const std::string& name, const bench_settings& settings, const session& s) {
  const device where = measured_device(settings);
  energy_meter meter(where);
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  const layout prepared = loaded.prepared ? *loaded.prepared : prepare(loaded.g, {vertex_order::automatic, where, control});
  const array<vertex_id> sources =
      random_sources(loaded.g, static_cast<std::size_t>(settings.trials), settings.graph.seed, control);
  std::vector<bench_row> rows;
  for (const energy_variant& v : variants_of(settings)) {
    const bfs_options options = options_of(v);
    const execution exec{.where = where, .control = {.stop = control.stop, .on_progress = {}, .threads = control.threads}};
    const pass once = try_pass(prepared, sources.view(), v, options, exec);
    s.clear_progress();
    std::this_thread::sleep_for(settling);
    const idle_power idle = meter.idle(idle_seconds);
    bench_row row = search_in_window(prepared, sources.view(), v, options, exec, once, settings.window, meter);
    row.bench = "energy";
    row.graph = name;
    row.what = v.name;
    row.unit = "edges";
    row.note = std::string(to_string(prepared.order)) + " order, " + to_string(where);
    row.energy->idle = idle;
    row.energy->directed = loaded.g.directed();
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fathom::program
