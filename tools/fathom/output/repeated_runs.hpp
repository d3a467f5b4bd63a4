// Repeated runs of a command (--repeat): the run with the median time, and every report.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "options/options.hpp"
#include "output/json.hpp"

namespace fathom::program {

template <class Report>
class repeated_runs {
 public:
  /// Calls once() `repeat` times. Returns the last result with the report of the run that has the median time.
  template <class Once>
  auto run(int repeat, Once&& once) {
    decltype(once()) found;
    for (int i = 0; i < repeat; ++i) {
      found = {};  // frees its memory
      found = once();
      reports_.push_back(found.report);
    }
    std::vector<Report> ordered = reports_;
    const auto median = ordered.begin() + static_cast<std::ptrdiff_t>(ordered.size() / 2);
    std::nth_element(ordered.begin(), median, ordered.end(), faster);
    found.report = *median;
    return found;
  }

  /// A line about the times of several runs; empty for a single run.
  [[nodiscard]] std::string text() const {
    if (reports_.size() < 2) return "";
    const auto [fastest, slowest] = std::minmax_element(reports_.begin(), reports_.end(), faster);
    return fmt::format("  median of {} runs, which took {} to {}\n", reports_.size(), human_seconds(fastest->seconds()),
                       human_seconds(slowest->seconds()));
  }

  /// Adds `runs`, the reports, also of a single run.
  void add_to(json& object) const {
    for (const Report& r : reports_) object["runs"].push_back(json_fields(r));
  }

 private:
  static bool faster(const Report& a, const Report& b) { return a.seconds() < b.seconds(); }

  std::vector<Report> reports_;
};

/// Adds --repeat, with GAP's letter -n unless that counts random sources; `work` is an imperative such as "count the triangles".
inline void add_repeat_option(CLI::App& command, int& repeat, const std::string& work) {
  const bool letter_is_free = command.get_option_no_throw("-n") == nullptr;
  command
      .add_option(letter_is_free ? "-n,--repeat" : "--repeat", repeat, work + " N times and report the median time (default: 1)")
      ->check(whole_number(1))
      ->type_name("N");
}

}  // namespace fathom::program
