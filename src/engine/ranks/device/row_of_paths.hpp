// Shorter paths that the devices of a row have found to each other's vertices, on a grid of several columns. For files that are
// compiled only with CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "distributed/device_exchange.hpp"
#include "engine/ranks/device/path_word.cuh"
#include "engine/ranks/device/steps.hpp"

namespace fathom::ranks_engine {

/// What a rank tells a vertex' owner.
struct told_path {
  local_vertex id;
  float distance;
  std::int64_t predecessor;  ///< a vertex of the graph
};

class row_of_paths {
 public:
  /// All of these must outlive it.
  row_of_paths(const partitioned_graph& g, std::unique_ptr<device_exchange> exchange, const device_steps& steps,
               const cuda::stream& s);

  /// The bytes of device memory that the constructor asks for.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);
  /// The most that a rank sends along the row at once.
  [[nodiscard]] static std::size_t most_bytes_sent(const partitioned_graph& g);

  /// A bit a row id: what this rank has found a shorter path to since the row was told.
  [[nodiscard]] bit_word* nearer() const { return nearer_.data(); }
  /// By local id, of those that were told of.
  [[nodiscard]] const std::int64_t* predecessors() const { return predecessors_.data(); }

  /// Collective along the row: owners are told, and take what is shorter than what they have in `own`; those are in `pending`, too.
  /// `best`: by row id, what this rank has found; `names`: vertices by column id. Returns the bytes sent to others.
  [[nodiscard]] std::uint64_t settle(const path_word* best, const std::int64_t* names, path_word* own, bit_word* pending);

 private:
  const partitioned_graph& g_;
  std::unique_ptr<device_exchange> exchange_;
  const device_steps& steps_;
  const cuda::stream& stream_;
  std::size_t columns_;
  cuda::buffer<bit_word> nearer_;
  cuda::buffer<std::uint64_t> places_;  ///< of each word's first bit, and the number of all
  cuda::buffer<told_path> told_, heard_;
  cuda::buffer<std::int64_t> predecessors_;
};

}  // namespace fathom::ranks_engine
