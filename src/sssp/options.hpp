// Checks of sssp_options that are common to all places where a search runs.
#pragma once

#include <cmath>

#include "base/fail_usage.hpp"
#include "fathom/sssp.hpp"

namespace fathom {

/// Throws error_category::usage for a number out of range.
inline void check_ranges(const sssp_options& o) {
  if (!(o.cutoff >= 0)) fail_usage("cutoff is {}; give 0 or more", o.cutoff);
  if (!(o.delta >= 0 && std::isfinite(o.delta)))
    fail_usage("delta is {}; give a positive number, or 0 for the tuned default", o.delta);
}

}  // namespace fathom
