#include "engine/ranks/device/device_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cuda/runtime.hpp"
#include "distributed/agreement.hpp"
#include "distributed/exchange.hpp"
#include "engine/ranks/device/device_search_on.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

// Whether a rank before this one on the same host has the same device, which NCCL does not take.
bool shares_device(communicator& ranks, device where) { return where.index != ranks.rank_on_host() && ranks.ranks_on_host() > 1; }

// NCCL where it can be loaded on all ranks and each has a device of its own.
rank_transport chosen(communicator& ranks, device where, rank_transport wanted) {
  if (wanted != rank_transport::automatic) return wanted;
  const bool hindered = shares_device(ranks, where) || !why_no_nccl().empty();
  return largest_of(ranks, hindered ? 1 : 0) == 0 ? rank_transport::nccl : rank_transport::host;
}

std::unique_ptr<device_exchange> make_exchange(communicator& ranks, device where, rank_transport wanted) {
  if (ranks.size() == 1) return nullptr;
  return chosen(ranks, where, wanted) == rank_transport::nccl ? nccl_exchange(ranks) : staged_exchange(ranks);
}

}  // namespace

std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport) {
  communicator& ranks = *g.ranks;
  if (g.grid.columns > 1) {
    throw error(error_category::usage,
                fmt::format("a grid of {}x{} ranks cannot search on CUDA devices, which take one column; give {}x1, or the cpu",
                            g.grid.rows, g.grid.columns, ranks.size()));
  }
  on_all_ranks(ranks, [&] { cuda::require_capability(where); });
  const cuda::current_device current(where.index);
  std::unique_ptr<device_exchange> exchange = make_exchange(ranks, where, transport);
  std::unique_ptr<searcher> made;
  on_all_ranks(ranks, [&] { made = make_device_search(g, where, std::move(exchange)); });
  return made;
}

}  // namespace fathom::ranks_engine
