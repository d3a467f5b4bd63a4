// The benchmarks of `fathom bench` by name, with the graphs that each measures if none are given.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/suite/bench.hpp"

namespace fathom::program {

using bench_function = std::vector<bench_row> (*)(const std::string&, const bench_settings&, const session&);

struct default_graphs {
  std::vector<std::string> on_gpu, on_cpu, quick;  ///< quick: with --quick, on any device
};

struct named_bench {
  const char* name;
  bench_function run;
  const default_graphs* graphs;
  bool as_generated = false;  ///< these graphs are directed and keep parallel edges and self-loops, unless options say otherwise
};

[[nodiscard]] std::span<const named_bench> all_benches();
/// Graphs of `bench all`.
[[nodiscard]] const default_graphs& graphs_of_all();
[[nodiscard]] const std::vector<std::string>& chosen_graphs(const default_graphs& graphs, bool quick, device where);

/// Settings for small graphs, as --quick sets them: few sources and runs, unless options say otherwise.
[[nodiscard]] bench_settings quick_settings(bench_settings settings);
/// Settings for graphs that are measured as they are generated.
[[nodiscard]] bench_settings as_generated(bench_settings settings);

}  // namespace fathom::program
