// Small generated graphs for parameterized tests: shapes that are critical for traversals.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "fathom/build.hpp"
#include "fathom/generate.hpp"
#include "sanitized.hpp"

namespace fathom::test {

struct specimen {
  std::string name;  ///< letters, digits and underscores, as part of a test's name
  std::function<edge_list()> edges;

  friend void PrintTo(const specimen& s, std::ostream* out) { *out << s.name; }
};

using edge_pairs = std::vector<std::pair<vertex_id, vertex_id>>;

inline edge_list edges_of(std::uint64_t n, const edge_pairs& pairs, bool directed) {
  edge_list edges;
  edges.num_vertices = n;
  edges.directed = directed;
  edges.sources = array<vertex_id>(pairs.size());
  edges.targets = array<vertex_id>(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) std::tie(edges.sources[i], edges.targets[i]) = pairs[i];
  return edges;
}

/// networkx.krackhardt_kite_graph()
inline const edge_pairs kite_edges{{0, 1}, {0, 2}, {0, 3}, {0, 5}, {1, 3}, {1, 4}, {1, 6}, {2, 3}, {2, 5},
                                   {3, 4}, {3, 5}, {3, 6}, {4, 6}, {5, 6}, {5, 7}, {6, 7}, {7, 8}, {8, 9}};
inline edge_list krackhardts_kite() { return edges_of(10, kite_edges, false); }

inline edge_list as_directed(edge_list edges) {
  edges.directed = true;
  return edges;
}

/// Weights 0 to 15 by the edge's index.
inline edge_list with_weights(edge_list edges) {
  edges.weights = array<edge_weight>(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) edges.weights[i] = static_cast<edge_weight>(random_bits(3, i) % 16);
  return edges;
}

/// Each vertex v has degrees[v] leaf neighbors: disjoint stars whose centers are connected by a path, so that the graph is
/// connected.
inline edge_list hubs(const std::vector<vertex_id>& degrees) {
  const auto centres = static_cast<vertex_id>(degrees.size());
  edge_pairs pairs;
  vertex_id next = centres;
  for (vertex_id v = 0; v < centres; ++v) {
    const vertex_id joined = (v > 0) + (v + 1 < centres);
    if (v > 0) pairs.emplace_back(v - 1, v);
    for (vertex_id leaf = joined; leaf < degrees[v]; ++leaf) pairs.emplace_back(v, next++);
  }
  return edges_of(next, pairs, false);
}

/// Edges from smaller to larger ids only.
inline edge_list random_dag(vertex_id n, int edges) {
  edge_pairs pairs;
  for (int i = 0; i < edges; ++i) {
    const auto u = static_cast<vertex_id>(random_bits(1, 2 * i) % (n - 1));
    pairs.emplace_back(u, u + 1 + static_cast<vertex_id>(random_bits(1, 2 * i + 1) % (n - 1 - u)));
  }
  return edges_of(n, pairs, true);
}

inline edge_list two_components() {
  edge_pairs pairs;
  for (vertex_id v = 0; v < 40; ++v) pairs.emplace_back(v, (v * 7 + 1) % 40);
  for (vertex_id v = 40; v + 1 < 100; ++v) pairs.emplace_back(v, v + 1);
  return edges_of(103, pairs, false);  // the last three are isolated
}

inline edge_list directed_cycle(vertex_id n) {
  edge_pairs pairs;
  for (vertex_id v = 0; v < n; ++v) pairs.emplace_back(v, (v + 1) % n);
  return edges_of(n, pairs, true);
}

inline edge_list multi_edges() {
  return edges_of(5, {{0, 1}, {1, 0}, {0, 1}, {1, 2}, {1, 2}, {2, 2}, {2, 2}, {3, 2}, {2, 3}, {3, 3}}, false);
}

inline std::vector<specimen> zoo() {
  return {
      {"empty", [] { return edges_of(0, {}, false); }},
      {"one_vertex", [] { return edges_of(1, {}, false); }},
      {"isolated_only", [] { return edges_of(70, {}, true); }},
      {"self_loops_only",
       [] {
         return edges_of(3, {{0, 0}, {1, 1}, {1, 1}}, false);
       }},
      {"multi_edges", multi_edges},
      {"multi_edges_directed", [] { return as_directed(multi_edges()); }},
      {"long_path", [] { return path(long_path_vertices); }},
      {"star", [] { return star(2000); }},
      {"star_inwards",
       [] {
         edge_list edges = as_directed(star(2000));
         std::swap(edges.sources, edges.targets);
         return edges;
       }},
      {"grid", [] { return grid(37, 29); }},
      {"two_components", two_components},
      {"rmat_10", [] { return rmat(10); }},
      {"kron_10", [] { return kron(10); }},
      {"kron_10_directed", [] { return as_directed(kron(10, 4)); }},
      {"directed_cycle", [] { return directed_cycle(130); }},
      {"directed_dag", [] { return random_dag(500, 2500); }},
      {"directed_sparse", [] { return fixed_out_degree(3000, 1); }},  // most vertices cannot reach most others
      {"directed_random", [] { return fixed_out_degree(1000, 8); }},
      {"complete", [] { return complete(90); }},
      {"degrees_31_32_33",
       [] {
         return hubs({31, 32, 33, 33, 32, 31});
       }},
      {"degrees_255_256_257",
       [] {
         return hubs({255, 256, 257, 1, 2, 3});
       }},
      {"vertices_63", [] { return fixed_out_degree(63, 2); }},
      {"vertices_64", [] { return fixed_out_degree(64, 2); }},
      {"vertices_65", [] { return fixed_out_degree(65, 2); }},
      {"tree", [] { return binary_tree(1023); }},
      {"small_world", [] { return small_world(1000, 6, 0.05); }},
      {"geometric", [] { return random_geometric(11); }},
  };
}

/// Graphs with certain edges: is_wanted(edge_list).
template <class Is_wanted>
std::vector<specimen> zoo_where(const Is_wanted& is_wanted) {
  std::vector<specimen> wanted = zoo();
  std::erase_if(wanted, [&](const specimen& s) { return !is_wanted(s.edges()); });
  return wanted;
}

/// Excludes graphs on which a method takes too long (a long path) or that it does not support.
inline std::vector<specimen> zoo_without_the_long_path() {
  std::vector<specimen> wanted = zoo();
  std::erase_if(wanted, [](const specimen& s) { return s.name == "long_path"; });
  return wanted;
}

/// Name of a parameterized test.
struct specimen_name {
  template <class Info>
  std::string operator()(const Info& info) const {
    return info.param.name;
  }
};

}  // namespace fathom::test
