#include "engine/ranks/make_searcher.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/memory.hpp"
#include "cuda/devices.hpp"
#include "distributed/agreement.hpp"
#include "engine/ranks/block_search.hpp"
#include "engine/ranks/bucket_width.hpp"
#include "engine/ranks/device/device_search.hpp"
#include "engine/ranks/rank_paths.hpp"

namespace fathom::ranks_engine {

std::unique_ptr<searcher> make_searcher(const partitioned_graph& g, device where, rank_transport transport, int threads) {
  if (where.kind == device_kind::cuda) return search_on_device(g, where, transport);
  std::unique_ptr<searcher> made;
  const std::uint64_t leading = leading_words(g);
  on_all_ranks(*g.ranks, [&] { made = std::make_unique<rank_search>(g, block_on_cpu(g, threads), threads, leading); });
  return made;
}

std::unique_ptr<paths_searcher> make_paths_searcher(const partitioned_graph& g, device where, rank_transport transport,
                                                    int threads) {
  if (where.kind == device_kind::cuda) return paths_on_device(g, where, transport);
  const float width = bucket_width(g, heaviest_weight(g), rank_paths::width_of_bucket);
  std::unique_ptr<paths_searcher> made;
  on_all_ranks(*g.ranks, [&] {
    require_host_memory(rank_paths::planned_bytes(g), fmt::format("shortest paths on one process's {} edges", g.block_edges));
    made = std::make_unique<rank_paths>(g, width, threads);
  });
  return made;
}

device device_of_rank(const communicator& ranks, device first) {
  if (first.kind != device_kind::cuda) return first;
  const int devices = std::max(1, static_cast<int>(cuda::devices().size()));
  return {device_kind::cuda, (first.index + ranks.rank_on_host()) % devices};
}

}  // namespace fathom::ranks_engine
