#include "components/cpu/reach.hpp"

#include <algorithm>

#include "base/bitmap.hpp"
#include "base/local_queue.hpp"

namespace fathom::components_engine {
namespace {

constexpr std::uint64_t one_thread_vertices = 1024;  // smaller levels take less time than waking up a team
constexpr int reached_per_chunk = 64;                // small enough that a chunk of high-degree vertices does not delay the level

}  // namespace

reach::reach(vertex_id num_vertices, int threads)
    : threads_(threads), visited_(bfs_engine::words_for(num_vertices)), queue_(num_vertices) {}

bool reach::has(vertex_id v) const { return bfs_engine::test_bit(visited_.data(), v); }

void reach::search(const adjacency_view& rows, vertex_id source, const vertex_id* labels, const std::stop_token& stop) {
  std::fill(visited_.begin(), visited_.end(), 0);
  visited_[source / bfs_engine::word_bits] |= bfs_engine::bit_of(source);
  queue_[0] = source;
  size_ = 1;
  for (std::uint64_t first = 0; first < size_ && !stop.stop_requested();) {
    const std::uint64_t last = size_;
    if (threads_ == 1 || last - first < one_thread_vertices) {
      expand_serially(rows, labels, first, last);
    } else {
      expand_in_parallel(rows, labels, first, last);
    }
    first = last;
  }
}

void reach::expand_serially(const adjacency_view& rows, const vertex_id* labels, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t i = first; i < last; ++i) {
    const vertex_id u = queue_[i];
    for (const vertex_id* v = rows.begin(u); v != rows.end(u); ++v) {
      if (has(*v) || labels[*v] != no_vertex) continue;
      visited_[*v / bfs_engine::word_bits] |= bfs_engine::bit_of(*v);
      queue_[size_++] = *v;
    }
  }
}

void reach::expand_in_parallel(const adjacency_view& rows, const vertex_id* labels, std::uint64_t first, std::uint64_t last) {
#pragma omp parallel num_threads(threads_)
  {
    bfs_engine::local_queue found(queue_.data(), size_);
#pragma omp for schedule(dynamic, reached_per_chunk) nowait
    for (std::uint64_t i = first; i < last; ++i) {
      const vertex_id u = queue_[i];
      for (const vertex_id* v = rows.begin(u); v != rows.end(u); ++v) {
        if (labels[*v] == no_vertex && bfs_engine::claim_bit(visited_.data(), *v)) found.push(*v);
      }
    }
  }
}

}  // namespace fathom::components_engine
