// Threads, device and graph figures that the benchmarks share.
#include <fmt/format.h>
#include <omp.h>

#include "bench/suite/bench.hpp"
#include "fathom/error.hpp"

namespace fathom::program {

std::vector<std::pair<std::string, double>> graph_figures(const graph& g) {
  return {{"vertices", static_cast<double>(g.num_vertices())},
          {"edges", static_cast<double>(g.num_edges())},
          {"directed", g.directed() ? 1 : 0},
          {"weighted", g.weighted() ? 1 : 0}};
}

std::vector<int> bench_threads(const bench_settings& settings) {
  if (settings.graph.thread_counts.size() > 1) return settings.graph.thread_counts;
  const int all = settings.graph.threads > 0 ? settings.graph.threads : omp_get_max_threads();
  return all > 1 ? std::vector<int>{1, all} : std::vector<int>{1};
}

device cuda_device_of(const bench_settings& settings, std::string_view why) {
  const std::string& name = settings.graph.device;
  if (name == "cpu") throw error(error_category::usage, fmt::format("--device cpu: {}; give --device cuda", why));
  const device chosen = choose_device(name);
  if (chosen.kind == device_kind::cuda) return chosen;
  try {
    return choose_device("cuda");
  } catch (const error& e) {
    throw error(e.category(), fmt::format("{}: {}", why, e.what()));
  }
}

std::vector<int> bench_thread_counts(const bench_settings& settings, device where) {
  std::vector<int> teams = bench_threads(settings);
  return where.kind == device_kind::cpu ? teams : std::vector<int>{teams.back()};
}

}  // namespace fathom::program
