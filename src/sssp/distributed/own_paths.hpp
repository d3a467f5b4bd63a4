// Results of a distributed shortest-path search for the vertices of one process.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/parallel.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// This process's part of a finished search.
struct own_paths {
  std::uint64_t reached = 0;  ///< vertices
  std::uint64_t edges = 0;    ///< out of them
  double farthest = 0;
};

/// Calls put(position, distance, predecessor) for each vertex of this process's block on several threads. Vertices farther than
/// `farthest` are unreached: distance infinity, predecessor -1; the source is its own predecessor. `distance(position, id)` and
/// `predecessor(position, id)` are those that the search found; neither is called for the source, nor `distance` for isolated
/// vertices.
template <class Distance, class Find, class FindPredecessor, class Put>
[[nodiscard]] own_paths for_each_own_path(const partitioned_graph& g, global_vertex source, Distance limit, int threads,
                                          const Find& distance_at, const FindPredecessor& predecessor_at, const Put& put) {
  constexpr std::uint64_t positions_per_thread = 1u << 12;
  constexpr Distance infinity = std::numeric_limits<Distance>::infinity();
  const std::uint64_t first = g.own_block().first, size = g.to_local.size();
  std::uint64_t count = 0, edges = 0;
  double farthest = 0;
#pragma omp parallel for num_threads(useful_threads(size, positions_per_thread, threads)) schedule(static) \
    reduction(+ : count, edges) reduction(max : farthest)
  for (std::uint64_t position = 0; position < size; ++position) {
    const local_vertex id = g.to_local[position];
    const bool is_source = first + position == source;
    Distance distance = is_source ? 0 : id == no_local_vertex ? infinity : distance_at(position, id);
    if (distance > limit) distance = infinity;
    if (!(distance < infinity)) {
      put(position, distance, std::int64_t{-1});
      continue;
    }
    ++count;
    if (id != no_local_vertex) edges += g.out_degrees[id];
    farthest = std::max(farthest, static_cast<double>(distance));
    put(position, distance, static_cast<std::int64_t>(is_source ? source : predecessor_at(position, id)));
  }
  return {count, edges, farthest};
}

}  // namespace fathom::ranks_engine
