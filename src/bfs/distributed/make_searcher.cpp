#include "bfs/distributed/make_searcher.hpp"

#include "bfs/distributed/block_search.hpp"
#include "comm/agreement.hpp"
#include "gpu/backend.hpp"

namespace fathom::ranks_engine {

std::unique_ptr<searcher> make_searcher(const partitioned_graph& g, device where, rank_transport transport, int threads) {
  if (where.kind == device_kind::cuda) return gpu(where).make_distributed_bfs(g, where, transport);
  std::unique_ptr<searcher> made;
  const std::uint64_t leading = leading_words(g);
  on_all_processes(*g.ranks, [&] { made = std::make_unique<rank_search>(g, block_on_cpu(g, threads), threads, leading); });
  return made;
}

}  // namespace fathom::ranks_engine
