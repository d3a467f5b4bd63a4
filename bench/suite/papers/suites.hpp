// Measurements of `fathom bench papers`: which benchmarks show which paper, and on which graphs.
#pragma once

#include <string>
#include <vector>

#include "bench/suite/bench.hpp"

namespace fathom::program {

/// Rows "graph500 directions": the median search of some sources in each direction, with its levels. On a CUDA device also one row
/// of the hybrid on the CPU.
[[nodiscard]] std::vector<bench_row> bench_directions(const std::string& graph, const bench_settings& settings, const session& s);

/// Rows "ibfs table 1": 3-hop reachability indexes by MS-BFS and by `bitwise`.
[[nodiscard]] std::vector<bench_row> bench_reach_index(const std::string& graph, const bench_settings& settings, const session& s);

}  // namespace fathom::program
