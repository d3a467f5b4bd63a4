// The graph of a Graph500 benchmark, and all that is done with it: on the hosts of all ranks, or on their devices.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/ranks/paths_searcher.hpp"
#include "engine/ranks/rank_search.hpp"
#include "engine/ranks_validate/rank_verdict.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_bfs.hpp"

namespace fathom::ranks_engine {

/// All functions are collective, and called in this order.
class benchmark_graph {
 public:
  benchmark_graph() = default;
  benchmark_graph(const benchmark_graph&) = delete;
  benchmark_graph& operator=(const benchmark_graph&) = delete;
  virtual ~benchmark_graph() = default;

  /// Each rank's share of the edges.
  virtual void generate() = 0;
  /// Kernel 1. The shares stay, for validation.
  virtual void construct() = 0;
  /// Of what was constructed; where it lies on devices, without its rows.
  [[nodiscard]] virtual const partitioned_graph& graph() const = 0;
  /// Of kernel 2. Once.
  [[nodiscard]] virtual std::unique_ptr<searcher> make_searcher() = 0;
  /// Of kernel 3, of a graph with weights. Once.
  [[nodiscard]] virtual std::unique_ptr<paths_searcher> make_paths_searcher() = 0;
  /// Whether the predecessors of this rank's block, with those of the others, are a tree of the edges as they were generated.
  [[nodiscard]] virtual rank_verdict check(global_vertex root, std::span<const std::int64_t> predecessors) = 0;
  /// Likewise, with their distances, shortest paths along the weights.
  [[nodiscard]] virtual rank_verdict check_paths(global_vertex root, std::span<const std::int64_t> predecessors,
                                                 std::span<const float> distances) = 0;

  /// Whether the two below do: results need not be taken to the host to be judged.
  [[nodiscard]] virtual bool judges_in_place() const { return false; }
  /// As check() and check_paths(), of what the searchers made here have found last; these are still there.
  [[nodiscard]] virtual rank_verdict check_last(global_vertex) { return {}; }
  [[nodiscard]] virtual rank_verdict check_last_paths(global_vertex) { return {}; }
};

struct benchmark_spec {
  int scale = 0, edge_factor = 0;
  std::uint64_t seed = 0;
  bool weights = false;  ///< for kernel 3
  int grid_rows = 0, grid_columns = 0;
  device where;  ///< of this rank
  rank_transport transport = rank_transport::automatic;
  std::uint64_t delegate_degree = no_delegates;
};

/// Collective: by the hosts of all ranks; their devices search where they are asked to.
[[nodiscard]] std::unique_ptr<benchmark_graph> benchmark_on_hosts(communicator& ranks, const benchmark_spec& spec,
                                                                  const run_control& control);

/// Collective: on devices that write to each other's memory, from generation to validation. Null where the benchmark is not for
/// them: there are several columns, too many vertices, or other transports are asked for, or are needed; throws where peer is asked
/// for and the devices do not reach each other.
[[nodiscard]] std::unique_ptr<benchmark_graph> benchmark_on_devices(communicator& ranks, const benchmark_spec& spec,
                                                                    const run_control& control);

}  // namespace fathom::ranks_engine
