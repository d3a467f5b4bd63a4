// References for bridges, articulation points and biconnected components, by removal.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

using edge_by_hand = std::pair<vertex_id, vertex_id>;

/// The edges u < v of an undirected graph, with their multiplicity, without self-loops.
inline std::map<edge_by_hand, int> edges_by_hand(const graph& g) {
  std::map<edge_by_hand, int> edges;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) {
      if (u < *v) ++edges[{u, *v}];
    }
  }
  return edges;
}

/// Component labels of the graph without one vertex and one edge; no_vertex for none.
inline std::vector<vertex_id> labels_without(const graph& g, vertex_id vertex, edge_by_hand edge = {no_vertex, no_vertex}) {
  std::vector<vertex_id> label(g.num_vertices(), no_vertex), queue;
  for (vertex_id root = 0; root < g.num_vertices(); ++root) {
    if (root == vertex || label[root] != no_vertex) continue;
    queue.assign(1, root), label[root] = root;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const vertex_id* v = g.view().out.begin(queue[i]); v != g.view().out.end(queue[i]); ++v) {
        if (*v == vertex || label[*v] != no_vertex || edge_by_hand(std::minmax(queue[i], *v)) == edge) continue;
        label[*v] = root, queue.push_back(*v);
      }
    }
  }
  return label;
}

/// Vertices with neighbors that removing the vertex disconnects from each other.
inline std::set<vertex_id> articulation_points_by_hand(const graph& g) {
  std::set<vertex_id> cuts;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    const std::vector<vertex_id> label = labels_without(g, v);
    std::set<vertex_id> parts;
    for (const vertex_id* w = g.view().out.begin(v); w != g.view().out.end(v); ++w) {
      if (*w != v) parts.insert(label[*w]);
    }
    if (parts.size() > 1) cuts.insert(v);
  }
  return cuts;
}

inline std::set<edge_by_hand> bridges_by_hand(const graph& g) {
  std::set<edge_by_hand> bridges;
  for (const auto& [edge, count] : edges_by_hand(g)) {
    if (count == 1 && labels_without(g, no_vertex, edge)[edge.first] != labels_without(g, no_vertex, edge)[edge.second])
      bridges.insert(edge);
  }
  return bridges;
}

/// Vertex sets of the biconnected components: two edges are in one if no vertex separates them.
inline std::set<std::set<vertex_id>> blocks_by_hand(const graph& g) {
  std::map<edge_by_hand, std::vector<vertex_id>> parts;  // of each edge, after the removal of each vertex
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    const std::vector<vertex_id> label = labels_without(g, v);
    for (const auto& [edge, count] : edges_by_hand(g)) parts[edge].push_back(label[edge.first == v ? edge.second : edge.first]);
  }
  std::map<std::vector<vertex_id>, std::set<vertex_id>> blocks;
  for (const auto& [edge, part] : parts) blocks[part].insert(edge.first), blocks[part].insert(edge.second);
  std::set<std::set<vertex_id>> sets;
  for (const auto& [part, vertices] : blocks) sets.insert(vertices);
  return sets;
}

}  // namespace fathom::test
