// Rows of a benchmark that show hardware counters.
#pragma once

#include <functional>
#include <span>

#include "bench/suite/bench.hpp"
#include "bench/suite/paper_counters.hpp"

namespace fathom::program {

/// Reads the counters while `work` runs (read_hardware_counters(): once per pass). The row gets a figure for each that could be
/// read; its note has their values, and the reason of those that could not.
void add_counters(bench_row& row, device where, std::span<const paper_counter> counters, const std::function<void()>& work);

}  // namespace fathom::program
