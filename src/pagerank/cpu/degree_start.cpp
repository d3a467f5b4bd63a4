#include "pagerank/cpu/degree_start.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "base/thread_team.hpp"

namespace fathom::pagerank_engine {
namespace {

// The sums of take_walk(), with the cache misses of many walks at a time; without the ends if degrees hardly vary.
walk_sums take_walks(const undirected_edges& rows, std::uint64_t walks) {
  walk_sums begins;
  for (std::uint64_t i = 0; i < walks; ++i) {
    const vertex_id from = walk_begin(rows, i);
    begins.add(walk_between(rows, from, from));
  }
  if (!walks_vary(begins, walks)) return begins;
  walk_sums sums;
  std::array<vertex_id, 64> from, at;
  for (std::uint64_t first = 0; first < walks; first += at.size()) {
    const std::uint64_t count = std::min<std::uint64_t>(at.size(), walks - first);
    for (std::uint64_t i = 0; i < count; ++i) from[i] = at[i] = walk_begin(rows, first + i);
    for (std::uint64_t step = 1; step <= walk_steps; ++step) {
      for (std::uint64_t i = 0; i < count; ++i) at[i] = walk_on(rows, walks, first + i, step, at[i]);
    }
    for (std::uint64_t i = 0; i < count; ++i) sums.add(walk_between(rows, from[i], at[i]));
  }
  return sums;
}

}  // namespace

std::optional<degree_start> start_by_degree(const pagerank_request& r, vertex_id caller_vertices, int threads, double* ranks) {
  const undirected_edges rows{r.in_offsets, r.in_sources, r.num_vertices, r.num_edges};
  const std::uint64_t walks = start_walks(r.num_edges);
  if (!walks_forget(take_walks(rows, walks), walks)) return std::nullopt;
  degree_sums sums;
  std::mutex adding;
  for_parts(r.num_vertices, threads, [&](std::uint64_t first, std::uint64_t last) {
    degree_sums mine;
    for (std::uint64_t v = first; v < last; ++v) mine.add_vertex(rows, v);
    const std::lock_guard lock(adding);
    sums.add(mine);
  });
  const degree_start start = scores_by_degree(sums, caller_vertices, r.damping, r.method);
  for_parts(r.num_vertices, threads, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t v = first; v < last; ++v) ranks[v] = start.of(rows, v);
  });
  return start;
}

}  // namespace fathom::pagerank_engine
