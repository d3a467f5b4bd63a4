#include "fathom/distributed/multi_bfs.hpp"

#include <utility>

#include "fathom/sinks.hpp"
#include "multi_bfs/distributed/run.hpp"

namespace fathom {

rank_multi_bfs_report rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources,
                                     std::span<multi_bfs_sink* const> sinks, const rank_multi_bfs_options& options,
                                     const execution& exec) {
  return rank_multi_bfs_run(g, sources, sinks, options, exec).run();
}

rank_multi_bfs_report rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources, multi_bfs_sink& sink,
                                     const rank_multi_bfs_options& options, const execution& exec) {
  multi_bfs_sink* const one = &sink;
  return rank_multi_bfs(g, sources, {&one, 1}, options, exec);
}

rank_multi_bfs_result rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources, const rank_multi_bfs_options& options,
                                     const execution& exec) {
  distance_matrix<hop_count> distances;
  rank_multi_bfs_result result;
  result.report = rank_multi_bfs(g, sources, distances, options, exec);
  result.num_sources = distances.rows, result.row_size = distances.columns;
  result.distances = std::move(distances.values);
  return result;
}

}  // namespace fathom
