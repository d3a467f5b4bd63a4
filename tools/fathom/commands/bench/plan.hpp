// Plan of `fathom bench`: the benchmarks and graphs that its arguments choose, checked before any work.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/suite/bench.hpp"
#include "commands/bench/benches.hpp"
#include "commands/bench/files.hpp"

namespace fathom::program {

struct bench_arguments {
  bench_settings settings;
  std::vector<std::string> words;     ///< benchmark and graphs, in order
  std::vector<std::string> graphs;    ///< of --graphs, after those of `words`
  std::vector<std::string> compared;  ///< two reports; empty to measure
  bench_file_names files;
  std::string transport = "auto";
  bool json = false, quick = false;
};

/// First word that chooses the measurements of papers; the others are names of papers.
inline constexpr std::string_view papers_word = "papers";

struct bench_plan {
  std::vector<named_bench> benches;
  std::vector<std::string> graphs;
  bool as_generated = false;  ///< see named_bench
};

/// Everything that can be wrong with the arguments of measurements. Throws error_category::usage, ::device.
[[nodiscard]] bench_plan checked_plan(const bench_arguments& a);

/// Refuses all options of the command that are neither in `allowed` nor output options. Throws error_category::usage.
void allow_only(const CLI::App& command, const std::vector<std::string>& allowed, std::string_view why);

}  // namespace fathom::program
