// Parts of communities: well-connected parts for the next level of the Leiden method, and connected components.
#pragma once

#include <cstdint>
#include <span>

#include "communities/cpu/louvain_graph.hpp"
#include "fathom/control.hpp"
#include "fathom/types.hpp"

namespace fathom::communities_engine {

/// Communities whose parts are sought: numbers from 0 to `count` - 1.
struct partition_view {
  std::span<const vertex_id> labels;
  vertex_id count;
};

/// Parameters of modularity besides the graph. `all` is the sum of the degrees, which is positive.
struct modularity_scale {
  double all, resolution;
};

/// Splits each community into parts. A vertex that is still single joins the part of its community where modularity gains most, if
/// vertex and part have at least as much weight to the rest of the community as expected. Parts are connected by edges of positive
/// weight. `parts` becomes a vertex of each vertex's part, below n. Returns the adjacency entries read.
std::uint64_t split_into_well_connected(const louvain_graph& g, const partition_view& communities, const modularity_scale& scale,
                                        std::uint64_t seed, int threads, const run_control& control, std::span<vertex_id> parts);

/// Splits each community into its components along edges of positive weight. `parts` as above. Returns the number of components.
vertex_id split_into_components(const louvain_graph& g, const partition_view& communities, int threads, const run_control& control,
                                std::span<vertex_id> parts);

}  // namespace fathom::communities_engine
