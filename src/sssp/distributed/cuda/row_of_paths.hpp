// Exchange of shorter paths between the devices of a grid row, on grids with several columns. Include only in files that are
// compiled with CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "bfs/distributed/cuda/steps.hpp"
#include "comm/device_exchange.hpp"
#include "sssp/distributed/cuda/path_word.cuh"

namespace fathom::ranks_engine {

/// Shorter path sent to the vertex's owner.
struct received_path {
  local_vertex id;
  path_sum distance;
  std::int64_t predecessor;  ///< a vertex of the graph
};

class row_of_paths {
 public:
  /// All arguments must outlive it.
  row_of_paths(const partitioned_graph& g, std::unique_ptr<device_exchange> exchange, const device_steps& steps,
               const cuda::stream& s);

  /// Bytes of device memory allocated by the constructor.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);
  /// Maximum number of bytes that a process sends along the grid row per transfer.
  [[nodiscard]] static std::size_t most_bytes_sent(const partitioned_graph& g);

  /// One bit per row id: this process has found a shorter path that was not yet sent along the grid row.
  [[nodiscard]] bit_word* nearer() const { return nearer_.data(); }
  /// By local id, for vertices with a received path.
  [[nodiscard]] const std::int64_t* predecessors() const { return predecessors_.data(); }

  /// Collective along the grid row: sends shorter paths to their owners, which store those shorter than in `own` and mark the
  /// vertices in `pending`. `best`: by row id, what this process has found; `names`: vertices by column id. Returns the bytes sent
  /// to others.
  [[nodiscard]] std::uint64_t resolve(const path_word* best, const std::int64_t* names, path_word* own, bit_word* pending);

 private:
  const partitioned_graph& g_;
  std::unique_ptr<device_exchange> exchange_;
  const device_steps& steps_;
  const cuda::stream& stream_;
  std::size_t columns_;
  cuda::buffer<bit_word> nearer_;
  cuda::buffer<std::uint64_t> places_;  ///< index of each word's first set bit, then the total
  cuda::buffer<received_path> outgoing_, incoming_;
  cuda::buffer<std::int64_t> predecessors_;
};

}  // namespace fathom::ranks_engine
