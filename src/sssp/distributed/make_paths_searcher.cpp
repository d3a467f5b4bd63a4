#include "sssp/distributed/make_paths_searcher.hpp"

#include <fmt/format.h>

#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "gpu/backend.hpp"
#include "sssp/distributed/bucket_width.hpp"
#include "sssp/distributed/paths.hpp"

namespace fathom::ranks_engine {

std::unique_ptr<paths_searcher> make_paths_searcher(const partitioned_graph& g, device where, rank_transport transport,
                                                    int threads) {
  if (where.kind == device_kind::cuda) return gpu(where).make_distributed_sssp(g, where, transport);
  const float width = bucket_width(g, heaviest_weight(g), rank_paths::width_of_bucket);
  std::unique_ptr<paths_searcher> made;
  on_all_processes(*g.ranks, [&] {
    require_host_memory(rank_paths::planned_bytes(g), fmt::format("shortest paths on one process's {} edges", g.block_edges));
    made = std::make_unique<rank_paths>(g, width, threads);
  });
  return made;
}

}  // namespace fathom::ranks_engine
