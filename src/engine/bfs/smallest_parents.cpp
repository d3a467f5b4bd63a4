// Deterministic predecessors: of all in-neighbours one level up, the one that the caller numbers lowest.
#include <atomic>

#include "engine/bfs/bfs_cpu.hpp"

namespace fathom::bfs_engine {

void smallest_parents(const layout& l, vertex_id source, const hop_count* distances, vertex_id* predecessors, int threads) {
  const auto caller_id = [&](vertex_id v) { return l.to_caller ? l.to_caller[v] : v; };
  // Pushed along out-edges, so that it works without in-edges; a vertex is written only when its parent gets smaller.
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
  for (vertex_id u = 0; u < l.num_vertices; ++u) {
    if (distances[u] == unreachable) continue;
    for (edge_offset e = l.out.offsets[u]; e < l.out.offsets[u + 1]; ++e) {
      const vertex_id v = l.out.targets[e];
      if (v == source || distances[v] != distances[u] + 1) continue;
      const std::atomic_ref parent(predecessors[v]);
      vertex_id now = parent.load(std::memory_order_relaxed);
      while (caller_id(u) < caller_id(now) && !parent.compare_exchange_weak(now, u, std::memory_order_relaxed)) {
      }
    }
  }
}

}  // namespace fathom::bfs_engine
