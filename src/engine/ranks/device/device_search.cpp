#include "engine/ranks/device/device_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cuda/runtime.hpp"
#include "distributed/agreement.hpp"
#include "distributed/block_values.hpp"
#include "distributed/device_place.hpp"
#include "distributed/exchange.hpp"
#include "engine/ranks/device/device_search_on.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

// Null where the devices cannot reach each other.
std::unique_ptr<searcher> try_peers(const partitioned_graph& g, device where) {
  try {
    return make_peer_search(g, where);
  } catch (const rank_error& e) {
    if (e.category() == error_category::device) return nullptr;
    throw;
  }
}

std::unique_ptr<device_exchange> make_exchange(communicator& ranks, rank_transport wanted, bool share) {
  if (ranks.size() == 1) return nullptr;
  if (wanted == rank_transport::automatic) {
    wanted = largest_of(ranks, share || !why_no_nccl().empty() ? 1 : 0) == 0 ? rank_transport::nccl : rank_transport::host;
  }
  return wanted == rank_transport::nccl ? nccl_exchange(ranks) : staged_exchange(ranks);
}

void require_host_between(const process_grid& grid, rank_transport transport) {
  if (transport == rank_transport::automatic || transport == rank_transport::host) return;
  throw error(error_category::usage,
              fmt::format("transport {}: CUDA devices of a grid of {}x{} ranks talk through the host; give host or auto, or one "
                          "column of ranks, {}x1",
                          to_string(transport), grid.rows, grid.columns, grid.rows * grid.columns));
}

}  // namespace

bool share_devices(communicator& ranks, device where) {
  std::uint64_t mine = 0;
  on_all_ranks(ranks, [&] { mine = place_of(where); });
  std::vector<std::uint64_t> places = of_each_rank(ranks, mine);
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) != places.end();
}

std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport, int threads) {
  communicator& ranks = *g.ranks;
  const bool one_column = g.grid.columns == 1;
  on_all_ranks(ranks, [&] {
    if (!one_column) require_host_between(g.grid, transport);
    cuda::require_capability(where);
  });
  const cuda::current_device current(where.index);
  std::unique_ptr<searcher> made;
  if (!one_column) {
    on_all_ranks(ranks, [&] { made = std::make_unique<rank_search>(g, block_on_device(g, where), threads); });
    return made;
  }
  if (transport == rank_transport::peer) return make_peer_search(g, where);
  const bool share = share_devices(ranks, where);
  if (transport == rank_transport::automatic && !share) {
    if (std::unique_ptr<searcher> peers = try_peers(g, where)) return peers;
  }
  std::unique_ptr<device_exchange> exchange = make_exchange(ranks, transport, share);
  on_all_ranks(ranks, [&] { made = make_device_search(g, where, std::move(exchange)); });
  return made;
}

}  // namespace fathom::ranks_engine
