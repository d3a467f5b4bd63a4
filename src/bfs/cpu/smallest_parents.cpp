// Deterministic predecessors: the in-neighbor one level up with the smallest id of the caller.
#include <atomic>

#include "base/thread_team.hpp"
#include "bfs/cpu/engine.hpp"

namespace fathom::bfs_engine {
namespace {

constexpr std::uint64_t edges_per_rescan_thread = 1u << 15, vertices_per_rescan = 1024;

}  // namespace

void smallest_parents(const layout& l, vertex_id source, const hop_count* distances, vertex_id* predecessors, int threads) {
  const auto caller_id = [&](vertex_id v) { return l.to_caller ? l.to_caller[v] : v; };
  // Pushes along out-edges, so that no in-edges are needed; a vertex is written only if its parent gets smaller.
  chunk_cursor cursor;
  const auto push_from = [&](vertex_id u) {
    if (distances[u] == unreachable) return;
    for (edge_offset e = l.out.offsets[u]; e < l.out.offsets[u + 1]; ++e) {
      const vertex_id v = l.out.targets[e];
      if (v == source || distances[v] != distances[u] + 1) continue;
      const std::atomic_ref parent(predecessors[v]);
      vertex_id now = parent.load(std::memory_order_relaxed);
      while (caller_id(u) < caller_id(now) && !parent.compare_exchange_weak(now, u, std::memory_order_relaxed)) {
      }
    }
  };
  run_team(useful_threads(l.num_edges, edges_per_rescan_thread, threads), [&](int, int) {
    cursor.for_chunks(l.num_vertices, vertices_per_rescan, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t u = first; u < last; ++u) push_from(static_cast<vertex_id>(u));
    });
  });
}

}  // namespace fathom::bfs_engine
