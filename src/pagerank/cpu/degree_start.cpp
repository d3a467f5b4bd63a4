#include "pagerank/cpu/degree_start.hpp"

#include <mutex>

#include "base/thread_team.hpp"

namespace fathom::pagerank_engine {

std::optional<degree_start> start_by_degree(const pagerank_request& r, vertex_id caller_vertices, int threads, double* ranks) {
  const undirected_edges rows{r.in_offsets, r.in_sources, r.num_vertices, r.num_edges};
  const std::uint64_t walks = start_walks(r.num_edges);
  walk_sums walked;
  for (std::uint64_t i = 0; i < walks; ++i) walked.add(take_walk(rows, walks, i));
  if (!walks_forget(walked, walks)) return std::nullopt;
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
