// Text of a run: a headline, and a line of its times, sizes and counts from the report's description.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/report_text.hpp"

namespace fathom::program {

/// "PLACE, 2 threads" of a run.
[[nodiscard]] std::string place_and_threads(const std::string& place, int threads);

/// One line: "HEADING ON: FOUND in TIME; ENGINE" after an empty line. `on` begins with " of " or " on ".
[[nodiscard]] std::string headline(std::string_view heading, std::string_view on, std::string_view found, double seconds,
                                   std::string_view engine);

/// The threads of a run. A report without threads is of a serial run.
template <described Report>
[[nodiscard]] int threads_of(const Report& r) {
  if constexpr (requires { r.threads; }) return r.threads;
  return 1;
}

/// headline() of a report on its device, and report_line() without the fields `shown`.
template <described Report>
[[nodiscard]] std::string run_text(std::string_view heading, const std::string& of, std::string_view found, const Report& r,
                                   report_keys shown = {}) {
  return headline(heading, of + " on " + place_and_threads(to_string(r.where), threads_of(r)), found, r.seconds(), r.engine) +
         report_line(r, shown);
}

/// The same for a graph in parts; `holders` is "3 processes", each with the threads of the report.
template <described Report>
[[nodiscard]] std::string run_text_of_parts(std::string_view heading, const std::string& holders, std::string_view found,
                                            const Report& r) {
  return headline(heading, " on " + place_and_threads(holders, r.threads) + " each", found, r.seconds(), r.engine) + report_line(r);
}

/// One line per written file.
[[nodiscard]] std::string files_text(const std::vector<std::string>& files);

}  // namespace fathom::program
