// Reference for truss numbers: for k = 3, 4, ... removes edges in fewer than k - 2 triangles, again and again.
#pragma once

#include <algorithm>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// One number per stored edge. Uses n x n matrices.
inline std::vector<vertex_id> truss_by_hand(const graph& g) {
  const std::size_t n = g.num_vertices();
  const adjacency_view& out = g.view().out;
  std::vector<std::vector<vertex_id>> row(n), number(n, std::vector<vertex_id>(n, 0));
  std::vector<std::vector<char>> left(n, std::vector<char>(n, 0));
  for (vertex_id u = 0; u < n; ++u) {
    for (const vertex_id* v = out.begin(u); v != out.end(u); ++v) {
      if (*v != u && !left[u][*v]) row[u].push_back(*v), left[u][*v] = 1, number[u][*v] = 2;
    }
  }
  const auto is_in_few = [&](vertex_id u, vertex_id v, vertex_id k) {
    const bool u_is_shorter = row[u].size() < row[v].size();
    const vertex_id shorter = u_is_shorter ? u : v, other = u_is_shorter ? v : u;
    return std::ranges::count_if(row[shorter], [&](vertex_id w) { return left[shorter][w] && left[other][w]; }) + 2 < k;
  };
  for (vertex_id k = 3; std::ranges::any_of(row, [](const auto& some) { return !some.empty(); }); ++k) {
    for (bool changes = true; changes;) {
      changes = false;
      for (vertex_id u = 0; u < n; ++u) {
        for (const vertex_id v : row[u]) {
          if (left[u][v] && is_in_few(u, v, k)) left[u][v] = left[v][u] = 0, changes = true;
        }
        std::erase_if(row[u], [&](vertex_id v) { return !left[u][v]; });
      }
    }
    for (vertex_id u = 0; u < n; ++u) {
      for (const vertex_id v : row[u]) number[u][v] = k;
    }
  }
  std::vector<vertex_id> all;
  for (vertex_id u = 0; u < n; ++u) {
    for (const vertex_id* v = out.begin(u); v != out.end(u); ++v) all.push_back(number[u][*v]);
  }
  return all;
}

}  // namespace fathom::test
