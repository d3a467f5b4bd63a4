#include "fathom/report.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>

#include "base/report_json.hpp"
#include "base/report_text.hpp"
#include "base/system_file.hpp"
#include "base/text.hpp"

namespace fathom {
namespace {

// Quantile q of ascending values, by linear interpolation between order statistics (R's type 7, NumPy's default).
double quantile(const std::vector<double>& ascending, double q) {
  const double position = q * static_cast<double>(ascending.size() - 1);
  const std::size_t below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return std::lerp(ascending[below], ascending[above], position - static_cast<double>(below));
}

}  // namespace

std::string_view to_string(direction d) { return d == direction::top_down ? "top-down" : "bottom-up"; }

std::string to_json(const run_report& report) { return json_text(report); }

std::string to_table(const run_report& report) { return report_table(report.levels).render(); }

summary_statistics summarize(std::span<const double> values) {
  if (values.empty()) return {};
  std::vector<double> ascending(values.begin(), values.end());
  std::sort(ascending.begin(), ascending.end());
  double sum = 0, inverse_sum = 0;
  for (const double value : ascending) sum += value, inverse_sum += 1 / value;
  const double count = static_cast<double>(ascending.size());
  summary_statistics s;
  s.min = ascending.front();
  s.first_quartile = quantile(ascending, 0.25);
  s.median = quantile(ascending, 0.5);
  s.third_quartile = quantile(ascending, 0.75);
  s.max = ascending.back();
  s.mean = sum / count;
  s.harmonic_mean = ascending.front() > 0 ? count / inverse_sum : 0;
  return s;
}

namespace {

std::uint64_t peak_by_the_kernel() { return number_of("/proc/self/status", "VmHWM:").value_or(0) * 1024; }

// Page faults so far. Peak memory cannot grow without a page fault. A forked child starts a new count.
struct page_faults {
  pid_t process = 0;
  long count = -1;

  friend bool operator==(const page_faults&, const page_faults&) = default;
};

page_faults faults_so_far() {
  rusage used{};
  if (getrusage(RUSAGE_SELF, &used) != 0) return {};
  return {getpid(), used.ru_minflt + used.ru_majflt};
}

}  // namespace

// Reading /proc/self/status takes 20 us, longer than a search of a small graph; reading the page-fault count takes 1 us.
std::uint64_t peak_memory_bytes() {
  static std::mutex guard;
  static page_faults known_at;
  static std::uint64_t known = 0;
  const std::scoped_lock locked(guard);
  const page_faults now = faults_so_far();
  if (now.count < 0 || now != known_at) {
    known = peak_by_the_kernel();
    known_at = now;  // the count from before the read: faults during the read trigger another one
  }
  return known;
}

}  // namespace fathom
