// Source vertices of searches in a graph partitioned over processes.
#pragma once

#include "fathom/distributed/graph.hpp"
#include "options/sources.hpp"

namespace fathom::program {

/// Collective: the sources that choose_sources() would choose in the whole graph. Every process has the vertex names in `names`.
/// Throws the same errors on all processes, and error_category::usage if their sources differ.
[[nodiscard]] chosen_sources choose_sources(const source_arguments& arguments, const graph& names, const rank_graph& g,
                                            std::uint64_t seed, const run_control& control);

}  // namespace fathom::program
