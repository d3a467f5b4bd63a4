#include "engine/ranks/device/device_search.hpp"

#include <algorithm>
#include <utility>

#include "cuda/runtime.hpp"
#include "distributed/agreement.hpp"
#include "engine/ranks/device/block_view.hpp"
#include "engine/ranks/device/choose_exchange.hpp"
#include "engine/ranks/device/device_search_on.hpp"
#include "engine/ranks/device/row_of_ranks.hpp"
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

}  // namespace

std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport) {
  communicator& ranks = *g.ranks;
  on_all_ranks(ranks, [&] { cuda::require_capability(where); });
  const cuda::current_device current(where.index);
  const bool share = share_devices(ranks, where);
  grid_exchanges exchanges;
  if (g.grid.columns > 1) {
    const std::size_t to_column = std::max<std::size_t>(sizeof(frontier_message), g.stride / 8);
    exchanges = connect_grid(g, transport, share, to_column, row_of_ranks::most_bytes_sent(g));
  } else {
    if (transport == rank_transport::peer) {
      require_no_delegates(g, "searches by devices that write to each other's memory");
      return make_peer_search(g, where);
    }
    if (transport == rank_transport::automatic && !share && g.delegates.empty()) {
      if (std::unique_ptr<searcher> peers = try_peers(g, where)) return peers;
    }
    exchanges.along_column = far_exchange(ranks, transport, share);
  }
  std::unique_ptr<searcher> made;
  on_all_ranks(ranks, [&] { made = make_device_search(g, where, std::move(exchanges)); });
  return made;
}

}  // namespace fathom::ranks_engine
