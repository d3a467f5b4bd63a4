// One process's part of a distributed graph in the memory of a CUDA device, and the exchange of messages between devices. Needs no
// CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fathom/visitor/device_superstep_graph.hpp"
#include "fathom/visitor/superstep_ranks.hpp"

namespace fathom {

/// Like rank_edge_vertex_graph, with its rows in device memory. Immutable and cheap to copy, because copies share the arrays.
struct rank_edge_vertex_device_graph {
  rank_edge_vertex_graph part;              ///< in host memory
  edge_vertex_device_graph rows;            ///< rows of the part
  const edge_offset* in_offsets = nullptr;  ///< part.in_offsets in device memory
};

/// Collective: prepares a distributed graph for any number of runs of edge_vertex_on_device(). Each process uses the device of
/// `exec`: the first process on a host exec.where, each further one the next device, and threads of rank_threads their own. Throws
/// as prepare_edge_vertex() of a distributed graph; error_category::usage if exec.where is a CPU, ::device, ::memory.
[[nodiscard]] rank_edge_vertex_device_graph prepare_edge_vertex_on_device(const rank_graph& g, const edge_vertex_options& options,
                                                                          const execution& exec);

namespace edge_vertex_engine {

/// Throws error_category::usage if a call with a whole graph cannot run on the devices or processes of `exec`: for `where` and
/// `control` in the options, for processes with lists of devices, and for edges that parts of the graph do not have.
void check_parts_of(const graph& g, const edge_vertex_options& options, const execution& exec);
/// The options of a run on the only device of `exec`, which has no transport.
[[nodiscard]] edge_vertex_options options_on(const execution& exec, edge_vertex_options options);

/// Communication of one run on devices. All functions are collective except transport() and those of superstep_ranks that are not.
class device_superstep_ranks : public superstep_ranks {
 public:
  explicit device_superstep_ranks(const rank_edge_vertex_device_graph& g);
  ~device_superstep_ranks();

  /// Connects the devices for messages of `message_bytes` bytes. The process's device must be the calling thread's current device.
  /// Throws a rank_error of error_category::device if the transport is not available.
  void connect(std::size_t message_bytes, rank_transport transport);
  /// "peer", "nccl", "mpi" or "host"; empty for a single process.
  [[nodiscard]] std::string transport() const;
  /// Sends messages in device memory: the first counts[0] to rank 0, the next counts[1] to rank 1, and so on. Received ones are
  /// stored at `theirs` by ascending rank. Returns their numbers by rank.
  [[nodiscard]] std::vector<std::uint64_t> exchange_on_device(const void* mine, std::span<const std::uint64_t> counts, void* theirs,
                                                              const cuda::stream& s);

 private:
  struct connection;
  std::unique_ptr<connection> connection_;
};

}  // namespace edge_vertex_engine

}  // namespace fathom
