// Connected communities of high modularity by the Leiden method. Traag, Waltman, van Eck, "From Louvain to Leiden: guaranteeing
// well-connected communities", Scientific Reports 9, 2019.
#pragma once

#include <span>

#include "fathom/graph.hpp"
#include "fathom/louvain.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Finds communities of an undirected graph, each of which is connected. Vertices move as in louvain(). Then each community is
/// split into well-connected parts: single vertices, in an order drawn from the seed, join the part of their community where
/// modularity gains most. The parts become the vertices of a coarser graph, which begins with the communities, and the search
/// continues there until no level improves modularity and no parts join. Finally the communities are refined as in louvain(), and
/// those that are not connected are split.
///
/// In the result, no move of a single vertex increases modularity. The result is the same for any number of threads. It depends on
/// the seed. Edges of weight 0 do not connect. Counts weights, and throws, as louvain().
[[nodiscard]] louvain_result leiden(const graph& g, const louvain_options& options = {});

/// Validates communities as validate_louvain() does, and that each is connected.
[[nodiscard]] louvain_validation validate_leiden(const graph& g, std::span<const vertex_id> labels, double modularity,
                                                 const louvain_options& options = {});

}  // namespace fathom
