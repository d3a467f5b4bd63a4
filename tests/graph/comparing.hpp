// Comparison of graphs with the reference.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "fathom/build.hpp"
#include "reference/properties_by_hand.hpp"
#include "reference/rows_by_hand.hpp"

namespace fathom::test {

template <class T>
std::vector<T> as_vector(const array<T>& a) {
  return {a.begin(), a.end()};
}

inline void expect_properties(const graph_properties& p, const graph_properties& expected) {
  EXPECT_EQ(p.directed, expected.directed);
  EXPECT_EQ(p.self_loops, expected.self_loops);
  EXPECT_EQ(p.duplicates, expected.duplicates);
  EXPECT_EQ(p.isolated, expected.isolated);
  EXPECT_EQ(p.max_out_degree, expected.max_out_degree);
  EXPECT_EQ(p.max_out_degree_vertex, expected.max_out_degree_vertex);
  EXPECT_EQ(p.max_in_degree, expected.max_in_degree);
  EXPECT_EQ(p.sorted, expected.sorted);
  EXPECT_EQ(p.out_degree_histogram, expected.out_degree_histogram);
}

inline void expect_receipt(const receipt& r, const receipt& expected) {
  EXPECT_EQ(r.edges_read, expected.edges_read);
  EXPECT_EQ(r.reverse_edges_added, expected.reverse_edges_added);
  EXPECT_EQ(r.self_loops_removed, expected.self_loops_removed);
  EXPECT_EQ(r.duplicates_removed, expected.duplicates_removed);
  EXPECT_EQ(r.edges_stored, expected.edges_stored);
  EXPECT_EQ(r.vertices, expected.vertices);
  EXPECT_EQ(r.edges_stored, r.edges_read - r.self_loops_removed + r.reverse_edges_added - r.duplicates_removed);
}

/// In-edges must be the reversed out-edges, with ascending adjacency rows and the same weights.
inline void expect_in_edges(const graph& g) {
  struct edge {
    vertex_id u, v;
    edge_weight w;
    auto operator<=>(const edge&) const = default;
  };
  std::vector<edge> out, in;
  const auto collect = [&](const adjacency_view& rows, bool turned, std::vector<edge>& to) {
    for (vertex_id row = 0; row < g.num_vertices(); ++row) {
      for (edge_offset e = rows.offsets[row]; e < rows.offsets[row + 1]; ++e) {
        const edge_weight w = rows.weights ? rows.weights[e] : 0;
        to.push_back(turned ? edge{rows.targets[e], row, w} : edge{row, rows.targets[e], w});
      }
      EXPECT_TRUE(std::is_sorted(rows.begin(row), rows.end(row)));
    }
    std::sort(to.begin(), to.end());
  };
  collect(g.view().out, false, out);
  collect(g.view().in, true, in);
  EXPECT_TRUE(out == in);
}

}  // namespace fathom::test
