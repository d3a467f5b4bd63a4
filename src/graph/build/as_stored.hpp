// Options to build a graph from rows of another one.
#pragma once

#include "fathom/build.hpp"

namespace fathom {

/// Keeps edges and weights as the rows have them, with in-edges if `g`, the graph of the rows, has them.
[[nodiscard]] inline build_options as_stored(const graph& g, const run_control& control) {
  build_options options;
  options.parallel = parallel_edges::keep;
  options.loops = self_loops::keep;
  options.exact_weights = true;
  options.in = g.has_in_edges() ? in_edges::automatic : in_edges::none;
  options.control = control;
  return options;
}

}  // namespace fathom
