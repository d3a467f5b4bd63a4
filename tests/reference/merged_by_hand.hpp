// Reference for parallel edges: every directed edge by its endpoints, in the order of the list, with weights in double precision.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "fathom/build.hpp"

namespace fathom::test {

struct listed_edge {
  vertex_id source, target;
  double weight;
};

using weights_by_ends = std::map<std::pair<vertex_id, vertex_id>, std::vector<double>>;

inline weights_by_ends merged_by_hand(const std::vector<listed_edge>& edges, bool both_ways, parallel_edges policy) {
  weights_by_ends all;
  for (const auto& [u, v, w] : edges) {
    all[{u, v}].push_back(w);
    if (both_ways && u != v) all[{v, u}].push_back(w);
  }
  for (auto& [ends, weights] : all) {
    double one = weights.front();
    for (std::size_t i = 1; i < weights.size(); ++i) {
      if (policy == parallel_edges::min) one = std::min(one, weights[i]);
      if (policy == parallel_edges::sum) one += weights[i];
    }
    if (policy != parallel_edges::keep) weights = {one};
  }
  return all;
}

inline weights_by_ends weights_of(const graph& g, const adjacency_view& rows, bool turned) {
  weights_by_ends all;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    for (edge_offset e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      const vertex_id end = rows.targets[e];
      all[turned ? std::pair(end, v) : std::pair(v, end)].push_back(rows.weight(e));
    }
  }
  return all;
}

}  // namespace fathom::test
