#include "bfs/validate/predecessor_walks.hpp"

#include <algorithm>
#include <atomic>

namespace fathom {
namespace {

constexpr hop_count unknown = -3;
constexpr int vertices_per_grab = 1024;  // dynamic scheduling: walks differ in length

// Shared levels. Threads may walk over the same vertices at the same time; all write the same value then.
class level_notes {
 public:
  explicit level_notes(hop_count* levels) : levels_(levels) {}
  [[nodiscard]] hop_count of(vertex_id v) const { return std::atomic_ref(levels_[v]).load(std::memory_order_relaxed); }
  void note(vertex_id v, hop_count level) const { std::atomic_ref(levels_[v]).store(level, std::memory_order_relaxed); }

 private:
  hop_count* levels_;
};

struct walk_end {
  std::uint64_t steps;  // from the start to the last vertex of unknown level
  hop_count level;      // of the next vertex; astray if there is none or the walk enters a cycle
};

// Walks up to a vertex whose level is known. Brent's algorithm (BIT, 1980) detects a cycle after at most three times its length
// plus the distance to it, so that a walk costs only a constant factor more than the number of vertices it then marks.
walk_end walk_up(std::span<const vertex_id> predecessors, level_notes notes, vertex_id start) {
  vertex_id at = start, anchor = start;
  for (std::uint64_t steps = 0, next_anchor = 1;; ++steps) {
    const vertex_id above = predecessors[at];
    if (above >= predecessors.size()) return {steps, astray};
    const hop_count level = notes.of(above);
    if (level != unknown) return {steps, level >= 0 ? level : astray};
    if (above == anchor) return {steps, astray};
    at = above;
    if (steps + 1 == next_anchor) anchor = at, next_anchor *= 2;
  }
}

void mark_walk(std::span<const vertex_id> predecessors, level_notes notes, vertex_id start) {
  const walk_end end = walk_up(predecessors, notes, start);
  vertex_id at = start;
  for (std::uint64_t left = end.steps + 1; left > 0; --left, at = predecessors[at]) {
    notes.note(at, end.level == astray ? astray : static_cast<hop_count>(static_cast<std::uint64_t>(end.level) + left));
  }
}

}  // namespace

array<hop_count> tree_levels(std::span<const vertex_id> predecessors, vertex_id source, int threads) {
  const std::size_t n = predecessors.size();
  array<hop_count> levels(n);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t v = 0; v < n; ++v) levels[v] = v == source ? 0 : predecessors[v] == no_vertex ? unreachable : unknown;
  const level_notes notes(levels.data());
#pragma omp parallel for num_threads(threads) schedule(dynamic, vertices_per_grab)
  for (std::size_t v = 0; v < n; ++v) {
    if (notes.of(static_cast<vertex_id>(v)) == unknown) mark_walk(predecessors, notes, static_cast<vertex_id>(v));
  }
  return levels;
}

vertex_id smallest_on_cycle(std::span<const vertex_id> predecessors, vertex_id source) {
  const auto n = static_cast<vertex_id>(predecessors.size());
  array<vertex_id> seen_from(n);  // the start of the walk that visited the vertex
  std::fill(seen_from.begin(), seen_from.end(), no_vertex);
  vertex_id smallest = no_vertex;
  for (vertex_id start = 0; start < n; ++start) {
    vertex_id at = start;
    while (at < n && at != source && seen_from[at] == no_vertex) {
      seen_from[at] = start;
      at = predecessors[at];
    }
    if (at >= n || at == source || seen_from[at] != start) continue;
    const vertex_id entry = at;
    do {
      smallest = std::min(smallest, at);
      at = predecessors[at];
    } while (at != entry);
  }
  return smallest;
}

}  // namespace fathom
