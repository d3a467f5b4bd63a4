#include "fathom/distributed/multi_bfs.hpp"

#include <utility>

#include "fathom/sinks.hpp"
#include "multi_bfs/distributed/run.hpp"

namespace fathom {

rank_multi_bfs_report rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources,
                                     std::span<multi_bfs_sink* const> sinks, const rank_multi_bfs_options& options) {
  return rank_multi_bfs_run(g, sources, sinks, options).run();
}

rank_multi_bfs_report rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources, multi_bfs_sink& sink,
                                     const rank_multi_bfs_options& options) {
  multi_bfs_sink* const one = &sink;
  return rank_multi_bfs(g, sources, {&one, 1}, options);
}

rank_multi_bfs_result rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources,
                                     const rank_multi_bfs_options& options) {
  distance_matrix<hop_count> distances;
  rank_multi_bfs_result result;
  result.report = rank_multi_bfs(g, sources, distances, options);
  result.num_sources = distances.rows, result.row_size = distances.columns;
  result.distances = std::move(distances.values);
  return result;
}

}  // namespace fathom
