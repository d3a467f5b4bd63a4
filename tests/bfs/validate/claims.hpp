// Search results to validate, correct until a test damages them.
#pragma once

#include <algorithm>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/validate.hpp"
#include "reference/queue_bfs.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {

/// Options for the tested device; the same tests run on every device.
inline validate_options on_tested_device(validate_options options = {}) {
  options.where = tested_device();
  return options;
}

struct claim {
  graph g;
  vertex_id source = 0;
  std::vector<hop_count> distances;
  std::vector<vertex_id> predecessors;

  [[nodiscard]] bfs_validation validated(const validate_options& options = {}) const {
    return validate_bfs(g, source, distances, predecessors, on_tested_device(options));
  }
  [[nodiscard]] bool has_edge(vertex_id u, vertex_id v) const {
    return std::find(g.view().out.begin(u), g.view().out.end(u), v) != g.view().out.end(u);
  }
};

inline claim right_claim(const graph& g, vertex_id source, hop_count depth_limit = std::numeric_limits<hop_count>::max()) {
  claim c{g, source, queue_bfs(g, source, depth_limit), {}};
  c.predecessors = smallest_predecessors(g, c.distances);
  return c;
}

/// A tree by depth-first search: everything is correct except the depths.
inline claim depth_first_claim(const graph& g, vertex_id source) {
  claim c{g, source, std::vector<hop_count>(g.num_vertices(), unreachable), std::vector<vertex_id>(g.num_vertices(), no_vertex)};
  std::vector<const vertex_id*> next;
  std::vector<vertex_id> stack{source};
  next.push_back(g.view().out.begin(source));
  c.distances[source] = 0;
  while (!stack.empty()) {
    const vertex_id u = stack.back();
    if (next.back() == g.view().out.end(u)) {
      stack.pop_back(), next.pop_back();
      continue;
    }
    const vertex_id v = *next.back()++;
    if (c.distances[v] != unreachable) continue;
    c.distances[v] = c.distances[u] + 1;
    c.predecessors[v] = u;
    stack.push_back(v), next.push_back(g.view().out.begin(v));
  }
  return c;
}

inline graph graph_of(const specimen& s, const build_options& options = {}) { return build(s.edges(), options).g; }

/// A few vertices of g: the ends of the numbering, the middle, and the one with most edges.
inline std::vector<vertex_id> some_sources(const graph& g) {
  if (g.num_vertices() == 0) return {};
  std::vector<vertex_id> sources{0, g.num_vertices() / 2, g.num_vertices() - 1, g.properties().max_out_degree_vertex};
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

}  // namespace fathom::test
