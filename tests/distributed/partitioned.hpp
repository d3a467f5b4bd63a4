// Graphs distributed over all processes of a test, and results gathered from them.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "all_ranks.hpp"
#include "fathom/build.hpp"
#include "fathom/generate.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {

[[nodiscard]] inline communicator& ranks() { return *all_ranks(); }

/// The specimen, except that the long path, which takes a global exchange per vertex, is shortened.
[[nodiscard]] inline edge_list edges_for_ranks(const specimen& one) { return one.name == "long_path" ? path(100) : one.edges(); }

/// One thread on several processes, which would oversubscribe the cores otherwise; several threads on a single process.
[[nodiscard]] inline run_control rank_control() {
  run_control control;
  control.threads = ranks().size() == 1 ? 3 : 1;
  return control;
}

/// All grids for this number of processes: rows, columns.
[[nodiscard]] inline std::vector<std::pair<int, int>> all_grids() {
  std::vector<std::pair<int, int>> grids;
  for (int rows = 1; rows <= ranks().size(); ++rows) {
    if (ranks().size() % rows == 0) grids.emplace_back(rows, ranks().size() / rows);
  }
  return grids;
}

/// Without delegates, with a few hubs, and with all vertices that have two or more edges. On CUDA devices only BFS from
/// one source and from many supports delegates.
[[nodiscard]] inline std::vector<std::uint64_t> delegate_degrees(device where = {}) {
  if (where.kind == device_kind::cuda) return {no_delegates};
  return {no_delegates, 8, 1};
}

/// A graph that every process has, distributed over a grid.
[[nodiscard]] inline rank_graph rank_graph_on(const graph& g, std::pair<int, int> grid,
                                              std::uint64_t delegate_degree = no_delegates, bool weights = true) {
  return rank_graph(ranks(), g, {grid.first, grid.second, weights, rank_control(), {}, {}, delegate_degree});
}

[[nodiscard]] inline partitioned_graph partitioned(const edge_slice& share, std::pair<int, int> grid,
                                                   std::uint64_t delegate_degree = no_delegates) {
  return partition(ranks(), make_grid(ranks(), grid.first, grid.second), share, rank_control(), delegate_degree);
}

[[nodiscard]] inline edge_slice own_share(const edge_list& edges) {
  return share_of(edges, ranks().rank(), ranks().size(), rank_control());
}

/// Collective. Concatenates the values of all processes.
template <class T>
[[nodiscard]] std::vector<T> gathered(std::span<const T> mine) {
  std::vector<T> all;
  for (const std::vector<std::byte>& bytes : ranks().all_gather(std::as_bytes(mine))) {
    const auto* const first = reinterpret_cast<const T*>(bytes.data());
    all.insert(all.end(), first, first + bytes.size() / sizeof(T));
  }
  return all;
}

}  // namespace fathom::test
