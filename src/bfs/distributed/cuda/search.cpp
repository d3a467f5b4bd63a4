#include "bfs/distributed/search.hpp"
#include "fathom/distributed/bfs.hpp"
#include "gpu/backend.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "bfs/distributed/cuda/row_of_ranks.hpp"
#include "bfs/distributed/cuda/searcher.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/cuda/block_view.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"

namespace fathom::ranks_engine {
namespace {

// Collective: a searcher with one kernel per device.
std::unique_ptr<searcher> search_by_peers(const partitioned_graph& g, device where) {
  std::unique_ptr<searcher> made = make_peer_search(g, where);
  if (g.ranks->size() > 1) made->set_transport({"peer", ""});
  return made;
}

// Returns null, and the reason in `why`, if the devices cannot access each other's memory.
std::unique_ptr<searcher> try_peers(const partitioned_graph& g, device where, std::string& why) {
  try {
    return search_by_peers(g, where);
  } catch (const rank_error& e) {
    if (e.category() != error_category::device) throw;
    why = e.what();
    return nullptr;
  }
}

}  // namespace

std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport) {
  communicator& ranks = *g.ranks;
  on_all_processes(ranks, [&] { cuda::require_capability(where); });
  const cuda::current_device current(where.index);
  const bool share = share_devices(ranks, where);
  grid_exchanges exchanges;
  if (g.grid.columns > 1) {
    const std::size_t to_column = std::max<std::size_t>(sizeof(frontier_message), g.stride / 8);
    exchanges = connect_grid(g, transport, share, to_column, row_of_ranks::most_bytes_sent(g));
  } else {
    if (transport == rank_transport::peer) {
      require_no_delegates(g, "searches by devices that write to each other's memory");
      return search_by_peers(g, where);
    }
    if (transport == rank_transport::automatic && !share && g.delegates.empty()) {
      if (std::unique_ptr<searcher> peers = try_peers(g, where, exchanges.why)) return peers;
    } else if (transport == rank_transport::automatic && !share && ranks.size() > 1) {
      exchanges.why = "hubs are delegated";
    }
    exchanges.along_column = far_exchange(ranks, transport, share, &exchanges.why);
  }
  transport_in_use used = transport_of(exchanges);
  std::unique_ptr<searcher> made;
  on_all_processes(ranks, [&] { made = make_device_search(g, where, std::move(exchanges)); });
  made->set_transport(std::move(used));
  return made;
}

}  // namespace fathom::ranks_engine
