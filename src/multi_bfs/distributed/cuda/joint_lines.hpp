// Exchange of bit rows between devices along grid columns and rows, as lists or as whole arrays (joint_exchange.hpp on CPUs).
// Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/partition/cuda/choose_exchange.hpp"
#include "multi_bfs/distributed/cuda/joint_list.hpp"
#include "multi_bfs/distributed/cuda/joint_memory.hpp"
#include "multi_bfs/distributed/joint_block.hpp"

namespace fathom::ranks_engine {

/// All functions are collective.
class joint_lines {
 public:
  /// All arguments but `exchanges` must outlive it.
  joint_lines(const partitioned_graph& g, const joint_memory& m, grid_exchanges exchanges, const cuda::stream& s);

  /// Makes the discoveries the frontier and, with several columns, marks those of the grid row visited. Returns the bytes sent.
  std::uint64_t send_frontier(std::span<const joint_discoveries> of_processes);
  /// Passes the discoveries of a step to their owners. Returns the bytes sent.
  std::uint64_t send_found();
  /// Call before a step and before a group: clears all discoveries.
  void clear_found();

  /// Vertices of the frontier, all of the grid column.
  [[nodiscard]] std::uint64_t frontier_size() const { return size_; }
  /// Whether m.listed holds them.
  [[nodiscard]] bool is_listed() const { return is_listed_; }

  [[nodiscard]] transport_in_use transport() const { return transport_of(exchanges_); }

 private:
  /// Number of discoveries of each process of the grid row for each other: [from][to].
  using counts_of_row = std::vector<std::vector<std::uint64_t>>;

  std::uint64_t gather(device_exchange* line, std::byte* all, std::uint64_t size, std::uint64_t bytes);
  [[nodiscard]] counts_of_row count_found();
  [[nodiscard]] bool fits_lists(const counts_of_row& counts) const;
  std::uint64_t send_lists_to_owners(const counts_of_row& counts);
  std::uint64_t send_whole_to_owners();
  std::uint64_t unite_delegates();
  std::uint64_t unite_line(device_exchange* line, std::uint64_t size, std::uint64_t own);
  [[nodiscard]] joint_list list_of(std::uint64_t entries) const { return {m_.sizes.lanes, entries}; }

  const partitioned_graph& g_;
  const joint_memory& m_;
  const joint_view& v_;
  const cuda::stream& stream_;
  grid_exchanges exchanges_;
  std::uint64_t row_, column_;
  std::uint64_t size_ = 0;
  bool is_listed_ = false;
  bool holds_row_ = false;  // m.found holds the frontiers of the grid row, without member bits
};

}  // namespace fathom::ranks_engine
