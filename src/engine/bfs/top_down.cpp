// Top-down: look at every neighbour of the frontier.
#include "engine/bfs/bitmap.hpp"
#include "engine/bfs/local_queue.hpp"
#include "engine/bfs/search_state.hpp"

namespace fathom::bfs_engine {
namespace {

// How far ahead of its use a line is asked for: offsets first, then the neighbours they point to. 20 vertices of a road graph take
// about as long as one trip to memory.
constexpr std::uint64_t offsets_ahead = 24;
constexpr std::uint64_t targets_ahead = 12;
constexpr int vertices_a_chunk = 64;  // few enough that a chunk of heavy vertices does not hold the level up

void prefetch(const void* p) { __builtin_prefetch(p); }

}  // namespace

step_counts top_down_serial(const layout_adjacency& out, search_state& s) {
  vertex_id* const queue = s.queue.data();
  vertex_id* const found_by = s.found_by.data();
  std::uint64_t* const visited = s.visited.data();
  std::uint64_t tail = s.last, inspected = 0;
  for (std::uint64_t i = s.first; i < s.last; ++i) {
    if (i + offsets_ahead < s.last) prefetch(&out.offsets[queue[i + offsets_ahead]]);
    if (i + targets_ahead < s.last) prefetch(&out.targets[out.offsets[queue[i + targets_ahead]]]);
    const vertex_id u = queue[i];
    const edge_offset end = out.offsets[u + 1];
    inspected += end - out.offsets[u];
    // Whether a neighbour is new is a coin toss for the branch predictor: write it always, keep it when it is.
    for (edge_offset e = out.offsets[u]; e < end; ++e) {
      const vertex_id v = out.targets[e];
      const std::uint64_t word = visited[v / word_bits];
      visited[v / word_bits] = word | bit_of(v);
      queue[tail] = v;
      found_by[tail] = u;
      tail += (word & bit_of(v)) == 0;
    }
  }
  for (std::uint64_t i = s.last; i < tail; ++i) s.record(queue[i], found_by[i]);
  const std::uint64_t found = tail - s.last;
  s.first = s.last;
  s.last = tail;
  return {found, inspected};
}

step_counts top_down_parallel(const layout_adjacency& out, search_state& s, std::uint64_t& tail) {
  step_counts mine;
  local_queue queue(s.queue.data(), tail);
  std::uint64_t* const visited = s.visited.data();
#pragma omp for schedule(dynamic, vertices_a_chunk) nowait
  for (std::uint64_t i = s.first; i < s.last; ++i) {
    const vertex_id u = s.queue[i];
    const edge_offset first = out.offsets[u], end = out.offsets[u + 1];
    mine.inspected += end - first;
    for (edge_offset e = first; e < end; ++e) {
      const vertex_id v = out.targets[e];
      if (!claim_bit(visited, v)) continue;
      s.record(v, u);
      queue.push(v);
      ++mine.found;
    }
  }
  return mine;
}

}  // namespace fathom::bfs_engine
