// Sums over the distances of a finished search.
#pragma once

#include <algorithm>

#include "fathom/array.hpp"
#include "fathom/weighted_layout.hpp"
#include "sssp/search_request.hpp"

namespace fathom::sssp_engine {

/// Sets the numbers of reached vertices and of their edges, and the largest distance.
template <class Sum>
void count_results(const weighted_layout& l, const array<typename Sum::distance>& distances, int threads, outcome& o) {
  const vertex_id n = l.num_vertices;
  std::uint64_t reached = 0, edges = 0;
  typename Sum::distance farthest = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : reached, edges) reduction(max : farthest)
  for (vertex_id v = 0; v < n; ++v) {
    if (distances[v] == Sum::infinity) continue;
    ++reached;
    edges += l.out.degree(v);
    farthest = std::max(farthest, distances[v]);
  }
  o.reached = reached, o.edges_traversed = edges, o.farthest = static_cast<double>(farthest);
}

}  // namespace fathom::sssp_engine
