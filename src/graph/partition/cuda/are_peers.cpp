#include "graph/partition/cuda/are_peers.hpp"

#include "comm/agreement.hpp"
#include "comm/peer_memory.hpp"
#include "fathom/error.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"
#include "graph/partition/cuda/peer_search.hpp"

namespace fathom::ranks_engine {

bool are_peers(communicator& ranks, device where, rank_transport transport) {
  const bool may_be = transport == rank_transport::peer || transport == rank_transport::automatic;
  if (where.kind != device_kind::cuda || !may_be || ranks.size() > static_cast<int>(most_peers)) return false;
  on_all_processes(ranks, [&] { cuda::require_capability(where); });
  if (transport == rank_transport::peer) return true;
  const cuda::current_device current(where.index);
  if (share_devices(ranks, where)) return false;
  try {
    peer_memory(ranks, 1);
  } catch (const rank_error& e) {
    if (e.category() == error_category::device) return false;
    throw;
  }
  return true;
}

}  // namespace fathom::ranks_engine
