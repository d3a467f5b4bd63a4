#include "bfs/distributed/cuda/linked_block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comm/agreement.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {

void require_counters(const partitioned_graph& g, device where, std::string_view purpose) {
  constexpr std::uint64_t most_vertices = std::uint64_t{1} << 31;  // a directed graph may have two edges between vertices
  on_all_processes(*g.ranks, [&] {
    cuda::require_capability(where);
    if (g.blocks.num_vertices() < most_vertices) return;
    throw error(error_category::usage,
                fmt::format("{} of {} vertices are not found on CUDA devices, which count neighbors in 32 bits; choose the cpu",
                            purpose, g.blocks.num_vertices()));
  });
}

linked_block::linked_block(const partitioned_graph& g, device where, bool both, std::size_t value_bytes, std::uint64_t more_bytes,
                           std::string_view purpose, rank_transport transport) {
  const edge_direction along = along_edges(g), against = against_edges(g);
  const std::size_t sent = (both ? std::max(g.column_ids(), g.row_ids()) : g.row_ids()) * value_bytes;
  on_all_processes(*g.ranks, [&] {
    cuda::require_device_memory(
        edges_on_device::bytes(along) + (both ? edges_on_device::bytes(against) : 0) + 2 * sent + more_bytes,
        fmt::format("{} of one process's {} vertices and {} edges", purpose, g.own_vertices, g.out.ends.size()));
    along_.emplace(along, where, stream_);
    if (both) against_.emplace(against, where, stream_);
    stream_.wait("copying the graph to the device");
  });
  exchanges_ = connect_grid(g, transport, share_devices(*g.ranks, where), sent, sent);
  along_->from = exchanges_.along_column.get(), along_->to = exchanges_.along_row.get();
  if (both) against_->from = along_->to, against_->to = along_->from;
}

}  // namespace fathom::ranks_engine
