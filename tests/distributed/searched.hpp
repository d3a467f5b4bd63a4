// A distributed search and its results on all processes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bfs/distributed/search.hpp"
#include "partitioned.hpp"

namespace fathom::test {

struct found {
  ranks_engine::search_outcome outcome;
  std::vector<std::int64_t> own_predecessors;
  std::vector<hop_count> own_distances;
  std::vector<hop_count> distances;     ///< of all processes
  std::vector<vertex_id> predecessors;  ///< of all processes
};

/// Collective.
[[nodiscard]] inline found search(const partitioned_graph& g, ranks_engine::search_request request,
                                  ranks_engine::searcher& searching) {
  found f;
  f.own_predecessors.resize(g.to_local.size());
  f.own_distances.resize(g.to_local.size());
  request.predecessors = f.own_predecessors;
  request.distances = f.own_distances;
  // repeated, since no state may be left from the previous run
  for (int again = 0; again < 2; ++again) f.outcome = searching.run(request);
  searching.take_results(request);
  f.distances = gathered(std::span<const hop_count>(f.own_distances));
  for (const std::int64_t p : gathered(std::span<const std::int64_t>(f.own_predecessors))) {
    f.predecessors.push_back(static_cast<vertex_id>(p));
  }
  return f;
}

}  // namespace fathom::test
