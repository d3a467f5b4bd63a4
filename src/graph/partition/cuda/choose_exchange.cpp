#include "graph/partition/cuda/choose_exchange.hpp"

#include <string>
#include <utility>

#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "comm/mpi_transfers.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr const char* shared_device = "several processes share a device";

void append_reason(std::string* why, const std::string& reason) {
  if (why) *why += (why->empty() ? "" : "; ") + reason;
}

}  // namespace

std::unique_ptr<device_exchange> far_exchange(communicator& ranks, rank_transport wanted, bool share, std::string* why) {
  if (ranks.size() == 1) return nullptr;
  const std::string no_mpi = why_no_cuda_mpi(ranks);
  if (wanted == rank_transport::automatic) {
    const std::string no_nccl = why_no_nccl();
    wanted = rank_transport::nccl;
    if (largest_of(ranks, share || !no_nccl.empty() ? 1 : 0) != 0) {
      append_reason(why, share ? shared_device : no_nccl.empty() ? "another process cannot use NCCL" : no_nccl);
      wanted = largest_of(ranks, share || !no_mpi.empty() ? 1 : 0) == 0 ? rank_transport::mpi : rank_transport::host;
    }
  }
  if (wanted == rank_transport::mpi) {
    on_all_processes(ranks, [&] {
      if (!no_mpi.empty()) throw error(error_category::device, no_mpi + "; use the transport host");
    });
    return mpi_exchange(ranks);
  }
  return wanted == rank_transport::nccl ? nccl_exchange(ranks) : staged_exchange(ranks);
}

std::unique_ptr<device_exchange> near_exchange(communicator& ranks, bool share, std::size_t bytes, std::string* why) {
  if (ranks.size() == 1) return nullptr;
  try {
    return peer_exchange(ranks, bytes);
  } catch (const rank_error& e) {
    if (e.category() != error_category::device) throw;
    append_reason(why, e.what());
    return far_exchange(ranks, rank_transport::automatic, share, why);
  }
}

std::unique_ptr<device_exchange> named_exchange(communicator& ranks, rank_transport wanted, bool share, std::size_t bytes,
                                                std::string* why) {
  if (wanted == rank_transport::automatic) return near_exchange(ranks, share, bytes, why);
  if (wanted == rank_transport::peer && ranks.size() > 1) return peer_exchange(ranks, bytes);
  return far_exchange(ranks, wanted, share, why);
}

transport_in_use transport_of(const grid_exchanges& exchanges) {
  const std::string column(exchanges.along_column ? exchanges.along_column->name() : "");
  const std::string row(exchanges.along_row ? exchanges.along_row->name() : "");
  if (column.empty() || row.empty() || column == row) return {column.empty() ? row : column, exchanges.why};
  return {column + " along columns, " + row + " along rows", exchanges.why};
}

// If a grid row or column cannot connect, first its own processes learn that, then all others. With one column, g.ranks is used,
// since its processes may be connected already.
grid_exchanges connect_grid(const partitioned_graph& g, rank_transport wanted, bool share, std::size_t to_column,
                            std::size_t to_row) {
  grid_exchanges made;
  if (wanted == rank_transport::automatic && share) {
    wanted = rank_transport::host;
    if (g.ranks->size() > 1) made.why = shared_device;
  }
  communicator& column = g.grid.columns == 1 ? *g.ranks : *g.grid.along_column;
  std::string why_row;
  on_all_processes(*g.ranks, [&] { made.along_column = named_exchange(column, wanted, share, to_column, &made.why); });
  on_all_processes(*g.ranks, [&] { made.along_row = named_exchange(*g.grid.along_row, wanted, share, to_row, &why_row); });
  if (made.why.empty()) made.why = std::move(why_row);
  return made;
}

}  // namespace fathom::ranks_engine
