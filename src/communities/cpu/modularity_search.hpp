// Search of the Louvain and Leiden methods: coarsening level by level, then refinement from the coarsest level to the graph itself.
#pragma once

#include "fathom/graph.hpp"
#include "fathom/louvain.hpp"

namespace fathom::communities_engine {

enum class modularity_method { louvain, leiden };

/// Communities of an undirected graph. Checks the options.
[[nodiscard]] louvain_result search_modularity(const graph& g, const louvain_options& options, modularity_method method);

}  // namespace fathom::communities_engine
