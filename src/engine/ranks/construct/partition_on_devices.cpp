#include "engine/ranks/construct/partition_on_devices.hpp"

#include <algorithm>

#include "core/timer.hpp"
#include "distributed/agreement.hpp"
#include "distributed/exchange.hpp"
#include "distributed/work_blocks.hpp"
#include "engine/ranks/construct/are_peers.hpp"
#include "engine/ranks/construct/rows_on_host.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

bool is_for_devices(communicator& ranks, const process_grid& grid, const edge_share& share) {
  const bool is_plain = !share.directed && share.weights.empty();
  return largest_of(ranks, is_plain ? 0 : 1) == 0 && grid.columns == 1 && share.num_vertices > 0 && share.num_edges > 0 &&
         share.num_vertices <= no_vertex;
}

partitioned_graph constructed(communicator& ranks, const process_grid& grid, const edge_share& share, const run_control& control) {
  const timer all;
  const int threads = thread_count(control);
  const cuda::stream s;
  const vertex_blocks blocks = work_blocks(ranks, grid, share, threads);
  device_share there;
  on_all_ranks(ranks, [&] { there = share_on_device(share, threads, s); });
  constructed_part part = construct_part(ranks, make_grid(ranks, ranks.size(), 1), blocks, there, s, control);
  there = {};
  partitioned_graph g = rows_on_host(std::move(part), threads, s);
  ranks.barrier();
  g.construction.seconds = all.seconds();
  return g;
}

}  // namespace

std::optional<partitioned_graph> partition_on_devices(communicator& ranks, const process_grid& grid, const edge_share& share,
                                                      device where, rank_transport transport, const run_control& control) {
  if (!is_for_devices(ranks, grid, share) || !are_peers(ranks, where, transport)) return std::nullopt;
  const cuda::current_device current(where.index);
  try {
    return constructed(ranks, grid, share, control);
  } catch (const error& e) {
    const bool of_all_ranks = ranks.size() == 1 || dynamic_cast<const rank_error*>(&e) != nullptr;
    const bool is_for_hosts = e.category() == error_category::memory || e.category() == error_category::device;
    if (transport == rank_transport::peer || !of_all_ranks || !is_for_hosts) throw;
    return std::nullopt;
  }
}

}  // namespace fathom::ranks_engine
