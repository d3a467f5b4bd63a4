#include "bfs/distributed/make_searcher.hpp"

#include <algorithm>
#include <optional>

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

device device_of_rank(const communicator& ranks, device first) {
  if (first.kind != device_kind::cuda) return first;
  if (const std::optional<device> own = ranks.own_device(); own && own->kind == device_kind::cuda) return *own;
  const int devices = std::max(1, static_cast<int>(gpu_devices().size()));
  return {device_kind::cuda, (first.index + ranks.rank_on_host()) % devices};
}

}  // namespace fathom::ranks_engine
