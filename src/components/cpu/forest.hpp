// Concurrent union-find: parent[v] is v's parent in a forest and never larger than v. Trees are linked at their roots, the larger
// to the smaller, so that the root of each final tree is its smallest vertex, independent of the order of threads. Jaiganesh,
// Burtscher, "A High-Performance Connected Components Implementation for GPUs", HPDC 2018.
#pragma once

#include <atomic>
#include <utility>

#include "fathom/types.hpp"

namespace fathom::components_engine {

inline constexpr vertex_id fetched_ahead = 16;  ///< prefetch distance, in vertices, for grandparents

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
    a = load(parent[above]);  // a is not a root, or no longer
    b = load(parent[b]);
  }
}

/// Attaches v to its root. Safe to run concurrently: other threads also only move vertices closer to the root.
inline void compress(vertex_id* parent, vertex_id v, vertex_id n) {
  if (n - v > fetched_ahead) __builtin_prefetch(&parent[load(parent[v + fetched_ahead])]);
  vertex_id p = load(parent[v]);
  for (vertex_id above = load(parent[p]); above != p; above = load(parent[p])) {
    store(parent[v], above);
    p = above;
  }
}

}  // namespace fathom::components_engine
