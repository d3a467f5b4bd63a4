#include "components/cpu/strong.hpp"

#include <algorithm>
#include <utility>

#include "components/cpu/depth_first_search.hpp"
#include "components/cpu/reach.hpp"

namespace fathom::components_engine {
namespace {

constexpr vertex_id trimmed_per_chunk = 1024;
constexpr vertex_id vertices_per_poll = 1u << 12;  // of the stop token
// Parallel passes over the remaining vertices. Each pass peels one layer; if there are many layers, as in a long chain, depth-first
// search is faster.
constexpr int most_trims = 4;

// The most likely member of a giant component: the vertex of largest in-degree times out-degree.
vertex_id choose_pivot(const graph_view& g, int threads) {
  using candidate = std::pair<double, vertex_id>;
  candidate best{-1, 0};
#pragma omp parallel num_threads(threads)
  {
    candidate mine{-1, 0};
#pragma omp for schedule(static) nowait
    for (vertex_id v = 0; v < g.num_vertices; ++v) {
      const double product = static_cast<double>(g.out.degree(v)) * static_cast<double>(g.in.degree(v));
      if (product > mine.first) mine = {product, v};
    }
#pragma omp critical
    if (mine.first > best.first || (mine.first == best.first && mine.second < best.second)) best = mine;
  }
  return best.second;
}

void label_giant(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  const vertex_id pivot = choose_pivot(g, threads);
  reach forward(g.num_vertices, threads), backward(g.num_vertices, threads);
  forward.search(g.out, pivot, labels, stop);
  backward.search(g.in, pivot, labels, stop);
  if (stop.stop_requested()) return;
  const std::span<const vertex_id> candidates = forward.found();
  vertex_id smallest = pivot;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static) reduction(min : smallest)
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (backward.has(candidates[i])) smallest = std::min(smallest, candidates[i]);
    }
#pragma omp for schedule(static)
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (backward.has(candidates[i])) labels[candidates[i]] = smallest;
    }
  }
}

// Whether a neighbor of v other than v itself is open.
bool has_open(const adjacency_view& rows, vertex_id v, const vertex_id* labels) {
  return std::any_of(rows.begin(v), rows.end(v), [&](vertex_id w) { return w != v && labels[w] == no_vertex; });
}

// Labels vertices without open in-neighbors or without open out-neighbors as components of their own; returns whether there were
// any. Marks are kept in a separate array, so that the result does not depend on the order of threads.
bool trim(const graph_view& g, vertex_id* labels, std::vector<vertex_id>& open, int threads) {
  std::vector<std::uint8_t> trimmed(open.size());
#pragma omp parallel for num_threads(threads) schedule(dynamic, trimmed_per_chunk)
  for (std::size_t i = 0; i < open.size(); ++i) {
    trimmed[i] = !has_open(g.out, open[i], labels) || !has_open(g.in, open[i], labels);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (trimmed[i])
      labels[open[i]] = open[i];
    else
      open[kept++] = open[i];
  }
  const bool peeled = kept < open.size();
  open.resize(kept);
  return peeled;
}

std::vector<vertex_id> open_vertices(const vertex_id* labels, vertex_id n) {
  std::vector<vertex_id> open;
  for (vertex_id v = 0; v < n; ++v) {
    if (labels[v] == no_vertex) open.push_back(v);
  }
  return open;
}

void walk_rest(const graph_view& g, vertex_id* labels, std::span<const vertex_id> open, const std::stop_token& stop) {
  depth_first_search walk(g.out, {labels, g.num_vertices}, [labels](std::span<const vertex_id> members) {
    const vertex_id smallest = *std::min_element(members.begin(), members.end());
    for (const vertex_id v : members) labels[v] = smallest;
  });
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (i % vertices_per_poll == 0 && stop.stop_requested()) return;
    if (walk.is_open(open[i])) walk.from(open[i]);
  }
}

}  // namespace

void strong_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  std::fill(labels, labels + g.num_vertices, no_vertex);
  if (g.num_vertices == 0) return;
  if (g.in.offsets) label_giant(g, labels, threads, stop);
  strong_rest_cpu(g, labels, threads, stop);
}

void strong_rest_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  std::vector<vertex_id> open = open_vertices(labels, g.num_vertices);
  for (int i = 0; g.in.offsets && i < most_trims && !stop.stop_requested() && trim(g, labels, open, threads); ++i) {
  }
  if (!open.empty() && !stop.stop_requested()) walk_rest(g, labels, open, stop);
}

}  // namespace fathom::components_engine
