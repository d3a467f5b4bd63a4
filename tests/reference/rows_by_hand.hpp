// Reference for build(): all directed edges in one list, sorted.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "fathom/build.hpp"

namespace fathom::test {

struct rows_and_receipt {
  std::vector<edge_offset> offsets;
  std::vector<vertex_id> targets;
  std::vector<edge_weight> weights;
  receipt what;
};

inline rows_and_receipt rows_by_hand(const edge_list& edges, const build_options& options) {
  struct entry {
    vertex_id row, target;
    edge_weight weight;
  };
  rows_and_receipt made;
  std::vector<entry> entries;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const vertex_id u = edges.sources[i], v = edges.targets[i];
    const edge_weight weight = edges.weights.empty() ? 0 : edges.weights[i];
    ++made.what.edges_read;
    if (u == v && options.loops == self_loops::remove) {
      ++made.what.self_loops_removed;
      continue;
    }
    entries.push_back({u, v, weight});
    if (u == v || (edges.directed && !options.symmetrize)) continue;
    ++made.what.reverse_edges_added;
    entries.push_back({v, u, weight});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const entry& a, const entry& b) { return std::tie(a.row, a.target) < std::tie(b.row, b.target); });
  std::vector<entry> kept;
  for (const entry& e : entries) {
    const bool again = !kept.empty() && kept.back().row == e.row && kept.back().target == e.target;
    if (again && options.parallel == parallel_edges::min) {
      ++made.what.duplicates_removed;
      kept.back().weight = std::min(kept.back().weight, e.weight);
    } else {
      kept.push_back(e);
    }
  }
  made.offsets.assign(edges.num_vertices + 1, 0);
  for (const entry& e : kept) {
    ++made.offsets[e.row + 1];
    made.targets.push_back(e.target);
    if (!edges.weights.empty() && options.keep_weights) made.weights.push_back(e.weight);
  }
  for (std::uint64_t v = 0; v < edges.num_vertices; ++v) made.offsets[v + 1] += made.offsets[v];
  made.what.edges_stored = kept.size();
  made.what.vertices = edges.num_vertices;
  return made;
}

}  // namespace fathom::test
