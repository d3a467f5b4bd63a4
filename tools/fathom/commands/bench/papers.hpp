// `fathom bench papers`: figures and tables of the five papers beside Fathom's own.
#pragma once

#include <string>
#include <vector>

#include "bench/suite/papers/compare.hpp"
#include "commands/bench/report.hpp"

namespace fathom::program {

struct papers_report {
  bench_report measured;
  bool on_gpu = false;  ///< a GPU searched
  std::vector<compared_exhibit> exhibits;
};

/// The keys of the papers, if none are given all. Throws error_category::usage for another word.
[[nodiscard]] std::vector<std::string> checked_papers(const std::vector<std::string>& words);
/// Runs the benchmarks of these papers. `quick`: on small graphs.
[[nodiscard]] papers_report measure_papers(const std::vector<std::string>& papers, bool quick, const bench_settings& settings,
                                           const session& s);

/// One line per exhibit.
[[nodiscard]] std::string papers_text(const papers_report& report);
[[nodiscard]] std::string papers_json(const papers_report& report);
[[nodiscard]] std::string papers_markdown(const papers_report& report);
[[nodiscard]] std::string papers_page(const papers_report& report);

}  // namespace fathom::program
