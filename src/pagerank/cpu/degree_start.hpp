// Initial scores in proportion to degrees, for graphs on which a random walk soon forgets where it began.
#pragma once

#include <optional>

#include "pagerank/degree_start.hpp"
#include "pagerank/request.hpp"

namespace fathom::pagerank_engine {

/// Writes the initial scores of an undirected, unweighted graph of `caller_vertices` vertices with uniform jumps to `ranks` and
/// returns their parameters, or returns nothing if uniform scores are the better start.
///
/// A walk that forgets its beginning visits vertices in proportion to their degrees. The scores are then about
/// (1 - d) / n + d deg(v) / m times the fraction of vertices with edges, and iterations save one to two sweeps. If walks stay near
/// their beginning, as on roads, the degrees of a region say little about its scores, and that error decays slowly. Short walks
/// from fixed random vertices distinguish the two cases. The result does not depend on the number of threads.
[[nodiscard]] std::optional<degree_start> start_by_degree(const pagerank_request& request, vertex_id caller_vertices, int threads,
                                                          double* ranks);

}  // namespace fathom::pagerank_engine
