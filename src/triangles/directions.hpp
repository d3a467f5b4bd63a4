// The role of directions in counting triangles, which a directed graph requires.
#pragma once

#include "base/fail_usage.hpp"
#include "fathom/triangles.hpp"

namespace fathom::triangles_engine {

/// Throws error_category::usage for a directed graph without triangles_options::directions.
inline void require_directions(bool directed, const triangles_options& options) {
  if (!directed || options.directions) return;
  fail_usage(
      "this graph is directed; choose whether triangles ignore directions or count them (option 'directions': 'ignored' or "
      "'counted'), or symmetrize it");
}

}  // namespace fathom::triangles_engine
