#include "engine/components/strong_cpu.hpp"

#include <algorithm>
#include <utility>

#include "engine/components/depth_first_walk.hpp"
#include "engine/components/reach.hpp"

namespace fathom::components_engine {
namespace {

constexpr vertex_id trimmed_a_chunk = 1024;
constexpr vertex_id vertices_between_looks = 1u << 12;  // for a request to stop
// Looks at all that is left, each in parallel. Every one peels a layer; where layers are many, as in a long chain, the walk is
// faster.
constexpr int most_trims = 4;

// The likeliest member of a giant component: the most ways in, times the most ways out.
vertex_id choose_pivot(const graph_view& g, int threads) {
  using candidate = std::pair<double, vertex_id>;
  candidate best{-1, 0};
#pragma omp parallel num_threads(threads)
  {
    candidate mine{-1, 0};
#pragma omp for schedule(static) nowait
    for (vertex_id v = 0; v < g.num_vertices; ++v) {
      const double ways = static_cast<double>(g.out.degree(v)) * static_cast<double>(g.in.degree(v));
      if (ways > mine.first) mine = {ways, v};
    }
#pragma omp critical
    if (mine.first > best.first || (mine.first == best.first && mine.second < best.second)) best = mine;
  }
  return best.second;
}

void settle_giant(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
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

// Whether an edge joins v to another open vertex.
bool has_open(const adjacency_view& rows, vertex_id v, const vertex_id* labels) {
  return std::any_of(rows.begin(v), rows.end(v), [&](vertex_id w) { return w != v && labels[w] == no_vertex; });
}

// Marks apart what this look has found, so that no look depends on the order of threads: then all agree on what is left.
bool trim(const graph_view& g, vertex_id* labels, std::vector<vertex_id>& open, int threads) {
  std::vector<std::uint8_t> alone(open.size());
#pragma omp parallel for num_threads(threads) schedule(dynamic, trimmed_a_chunk)
  for (std::size_t i = 0; i < open.size(); ++i) {
    alone[i] = !has_open(g.out, open[i], labels) || !has_open(g.in, open[i], labels);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (alone[i])
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
  depth_first_walk walk(g.out, {labels, g.num_vertices}, [labels](std::span<const vertex_id> members) {
    const vertex_id smallest = *std::min_element(members.begin(), members.end());
    for (const vertex_id v : members) labels[v] = smallest;
  });
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (i % vertices_between_looks == 0 && stop.stop_requested()) return;
    if (walk.is_open(open[i])) walk.from(open[i]);
  }
}

}  // namespace

void strong_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  std::fill(labels, labels + g.num_vertices, no_vertex);
  if (g.num_vertices == 0) return;
  if (g.in.offsets) settle_giant(g, labels, threads, stop);
  strong_rest_cpu(g, labels, threads, stop);
}

void strong_rest_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  std::vector<vertex_id> open = open_vertices(labels, g.num_vertices);
  for (int i = 0; g.in.offsets && i < most_trims && !stop.stop_requested() && trim(g, labels, open, threads); ++i) {
  }
  if (!open.empty() && !stop.stop_requested()) walk_rest(g, labels, open, stop);
}

}  // namespace fathom::components_engine
