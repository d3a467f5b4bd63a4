#include "components/cpu/reach.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "base/bitmap.hpp"
#include "base/local_queue.hpp"

namespace fathom::components_engine {
namespace {

using bfs_engine::bit_of;
using bfs_engine::vertex_of;
using bfs_engine::word_bits;

constexpr std::uint64_t one_thread_vertices = 4096;  // smaller levels take less time than waking up a team
constexpr int reached_per_chunk = 64;                // small enough that a chunk of high-degree vertices does not delay the level
constexpr int narrow_levels = 32;                    // with most vertices still open: the graph has long paths
constexpr int words_per_chunk = 64;                  // of a sweep: 4,096 vertices
// Open vertices between the one that a sweep reads and the one whose row it prefetches: the processor's own prefetching stops at
// gaps between rows.
constexpr int rows_fetched_ahead = 6;

// A sweep stops at an open vertex's first visited neighbor, so that it reads only a fraction of the edges into open vertices. The
// search begins with the guess that this is 1/20, and increases it whenever sweeps discover less than 1/8 of the open vertices, as
// in graphs with long paths.
constexpr double first_eagerness = 20, least_eagerness = 1, eagerness_step = 0.25;
constexpr std::uint64_t poor_sweep = 8;
// After a sweep most open vertices have few visited neighbors, and another one reads most of their edges.
constexpr std::uint64_t repeated_eagerness = 4;

// Other threads may set bits of their own words during a sweep. An older value only delays a discovery to a later step.
std::uint64_t load(const array<std::uint64_t>& words, std::size_t i) {
  return std::atomic_ref(const_cast<std::uint64_t&>(words[i])).load(std::memory_order_relaxed);
}

bool has_visited(std::span<const adjacency_view> reverse, vertex_id v, const array<std::uint64_t>& visited) {
  for (const adjacency_view& rows : reverse) {
    for (const vertex_id *u = rows.begin(v), *end = rows.end(v); u != end; ++u) {
      if (load(visited, *u / word_bits) & bit_of(*u)) return true;
    }
  }
  return false;
}

}  // namespace

reach::reach(const graph_view& g, int threads)
    : mean_degree_(static_cast<double>(g.num_edges) / g.num_vertices),
      threads_(threads),
      eagerness_(first_eagerness),
      open_(bfs_engine::words_for(g.num_vertices)),
      visited_(open_.size()),
      fresh_(open_.size()),
      queue_(std::size_t{g.num_vertices} + 1) {}

void reach::begin(std::span<const adjacency_view> rows, std::span<const adjacency_view> reverse,
                  std::span<const std::uint64_t> candidates, vertex_id source) {
  rows_ = rows;
  reverse_ = reverse;
  candidates_ = candidates;
  std::copy(candidates.begin(), candidates.end(), open_.begin());
  open_[source / word_bits] &= ~bit_of(source);
  open_vertices_ = 0;
  for (const std::uint64_t word : open_) open_vertices_ += static_cast<std::uint64_t>(std::popcount(word));
  most_vertices_ = open_vertices_;
  queue_[0] = source;
  first_ = 0;
  last_ = size_ = 1;
  frontier_edges_ = degree(source);
}

edge_offset reach::degree(vertex_id v) const {
  edge_offset edges = 0;
  for (const adjacency_view& rows : rows_) edges += rows.degree(v);
  return edges;
}

bool reach::is_narrow(int level) const {
  return level >= narrow_levels && last_ - first_ < one_thread_vertices && open_vertices_ > most_vertices_ / 2;
}

bool reach::run(const std::stop_token& stop, bool until_narrow) {
  for (int level = 0; first_ < last_ && !stop.stop_requested(); ++level) {
    if (until_narrow && is_narrow(level)) return false;
    const double mean_edges = mean_degree_ * static_cast<double>(rows_.size());
    if (static_cast<double>(frontier_edges_) * eagerness_ > static_cast<double>(open_vertices_) * mean_edges) {
      const std::uint64_t open = open_vertices_;
      mark_visited();
      do sweep();
      while (fresh_vertices_ * repeated_eagerness > open_vertices_ && !stop.stop_requested());
      if ((open - open_vertices_) * poor_sweep < open) eagerness_ = std::max(least_eagerness, eagerness_ * eagerness_step);
      queue_fresh();
    }
    if (threads_ == 1 || last_ - first_ < one_thread_vertices)
      expand_serially();
    else
      expand_in_parallel();
    first_ = last_;
    last_ = size_;
    open_vertices_ -= last_ - first_;
  }
  mark_visited();
  return true;
}

void reach::expand_serially() {
  // Whether a neighbor is open is hard to predict: the loop writes without asking.
  std::uint64_t size = size_;
  for (std::uint64_t i = first_; i < last_; ++i) {
    const vertex_id u = queue_[i];
    for (const adjacency_view& rows : rows_) {
      for (const vertex_id* v = rows.begin(u); v != rows.end(u); ++v) {
        const std::uint64_t word = open_[*v / word_bits];
        open_[*v / word_bits] = word & ~bit_of(*v);
        queue_[size] = *v;
        size += (word >> (*v % word_bits)) & 1;
      }
    }
  }
  frontier_edges_ = 0;
  for (std::uint64_t i = size_; i < size; ++i) frontier_edges_ += degree(queue_[i]);
  size_ = size;
}

void reach::expand_in_parallel() {
  edge_offset edges = 0;
#pragma omp parallel num_threads(threads_) reduction(+ : edges)
  {
    bfs_engine::local_queue found(queue_.data(), size_);
#pragma omp for schedule(dynamic, reached_per_chunk) nowait
    for (std::uint64_t i = first_; i < last_; ++i) {
      const vertex_id u = queue_[i];
      for (const adjacency_view& rows : rows_) {
        for (const vertex_id* v = rows.begin(u); v != rows.end(u); ++v) {
          // Most bits are already clear: testing first avoids the atomic operation.
          if (!(load(open_, *v / word_bits) & bit_of(*v))) continue;
          const std::uint64_t before = std::atomic_ref(open_[*v / word_bits]).fetch_and(~bit_of(*v), std::memory_order_relaxed);
          if (!(before & bit_of(*v))) continue;  // another thread was faster
          found.push(*v);
          edges += degree(*v);
        }
      }
    }
  }
  frontier_edges_ = edges;
}

void reach::mark_visited() {
  for (std::size_t i = 0; i < open_.size(); ++i) visited_[i] = candidates_[i] & ~open_[i];
}

// One bottom-up pass over all open vertices. A thread owns the words of its chunks, so that no bit needs an atomic update.
void reach::sweep() {
  std::uint64_t discovered = 0;
#pragma omp parallel for num_threads(threads_) schedule(dynamic, words_per_chunk) reduction(+ : discovered)
  for (std::size_t i = 0; i < open_.size(); ++i) {
    std::uint64_t fresh = 0, ahead = open_[i];
    for (int j = 0; j < rows_fetched_ahead; ++j) ahead &= ahead - 1;
    for (std::uint64_t left = open_[i]; left != 0; left &= left - 1) {
      if (ahead != 0) {
        for (const adjacency_view& rows : reverse_) __builtin_prefetch(rows.begin(vertex_of(i, ahead)));
        ahead &= ahead - 1;
      }
      const vertex_id v = vertex_of(i, left);
      if (has_visited(reverse_, v, visited_)) fresh |= bit_of(v);
    }
    fresh_[i] = fresh;
    if (fresh == 0) continue;
    open_[i] &= ~fresh;
    std::atomic_ref(visited_[i]).store(visited_[i] | fresh, std::memory_order_relaxed);
    discovered += static_cast<std::uint64_t>(std::popcount(fresh));
  }
  fresh_vertices_ = discovered;
  open_vertices_ -= discovered;
}

// Makes the vertices that the last sweep discovered the frontier: it may have passed their neighbors before it discovered them. The
// vertices of earlier steps have no open neighbors left.
void reach::queue_fresh() {
  size_ = 0;
  for (std::size_t i = 0; i < fresh_.size(); ++i) {
    for (std::uint64_t left = fresh_[i]; left != 0; left &= left - 1) queue_[size_++] = vertex_of(i, left);
  }
  first_ = 0;
  last_ = size_;
}

}  // namespace fathom::components_engine
