// The algorithms on the tested device.
#pragma once

#include "fathom/closeness.hpp"
#include "fathom/diameter.hpp"
#include "tested_device.hpp"

namespace fathom::test {

[[nodiscard]] inline execution on_tested_device(const run_control& control = {}) {
  return {.where = tested_device(), .control = control};
}

[[nodiscard]] inline centrality_result closeness(const graph& g, const centrality_options& options = {},
                                                 const run_control& control = {}) {
  return fathom::closeness(g, options, on_tested_device(control));
}

[[nodiscard]] inline centrality_result harmonic(const graph& g, const centrality_options& options = {},
                                                const run_control& control = {}) {
  return fathom::harmonic(g, options, on_tested_device(control));
}

[[nodiscard]] inline eccentricity_result eccentricity(const graph& g, const eccentricity_options& options = {}) {
  return fathom::eccentricity(g, options, on_tested_device());
}

[[nodiscard]] inline diameter_result diameter(const graph& g) { return fathom::diameter(g, on_tested_device()); }

}  // namespace fathom::test
