// Top-down step: inspects every neighbor of the frontier.
#include "base/bitmap.hpp"
#include "base/local_queue.hpp"
#include "bfs/cpu/row_readers.hpp"
#include "bfs/cpu/search_state.hpp"

namespace fathom::bfs_engine {
namespace {

constexpr std::uint64_t frontier_vertices_per_chunk =
    64;  // small enough that a chunk of high-degree vertices does not delay the level

// Appends unvisited neighbors. Whether a neighbor is unvisited is unpredictable for the branch predictor, so it is always written
// and kept only if unvisited; the queue needs one entry of slack for this.
struct appender {
  std::uint64_t* visited;
  vertex_id* queue;
  vertex_id* found_by;
  std::uint64_t tail;

  void inspect(vertex_id u, vertex_id v) {
    const std::uint64_t word = visited[v / word_bits];
    visited[v / word_bits] = word | bit_of(v);
    queue[tail] = v;
    found_by[tail] = u;
    tail += (word & bit_of(v)) == 0;
  }
};

template <class Rows>
step_counts expand_all(const Rows& rows, search_state& s) {
  appender found{s.visited.data(), s.queue.data(), s.found_by.data(), s.last};
  std::uint64_t inspected = 0;
  for (std::uint64_t i = s.first; i < s.last; ++i) {
    rows.prefetch(found.queue, i, s.last);
    inspected += rows.expand(found.queue[i], found);
  }
  for (std::uint64_t i = s.last; i < found.tail; ++i) s.record(found.queue[i], found.found_by[i]);
  const std::uint64_t count = found.tail - s.last;
  s.first = s.last;
  s.last = found.tail;
  return {count, inspected};
}

}  // namespace

step_counts top_down_serial(const layout& l, edge_offset max_degree, search_state& s) {
  return use_packed_rows(l, max_degree) ? expand_all(packed_rows{l.out, s.count_edges, l.heads}, s)
                                        : expand_all(plain_rows{l.out}, s);
}

step_counts top_down_parallel(const layout_adjacency& out, search_state& s, std::uint64_t& tail, chunk_cursor& cursor) {
  step_counts mine;
  local_queue queue(s.queue.data(), tail);
  std::uint64_t* const visited = s.visited.data();
  const vertex_id* const frontier = s.queue.data() + s.first;
  cursor.for_chunks(s.last - s.first, frontier_vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t last) {
    for (std::uint64_t i = begin; i < last; ++i) {
      const vertex_id u = frontier[i];
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
  });
  return mine;
}

}  // namespace fathom::bfs_engine
