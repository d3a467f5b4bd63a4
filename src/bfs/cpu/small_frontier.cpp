#include "bfs/cpu/small_frontier.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/bitmap.hpp"
#include "base/parallel.hpp"
#include "bfs/cpu/row_readers.hpp"

namespace fathom::bfs_engine {
namespace {

std::uint8_t owner_of(std::uint8_t* owners, vertex_id v) { return std::atomic_ref(owners[v]).load(std::memory_order_relaxed); }

// Byte-based variant of the top-down step's appender: unlike storing a bitmap word, storing a byte cannot undo concurrent stores
// next to it. A vertex that has an owner keeps it.
struct byte_appender {
  std::uint8_t* owners;
  std::uint8_t number;
  vertex_id* queue;
  vertex_id* found_by;
  std::uint64_t tail = 0;

  void inspect(vertex_id u, vertex_id v) {
    const std::atomic_ref owner(owners[v]);
    const std::uint8_t before = owner.load(std::memory_order_relaxed);
    owner.store(before ? before : number, std::memory_order_relaxed);
    queue[tail] = v;
    found_by[tail] = u;
    tail += before == 0;
  }
};

// Eight bits, each set if the corresponding byte is nonzero.
std::uint64_t bits_of(const std::uint8_t* bytes) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i) bits |= std::uint64_t{bytes[i] != 0} << i;
  return bits;
}

template <class T>
void store(T* where, T value) {
  std::atomic_ref(*where).store(value, std::memory_order_relaxed);
}

}  // namespace

small_frontier::small_frontier(const layout& l, edge_offset max_degree, int threads)
    : layout_(l), max_degree_(max_degree), threads_(std::min(threads, most_threads)), barrier_(threads_) {}

void small_frontier::enter(search_state& s) {
  state_ = &s;
  if (lists_.empty()) {
    // Rounded up to whole words of the bitmap.
    owner_ = array<std::uint8_t>(words_for(layout_.num_vertices) * word_bits);
    lists_.resize(static_cast<std::size_t>(threads_));
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      lists_[i].number = static_cast<std::uint8_t>(i + 1);
      for (array<vertex_id>* a : {&lists_[i].frontier, &lists_[i].found, &lists_[i].found_by}) *a = array<vertex_id>(list_size + 1);
    }
  }
  std::fill(owner_.begin(), owner_.end(), 0);
  for (std::uint64_t i = 0; i < s.last; ++i) owner_[s.queue[i]] = 1;
  for (list& l : lists_) l.frontier_size = 0;
  std::copy(s.queue.begin() + s.first, s.queue.begin() + s.last, lists_.front().frontier.begin());
  lists_.front().frontier_size = s.last - s.first;
}

void small_frontier::leave() {
  search_state& s = *state_;
  s.first = 0;
  s.last = 0;
  for (const list& l : lists_) {
    for (std::uint64_t i = 0; i < l.frontier_size; ++i) {
      s.queue[s.last] = l.frontier[i];
      s.last += owner_[l.frontier[i]] == l.number;
    }
  }
}

small_frontier::level_counts small_frontier::finish_level() {
  level_counts sum;
  for (list& l : lists_) {
    sum.step.found += l.found_size;
    sum.step.inspected += l.inspected;
    sum.listed_twice += l.not_mine;
    std::swap(l.frontier, l.found);
    l.frontier_size = std::exchange(l.found_size, 0);
    l.inspected = l.not_mine = 0;
  }
  return sum;
}

void small_frontier::expand(list& mine, std::uint64_t part, std::uint64_t parts) {
  if (use_packed_rows(layout_, max_degree_)) {
    expand_rows(packed_rows{layout_.out, state_->count_edges, layout_.heads}, mine, part, parts);
  } else {
    expand_rows(plain_rows{layout_.out}, mine, part, parts);
  }
}

// Expands one part of the concatenation of all lists.
template <class Rows>
void small_frontier::expand_rows(const Rows& rows, list& mine, std::uint64_t part, std::uint64_t parts) {
  std::uint64_t size = 0, begin = 0, inspected = 0, not_mine = 0;
  for (const list& l : lists_) size += l.frontier_size;
  const index_range range = part_of(size, parts, part);
  byte_appender found{owner_.data(), mine.number, mine.found.data(), mine.found_by.data()};
  for (const list& l : lists_) {
    const vertex_id* const queue = l.frontier.data();
    const std::uint64_t first = std::max(range.first, begin), last = std::min(range.last, begin + l.frontier_size);
    for (std::uint64_t i = first; i < last; ++i) {
      rows.prefetch(queue, i - begin, last - begin);
      const vertex_id u = queue[i - begin];
      if (owner_of(found.owners, u) == l.number) {
        inspected += rows.expand(u, found);
      } else {
        ++not_mine;
      }
    }
    begin += l.frontier_size;
  }
  // Another thread may write the same vertex, with the same distance and an equally valid predecessor.
  const search_state& s = *state_;
  for (std::uint64_t i = 0; i < found.tail; ++i) {
    if (s.predecessors) store(&s.predecessors[mine.found[i]], mine.found_by[i]);
    if (s.distances) store(&s.distances[mine.found[i]], s.level + 1);
  }
  mine.found_size = found.tail;
  mine.inspected = inspected;
  mine.not_mine = not_mine;
}

void small_frontier::write_bitmap(std::uint64_t part, std::uint64_t parts) {
  const std::uint64_t words = words_for(layout_.num_vertices);
  const index_range range = part_of(words, parts, part);
  for (std::uint64_t w = range.first; w < range.last; ++w) {
    std::uint64_t word = 0;
    for (unsigned i = 0; i < 8; ++i) word |= bits_of(&owner_[w * word_bits + 8 * i]) << (8 * i);
    state_->visited[w] = word;
  }
}

}  // namespace fathom::bfs_engine
