// Comparison of two reports of `fathom bench`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands/bench/intervals.hpp"

namespace fathom::program {

/// One measurement of a report in JSON.
struct stored_row {
  std::string bench, graph, what;
  int threads = 1;
  std::vector<double> seconds;  ///< one per run
};

/// The parts of a report that a comparison needs.
struct stored_report {
  std::string file;
  std::vector<std::pair<std::string, std::string>> facts;  ///< commit, compiler, processor, ...
  std::vector<std::string> warnings;
  std::vector<stored_row> rows;
};

/// Throws error_category::input if the file cannot be read, is not a report of `fathom bench`, or has no samples.
[[nodiscard]] stored_report read_bench_report(const std::string& file);

enum class change { faster, slower, unclear };

/// One measurement that both reports have.
struct compared_row {
  stored_row first, second;
  double ratio = 0;  ///< second median divided by the first
  std::optional<interval> within;

  /// Unclear if the interval contains 1, or if there is none.
  [[nodiscard]] change verdict() const;
};

struct comparison {
  stored_report first, second;
  std::vector<compared_row> rows;
  std::vector<std::string> only_first, only_second;  ///< measurements without a counterpart
  std::vector<std::string> differences;              ///< circumstances that differ: "compiler: GNU 12.2.0 and GNU 13.2.0"
};

/// Rows belong together if benchmark, graph, measurement and number of threads are equal. Throws error_category::input if no rows
/// do.
[[nodiscard]] comparison compare(stored_report first, stored_report second);

[[nodiscard]] std::string comparison_text(const comparison& c);
[[nodiscard]] std::string comparison_json(const comparison& c);
[[nodiscard]] std::string comparison_csv(const comparison& c);
[[nodiscard]] std::string comparison_markdown(const comparison& c);
[[nodiscard]] std::string comparison_page(const comparison& c);

}  // namespace fathom::program
