#include "fathom/control.hpp"
#include "fathom/distributed/transport.hpp"
#include "gpu/backend.hpp"
#include "graph/partition/edge_slice.hpp"
#include "graph/partition/partitioned_graph.hpp"

#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "fathom/error.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/are_peers.hpp"
#include "graph/partition/cuda/rows_on_host.hpp"
#include "graph/partition/work_blocks.hpp"

namespace fathom::ranks_engine {
namespace {

bool is_for_devices(communicator& ranks, const process_grid& grid, const edge_slice& share) {
  const bool is_plain = !share.directed && share.weights.empty();
  return largest_of(ranks, is_plain ? 0 : 1) == 0 && grid.columns == 1 && share.num_vertices > 0 && share.num_edges > 0 &&
         share.num_vertices <= no_vertex;
}

device_edge_slice copied(const edge_slice& share, int threads, const cuda::stream& s) {
  constexpr std::uint64_t most_at_once = 1u << 20, edges_per_thread = 1u << 16;
  device_edge_slice there(share.num_vertices, share.num_edges, share.size(), false, s);
  std::vector<uint2> piece(std::min(most_at_once, share.size()));
  for (std::uint64_t first = 0; first < share.size(); first += piece.size()) {
    const std::uint64_t size = std::min<std::uint64_t>(piece.size(), share.size() - first);
#pragma omp parallel for num_threads(useful_threads(size, edges_per_thread, threads))
    for (std::uint64_t i = 0; i < size; ++i) {
      const packed_edge& edge = share.edges[first + i];
      piece[i] = {edge.source_low, edge.target_low};
    }
    cuda::copy_to_device(there.edges.data() + first, piece.data(), size * sizeof(uint2), s);
  }
  s.wait("copying edges to the device");
  return there;
}

partitioned_graph constructed(communicator& ranks, const process_grid& grid, const edge_slice& share, const run_control& control) {
  const timer all;
  const int threads = thread_count(control);
  const cuda::stream s;
  const vertex_blocks blocks = divide_work(ranks, grid, share, no_delegates, threads).blocks;
  device_edge_slice there;
  on_all_processes(ranks, [&] { there = copied(share, threads, s); });
  constructed_part part = construct_part(ranks, make_grid(ranks, ranks.size(), 1), blocks, there, s, control);
  there = {};
  partitioned_graph g = rows_on_host(std::move(part), threads, s);
  ranks.barrier();
  g.construction.seconds = all.seconds();
  return g;
}

}  // namespace

std::optional<partitioned_graph> partition_on_devices(communicator& ranks, const process_grid& grid, const edge_slice& share,
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
