// Exchange of combined messages between devices that run edge_vertex_on_device().
#include <memory>
#include <string>

#include "bfs/distributed/work_clock.hpp"
#include "comm/process_device.hpp"
#include "fathom/visitor/device_superstep_ranks.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"

namespace fathom::edge_vertex_engine {

struct device_superstep_ranks::connection {
  device where;
  std::size_t message_bytes = 0;
  std::unique_ptr<device_exchange> exchange;  // null for a single process
};

device_superstep_ranks::device_superstep_ranks(const rank_edge_vertex_device_graph& g)
    : superstep_ranks(g.part), connection_(std::make_unique<connection>()) {
  connection_->where = g.rows.where;
}

device_superstep_ranks::~device_superstep_ranks() = default;

void device_superstep_ranks::connect(std::size_t message_bytes, rank_transport transport) {
  communicator& ranks = *g_.ranks;
  connection_->message_bytes = message_bytes;
  const std::size_t most_sent = (g_.mirrors.back() - g_.mirrors.front()) * message_bytes;
  connection_->exchange = ranks_engine::named_exchange(ranks, transport, share_devices(ranks, connection_->where), most_sent);
  clock_->waited();
}

std::string device_superstep_ranks::transport() const {
  return std::string(connection_->exchange ? connection_->exchange->name() : "");
}

std::vector<std::uint64_t> device_superstep_ranks::exchange_on_device(const void* mine, std::span<const std::uint64_t> counts,
                                                                      void* theirs, const cuda::stream& s) {
  std::vector<std::uint64_t> received(counts.size());
  g_.ranks->all_to_all(counts, received);
  if (!connection_->exchange) return received;
  const auto in_bytes = [&](std::span<const std::uint64_t> messages) {
    std::vector<std::uint64_t> bytes;
    for (const std::uint64_t count : messages) bytes.push_back(count * connection_->message_bytes);
    return bytes;
  };
  const std::vector<std::uint64_t> my_bytes = in_bytes(counts), their_bytes = in_bytes(received);
  connection_->exchange->all_to_all(mine, my_bytes, theirs, their_bytes, s);
  for (const std::uint64_t bytes : my_bytes) clock_->sent(bytes);
  clock_->exchanged();
  return received;
}

}  // namespace fathom::edge_vertex_engine
