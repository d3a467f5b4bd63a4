// Top-down step: inspects every neighbor of the frontier.
#include <algorithm>
#include <atomic>

#include "base/bitmap.hpp"
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

// Claims unvisited neighbors for one of several threads. A claim waits until all earlier stores of its thread are done, and stores
// to results rarely hit the cache: the results of many claims are therefore written together.
class claimer {
 public:
  claimer(search_state& s, std::uint64_t& tail) : state_(s), visited_(s.visited.data()), tail_(tail) {}
  claimer(const claimer&) = delete;
  claimer& operator=(const claimer&) = delete;
  ~claimer() { flush(); }

  void inspect(vertex_id u, vertex_id v) {
    if (size_ == capacity) flush();
    vertices_[size_] = v;
    found_by_[size_] = u;
    size_ += claim_bit(visited_, v);
  }
  [[nodiscard]] std::uint64_t found() const { return flushed_ + size_; }

 private:
  void flush() {
    const std::uint64_t at = std::atomic_ref(tail_).fetch_add(size_, std::memory_order_relaxed);
    std::copy(vertices_, vertices_ + size_, state_.queue.data() + at);
    for (std::uint64_t i = 0; i < size_; ++i) state_.record(vertices_[i], found_by_[i]);
    flushed_ += size_;
    size_ = 0;
  }

  static constexpr std::uint64_t capacity = 1024;  // two arrays of 4 KiB
  search_state& state_;
  std::uint64_t* visited_;
  std::uint64_t& tail_;
  std::uint64_t size_ = 0, flushed_ = 0;
  vertex_id vertices_[capacity], found_by_[capacity];
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
  const plain_rows rows{out};
  const vertex_id* const frontier = s.queue.data() + s.first;
  claimer found(s, tail);
  std::uint64_t inspected = 0;
  cursor.for_chunks(s.last - s.first, frontier_vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t last) {
    for (std::uint64_t i = begin; i < last; ++i) {
      rows.prefetch(frontier, i, s.last - s.first);
      inspected += rows.expand(frontier[i], found);
    }
  });
  return {found.found(), inspected};
}

}  // namespace fathom::bfs_engine
