// Warnings about a machine that was not quiet.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "commands/bench/report.hpp"
#include "fathom/report.hpp"

namespace fathom::program {
namespace {

constexpr double most_load = 0.5;        // of the hardware threads, as in `fathom doctor`
constexpr double most_other_cpus = 0.1;  // of the hardware threads
constexpr double most_deviations = 3.5;
constexpr double deviation_of_normal = 1.4826;  // standard deviations of a normal distribution per median absolute deviation
constexpr double most_outliers = 0.1;           // of a row's runs; a few are normal
constexpr std::size_t most_named = 3;

}  // namespace

std::size_t outliers_of(const std::vector<double>& samples) {
  const double median = summarize(samples).median;
  std::vector<double> deviations;
  for (const double sample : samples) deviations.push_back(std::abs(sample - median));
  const double scale = deviation_of_normal * summarize(deviations).median;
  if (!(scale > 0)) return 0;
  return static_cast<std::size_t>(
      std::count_if(deviations.begin(), deviations.end(), [&](double d) { return d > most_deviations * scale; }));
}

std::vector<std::string> warnings_of(const bench_environment& where, const std::vector<bench_row>& rows) {
  std::vector<std::string> all;
  const double threads = std::max(where.cpu.parallelism, 1);
  if (where.load_before > most_load * threads) {
    all.push_back(fmt::format("load average {} on {} hardware threads before the measurement; wait until other programs have ended",
                              three_digits(where.load_before), where.cpu.parallelism));
  }
  if (where.other_programs && *where.other_programs > most_other_cpus * threads) {
    all.push_back(fmt::format("other programs used {} of {} CPUs during the measurement; stop them and measure again",
                              three_digits(*where.other_programs), where.cpu.parallelism));
  }
  int most_threads = 0;
  for (const bench_row& row : rows) most_threads = std::max(most_threads, row.threads * where.processes_on_host);
  if (most_threads > where.cpu.parallelism) {
    all.push_back(fmt::format("{} threads took turns on {} hardware threads; their measurements say nothing about more processors",
                              most_threads, where.cpu.parallelism));
  }
  std::vector<std::string> names;
  for (const bench_row& row : rows) {
    const std::size_t outliers = outliers_of(row.seconds);
    if (static_cast<double>(outliers) <= most_outliers * static_cast<double>(row.seconds.size())) continue;
    names.push_back(fmt::format("{} on {} ({} of {})", row.bench + ": " + row.what, row.graph, outliers, row.seconds.size()));
  }
  if (!names.empty()) {
    const std::size_t shown = std::min(names.size(), most_named);
    std::string text = fmt::format("runs far from their median: {}",
                                   fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), "; "));
    if (shown < names.size()) text += fmt::format("; and {} more", names.size() - shown);
    all.push_back(text);
  }
  for (const clocks_of_device& one : where.gpus) {
    if (!one.after || one.after->slowed_by.empty()) continue;
    all.push_back(
        fmt::format("{} was slowed down at the end: {}", to_string(one.gpu.where), fmt::join(one.after->slowed_by, ", ")));
  }
  return all;
}

}  // namespace fathom::program
