// One process's part of a claimed result, as the public validators of distributed graphs receive it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fathom/distributed/graph.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {

/// Collective. Predecessors as rank_validator expects them: -1 if unreached, and the source as its own. Throws
/// error_category::usage on all processes for a source outside the graph, or if an array does not have one entry per owned vertex.
[[nodiscard]] std::vector<std::int64_t> claimed_predecessors(const rank_graph& g, vertex_id source, std::size_t distances,
                                                             std::span<const vertex_id> predecessors);

/// Collective. Throws as above for distances without predecessors.
void require_own_part(const rank_graph& g, vertex_id source, std::span<const hop_count> distances);

/// The vertex's name in `names`, or its number; "none" for no_vertex.
[[nodiscard]] std::string shown_vertex(const graph& names, vertex_id v);

[[nodiscard]] inline vertex_id narrow(global_vertex v) { return v == no_global_vertex ? no_vertex : static_cast<vertex_id>(v); }

}  // namespace fathom::ranks_engine
