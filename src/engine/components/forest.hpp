// Union-find by many threads: parent[v] is v's parent in a forest, never larger than v. Trees are linked by their roots, the larger
// to the smaller, so that in the end the root of each is its smallest vertex, whatever the order in which threads came.
// Jaiganesh, Burtscher, "A High-Performance Connected Components Implementation for GPUs", HPDC 2018.
#pragma once

#include <atomic>
#include <utility>

#include "fathom/types.hpp"

namespace fathom::components_engine {

inline constexpr vertex_id fetched_ahead = 16;  ///< vertices whose parents' parents are fetched before they are wanted

[[nodiscard]] inline vertex_id load(vertex_id& entry) { return std::atomic_ref(entry).load(std::memory_order_relaxed); }
inline void store(vertex_id& entry, vertex_id value) { std::atomic_ref(entry).store(value, std::memory_order_relaxed); }

/// Joins the trees of u and v.
inline void link(vertex_id* parent, vertex_id u, vertex_id v) {
  vertex_id a = load(parent[u]), b = load(parent[v]);
  while (a != b) {
    if (a < b) std::swap(a, b);
    vertex_id above = load(parent[a]);
    if (above == b) return;
    if (above == a && std::atomic_ref(parent[a]).compare_exchange_strong(above, b, std::memory_order_relaxed)) return;
    a = load(parent[above]);  // a was no root, or is none any more
    b = load(parent[b]);
  }
}

/// Lets v point to its root. Others do the same beside it: what they write is nearer to the root, too.
inline void compress(vertex_id* parent, vertex_id v, vertex_id n) {
  if (n - v > fetched_ahead) __builtin_prefetch(&parent[load(parent[v + fetched_ahead])]);
  vertex_id p = load(parent[v]);
  for (vertex_id above = load(parent[p]); above != p; above = load(parent[p])) {
    store(parent[v], above);
    p = above;
  }
}

}  // namespace fathom::components_engine
