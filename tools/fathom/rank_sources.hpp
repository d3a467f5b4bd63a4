// Which vertices of a graph on many ranks to search from.
#pragma once

#include "fathom/rank_graph.hpp"
#include "sources.hpp"

namespace fathom::program {

/// Collective: what choose_sources() chooses in the whole graph, whose `names` every rank has. Throws what that throws, on all
/// ranks, and error_category::usage where they were given other sources.
[[nodiscard]] chosen_sources choose_sources(const source_arguments& arguments, const graph& names, const rank_graph& g,
                                            std::uint64_t seed, const run_control& control);

}  // namespace fathom::program
