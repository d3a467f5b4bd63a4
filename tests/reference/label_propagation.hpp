// Reference for label propagation: networkx.community.label_propagation_communities(), function by function.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Labels, which are vertices. Rows of `g` list each neighbor once.
inline std::vector<vertex_id> labels_by_hand(const graph& g) {
  const adjacency_view& rows = g.view().out;
  const vertex_id n = g.num_vertices();
  std::vector<vertex_id> order(n), color(n, no_vertex), label(n);
  std::iota(order.begin(), order.end(), vertex_id{0});
  label = order;
  const auto degree = [&](vertex_id v) {
    return rows.degree(v) + (std::find(rows.begin(v), rows.end(v), v) != rows.end(v) ? 1 : 0);
  };
  std::stable_sort(order.begin(), order.end(), [&](vertex_id a, vertex_id b) { return degree(a) > degree(b); });
  std::map<vertex_id, std::set<vertex_id>> classes;
  for (const vertex_id v : order) {
    std::set<vertex_id> used;
    for (const vertex_id* w = rows.begin(v); w != rows.end(v); ++w) used.insert(color[*w]);
    color[v] = 0;
    while (used.contains(color[v])) ++color[v];
    classes[color[v]].insert(v);
  }
  const auto most_frequent = [&](vertex_id v) {
    std::map<vertex_id, int> counts;
    for (const vertex_id* w = rows.begin(v); w != rows.end(v); ++w) ++counts[label[*w]];
    int most = 0;
    for (const auto& [_, count] : counts) most = std::max(most, count);
    std::set<vertex_id> best;
    for (const auto& [one, count] : counts) {
      if (count == most) best.insert(one);
    }
    return best;
  };
  for (bool complete = false; !complete;) {
    for (const auto& [_, members] : classes) {
      for (const vertex_id v : members) {
        const std::set<vertex_id> best = most_frequent(v);
        if (!best.empty() && !best.contains(label[v])) label[v] = *best.rbegin();
      }
    }
    complete = true;
    for (vertex_id v = 0; v < n; ++v) complete = complete && (rows.degree(v) == 0 || most_frequent(v).contains(label[v]));
  }
  return label;
}

}  // namespace fathom::test
