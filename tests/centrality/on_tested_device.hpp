// The algorithms on the tested device.
#pragma once

#include "fathom/closeness.hpp"
#include "fathom/diameter.hpp"
#include "tested_device.hpp"

namespace fathom::test {

[[nodiscard]] inline centrality_result closeness(const graph& g, centrality_options options = {}) {
  options.where = tested_device();
  return fathom::closeness(g, options);
}

[[nodiscard]] inline centrality_result harmonic(const graph& g, centrality_options options = {}) {
  options.where = tested_device();
  return fathom::harmonic(g, options);
}

[[nodiscard]] inline eccentricity_result eccentricity(const graph& g, eccentricity_options options = {}) {
  options.where = tested_device();
  return fathom::eccentricity(g, options);
}

[[nodiscard]] inline diameter_result diameter(const graph& g) { return fathom::diameter(g, {.where = tested_device()}); }

}  // namespace fathom::test
