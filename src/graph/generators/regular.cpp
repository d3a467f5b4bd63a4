// grid(), path(), star(), complete(), binary_tree(): no randomness; edge i is computed from i alone.
#include <algorithm>
#include <cmath>

#include "fathom/generate.hpp"
#include "graph/generators/edges.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t one_less(std::uint64_t n) { return n == 0 ? 0 : n - 1; }

// Number of edges of `complete` whose lower endpoint is below u.
constexpr std::uint64_t edges_before(std::uint64_t n, std::uint64_t u) { return u * (n - 1) - u * (u - 1) / 2; }

// The lower endpoint of edge i of `complete`: the largest u with edges_before(u) <= i. The loops correct the rounding of the root.
std::uint64_t lower_end(std::uint64_t n, std::uint64_t i) {
  const double b = static_cast<double>(2 * n - 1);
  const double root = (b - std::sqrt(std::max(0.0, b * b - 8.0 * static_cast<double>(i)))) / 2;
  std::uint64_t u = std::min(n - 2, static_cast<std::uint64_t>(std::max(0.0, root)));
  while (edges_before(n, u) > i) --u;
  while (edges_before(n, u + 1) <= i) ++u;
  return u;
}

}  // namespace

edge_list grid(std::uint64_t width, std::uint64_t height, const generate_options& options) {
  const std::uint64_t n = saturating_product(width, height);
  const bool empty = n == 0;
  // Skip counting the edges of too many vertices, because the count could overflow; new_edge_list() rejects them.
  const bool countable = n <= max_vertices && !empty;
  const std::uint64_t m = countable ? (width - 1) * height + width * (height - 1) : 0;
  edge_list edges = new_edge_list("grid", n, m, false);
  // Each grid row but the last has 2 * width - 1 edges: per vertex one to the right (except in the last column) and one down.
  const std::uint64_t row_edges = empty ? 0 : 2 * width - 1;
  fill_edges(edges, options.control, [=](std::uint64_t i) {
    const std::uint64_t row = i / row_edges, rest = i % row_edges;
    const bool last_row = i >= (height - 1) * row_edges;
    if (last_row) {
      const std::uint64_t v = (height - 1) * width + (i - (height - 1) * row_edges);
      return edge_ends{v, v + 1};
    }
    const std::uint64_t v = row * width + rest / 2;
    const bool down = rest % 2 == 1 || rest == row_edges - 1;
    return edge_ends{v, down ? v + width : v + 1};
  });
  return edges;
}

edge_list path(std::uint64_t n, const generate_options& options) {
  edge_list edges = new_edge_list("path", n, one_less(n), false);
  fill_edges(edges, options.control, [](std::uint64_t i) { return edge_ends{i, i + 1}; });
  return edges;
}

edge_list star(std::uint64_t n, const generate_options& options) {
  edge_list edges = new_edge_list("star", n, one_less(n), false);
  fill_edges(edges, options.control, [](std::uint64_t i) { return edge_ends{0, i + 1}; });
  return edges;
}

edge_list complete(std::uint64_t n, const generate_options& options) {
  const std::uint64_t pairs = n > max_vertices ? 0 : n % 2 == 0 ? n / 2 * one_less(n) : one_less(n) / 2 * n;
  edge_list edges = new_edge_list("complete", n, pairs, false);
  fill_edges(edges, options.control, [n](std::uint64_t i) {
    const std::uint64_t u = lower_end(n, i);
    return edge_ends{u, u + 1 + (i - edges_before(n, u))};
  });
  return edges;
}

edge_list binary_tree(std::uint64_t n, const generate_options& options) {
  edge_list edges = new_edge_list("tree", n, one_less(n), false);
  fill_edges(edges, options.control, [](std::uint64_t i) { return edge_ends{i / 2, i + 1}; });
  return edges;
}

}  // namespace fathom
