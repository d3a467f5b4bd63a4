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

/// The notes of a benchmark's rows under a title, one line per graph and row; empty if the rows contain none of it.
[[nodiscard]] std::string counters_text(const std::string& title, const std::vector<bench_row>& rows, std::string_view bench);

}  // namespace fathom::program
