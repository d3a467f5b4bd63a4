#include "fathom/control.hpp"

#include <fmt/format.h>
#include <omp.h>

#include "base/thread_limits.hpp"
#include "fathom/error.hpp"

namespace fathom {

void check_stop(const run_control& control) {
  if (control.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
}

void report_progress(const run_control& control, std::string_view stage, std::uint64_t done, std::uint64_t total) {
  check_stop(control);
  if (control.on_progress) control.on_progress({stage, done, total});
}

int thread_count(const run_control& control) {
  if (control.threads < 0) {
    throw error(error_category::usage, fmt::format("threads is {}; use a positive number, or 0 for all", control.threads));
  }
  return startable_threads(control.threads > 0 ? control.threads : omp_get_max_threads());
}

}  // namespace fathom
