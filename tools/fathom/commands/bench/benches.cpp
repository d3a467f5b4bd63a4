#include "commands/bench/benches.hpp"

namespace fathom::program {
namespace {

// The generated graphs of docs/performance/cpu.md: skewed, uniform, road-like.
const default_graphs of_all{{"kron:22:16", "uniform:22:16", "grid:1500x1500"},
                            {"kron:22:16", "uniform:22:16", "grid:1500x1500"},
                            {"kron:14:16", "uniform:14:16", "grid:100x100"}};

// The generated graphs of Enterprise's Table 1: KR0 to KR4, of 2^30 directed edges each, and RM.
const default_graphs of_enterprise{{"kron:20:512", "kron:21:256", "kron:22:128", "kron:23:64", "kron:24:32", "rmat:21:128"},
                                   {"kron:16:32", "rmat:16:32"},
                                   {"kron:14:32", "rmat:14:32"}};

// The generated graphs of iBFS's Figure 14: KG0, KG1, KG2, RM and RD. Small enough for a CPU: skewed like KG and RM, uniform like
// RD.
const default_graphs of_ibfs{{"kron:20:512", "kron:23:36", "kron:24:32", "rmat:21:64", "random:11796480:16"},
                             {"kron:20:16", "rmat:20:16", "uniform:20:16"},
                             {"kron:14:16", "rmat:14:16", "uniform:14:16"}};

// The multi-search paper's Table I, in its order: 333SP, adaptive, as-Skitter, auto, delaunay_n21, ecology1, hollywood-2009,
// kron_g500-logn19, ldoor, rgg_n_2_21_s0, thermal2 (docs/seeds.md says how close each is). No generator makes roads, so roadNet-CA
// is missing. Smaller ones on a CPU.
const default_graphs of_multi_search{{"delaunay:22", "grid:2610x2611", "rmat:21:6", "rgg:19", "delaunay:21", "grid:1000x1000",
                                      "kron:20:62", "kron:19:48", "small-world:952203:48:0", "rgg:21", "delaunay:20"},
                                     {"delaunay:16", "grid:300x300", "rgg:16", "kron:16:16"},
                                     {"delaunay:12", "grid:64x64", "rgg:12", "kron:12:16"}};

// The graphs of the edge-vertex paper's Table 2 that can be generated, RMAT and Random: directed, 16 edges per vertex, none of them
// dropped. Smaller on a CPU.
const default_graphs of_edge_vertex{
    {"rmat:20:16", "uniform:20:16"}, {"rmat:16:16", "uniform:16:16"}, {"rmat:14:16", "uniform:14:16"}};

// One worker's graph of bench scaling: small enough for one process, and large enough that several have work.
const default_graphs of_scaling{{"kron:22:16"}, {"kron:18:16"}, {"kron:14:16"}};

const named_bench benches[] = {{"bfs", bench_bfs, &of_all},
                               {"read", bench_read, &of_all},
                               {"build", bench_build, &of_all},
                               {"open", bench_open, &of_all},
                               {"energy", bench_energy_use, &of_all},
                               {"enterprise", bench_enterprise, &of_enterprise},
                               {"ibfs", bench_ibfs, &of_ibfs},
                               {"multi-search", bench_multi_search, &of_multi_search},
                               {"edge-vertex", bench_edge_vertex, &of_edge_vertex, true},
                               {"scaling", bench_scaling, &of_scaling}};

constexpr int quick_trials = 8, quick_joined = 256, quick_sources = 16, quick_repeats = 3;
constexpr double quick_window = 0.3;

}  // namespace

std::span<const named_bench> all_benches() { return benches; }
const default_graphs& graphs_of_all() { return of_all; }

const std::vector<std::string>& chosen_graphs(const default_graphs& graphs, bool quick, device where) {
  return quick ? graphs.quick : where.kind == device_kind::cpu ? graphs.on_cpu : graphs.on_gpu;
}

bench_settings quick_settings(bench_settings settings) {
  const graph_arguments& g = settings.graph;
  if (!g.gives("--trials")) settings.trials = quick_trials;
  if (!g.gives("--joined")) settings.joined = quick_joined;
  if (!g.gives("--sources")) settings.sources = quick_sources;
  if (!g.gives("--repeat")) settings.repeats = quick_repeats;
  if (!g.gives("--window")) settings.window = quick_window;
  return settings;
}

bench_settings as_generated(bench_settings settings) {
  graph_arguments& g = settings.graph;
  g.directed = g.directed || !g.undirected;
  if (g.parallel.empty()) g.keep_duplicates = true;
  g.keep_self_loops = true;
  return settings;
}

}  // namespace fathom::program
