#include "engine/ranks/device/device_search.hpp"

#include <fmt/format.h>

#include "cuda/runtime.hpp"
#include "distributed/agreement.hpp"
#include "engine/ranks/device/choose_exchange.hpp"
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

void require_host_between(const process_grid& grid, rank_transport transport) {
  if (transport == rank_transport::automatic || transport == rank_transport::host) return;
  throw error(error_category::usage,
              fmt::format("transport {}: CUDA devices of a grid of {}x{} ranks talk through the host; give host or auto, or one "
                          "column of ranks, {}x1",
                          to_string(transport), grid.rows, grid.columns, grid.rows * grid.columns));
}

}  // namespace

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
  std::unique_ptr<device_exchange> exchange = choose_exchange(ranks, transport, share);
  on_all_ranks(ranks, [&] { made = make_device_search(g, where, std::move(exchange)); });
  return made;
}

}  // namespace fathom::ranks_engine
