// Predecessors from distances. An edge u -> v is tight if u's distance plus its weight is v's distance. A tight edge from a nearer
// vertex is always valid. If a vertex has only tight edges from vertices at its own distance (edges of weight 0, or too small to
// change a sum), these could form a cycle: such vertices are reached breadth-first from the others.
#include "sssp/cpu/predecessors.hpp"

#include <atomic>
#include <vector>

namespace fathom::sssp_engine {
namespace {

constexpr int vertices_per_chunk = 1024;

template <class Sum>
struct tree_search {
  using distance = typename Sum::distance;

  const weighted_layout& l;
  vertex_id source;
  const distance* distances;
  vertex_id* predecessors;
  int threads;
  Sum sum{l};

  [[nodiscard]] bool is_reached(vertex_id v) const { return distances[v] != Sum::infinity; }
  [[nodiscard]] bool has_its_place(vertex_id v) const { return v == source || predecessors[v] != no_vertex; }

  // The first nearer neighbor in the row, which is sorted by weight.
  [[nodiscard]] vertex_id nearer_neighbor(vertex_id v) const {
    const distance d = distances[v];
    for (const weighted_edge* e = l.in.begin(v); e != l.in.end(v) && sum.add(0, e->weight) <= d; ++e) {
      if (distances[e->target] < d && sum.add(distances[e->target], e->weight) == d) return e->target;
    }
    return no_vertex;
  }

  // Finds predecessors along in-edges; returns the number of reached vertices without one.
  std::uint64_t pull() {
    const vertex_id n = l.num_vertices;
    std::uint64_t left = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, vertices_per_chunk) reduction(+ : left)
    for (vertex_id v = 0; v < n; ++v) {
      predecessors[v] = v == source || !is_reached(v) ? no_vertex : nearer_neighbor(v);
      left += is_reached(v) && !has_its_place(v);
    }
    return left;
  }

  // The same along out-edges, for graphs without in-edges: finds the smallest predecessors.
  std::uint64_t push() {
    const vertex_id n = l.num_vertices;
    std::uint64_t left = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
      for (vertex_id v = 0; v < n; ++v) predecessors[v] = no_vertex;
#pragma omp for schedule(dynamic, vertices_per_chunk)
      for (vertex_id u = 0; u < n; ++u) {
        if (!is_reached(u)) continue;
        for (const weighted_edge* e = l.out.begin(u); e != l.out.end(u); ++e) {
          const distance d = sum.add(distances[u], e->weight);
          if (d != distances[e->target] || d == distances[u] || d == Sum::infinity || e->target == source) continue;
          const std::atomic_ref<vertex_id> best(predecessors[e->target]);
          vertex_id old = best.load(std::memory_order_relaxed);
          while (u < old && !best.compare_exchange_weak(old, u, std::memory_order_relaxed)) {
          }
        }
      }
#pragma omp for schedule(static) reduction(+ : left)
      for (vertex_id v = 0; v < n; ++v) left += is_reached(v) && !has_its_place(v);
    }
    return left;
  }

  // Edges that do not change the distance come first in a row.
  void spread(vertex_id u, std::vector<vertex_id>& found) {
    const distance d = distances[u];
    for (const weighted_edge* e = l.out.begin(u); e != l.out.end(u) && sum.add(d, e->weight) == d; ++e) {
      if (distances[e->target] != d || has_its_place(e->target)) continue;
      predecessors[e->target] = u;
      found.push_back(e->target);
    }
  }

  void spread_level() {
    std::vector<vertex_id> found;
    for (vertex_id u = 0; u < l.num_vertices; ++u) {
      if (is_reached(u) && has_its_place(u)) spread(u, found);
    }
    for (std::size_t i = 0; i < found.size(); ++i) spread(found[i], found);
  }
};

}  // namespace

template <class Sum>
void find_predecessors(const weighted_layout& l, vertex_id source, const typename Sum::distance* distances, vertex_id* predecessors,
                       int threads) {
  tree_search<Sum> tree{l, source, distances, predecessors, threads};
  const std::uint64_t left = l.in.offsets ? tree.pull() : tree.push();
  if (left > 0) tree.spread_level();
}

template void find_predecessors<whole_32>(const weighted_layout&, vertex_id, const whole_32::distance*, vertex_id*, int);
template void find_predecessors<whole_64>(const weighted_layout&, vertex_id, const whole_64::distance*, vertex_id*, int);
template void find_predecessors<real_64>(const weighted_layout&, vertex_id, const real_64::distance*, vertex_id*, int);
template void find_predecessors<table_64>(const weighted_layout&, vertex_id, const table_64::distance*, vertex_id*, int);

}  // namespace fathom::sssp_engine
