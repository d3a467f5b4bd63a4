// Graph of a distributed Graph500 benchmark and its kernels, on the hosts or on the devices of all processes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "bfs/distributed/search.hpp"
#include "bfs/validate/distributed/verdict.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/bfs.hpp"
#include "sssp/distributed/paths_searcher.hpp"

namespace fathom::ranks_engine {

/// All functions are collective and must be called in this order.
class benchmark_graph {
 public:
  benchmark_graph() = default;
  benchmark_graph(const benchmark_graph&) = delete;
  benchmark_graph& operator=(const benchmark_graph&) = delete;
  virtual ~benchmark_graph() = default;

  /// Generates each process's slice of the edge list.
  virtual void generate() = 0;
  /// Kernel 1. The edge slices are kept for validation.
  virtual void construct() = 0;
  /// The constructed graph; if it was constructed on devices, its adjacency rows are not filled in.
  [[nodiscard]] virtual const partitioned_graph& graph() const = 0;
  /// For kernel 2. Call at most once.
  [[nodiscard]] virtual std::unique_ptr<searcher> make_searcher() = 0;
  /// For kernel 3; the graph must have weights. Call at most once.
  [[nodiscard]] virtual std::unique_ptr<paths_searcher> make_paths_searcher() = 0;
  /// Whether the predecessors of this process's vertices, together with those of the others, form a BFS tree of the generated
  /// edges.
  [[nodiscard]] virtual rank_verdict check(global_vertex root, std::span<const std::int64_t> predecessors) = 0;
  /// Also checks that the distances are those of shortest paths along the weights.
  [[nodiscard]] virtual rank_verdict check_paths(global_vertex root, std::span<const std::int64_t> predecessors,
                                                 std::span<const float> distances) = 0;

  /// Whether check_last() and check_last_paths() are supported, which validate on the device without copying results to the host.
  [[nodiscard]] virtual bool validates_in_place() const { return false; }
  /// Same as check() and check_paths(), for the latest results of the searchers made here, which must still exist.
  [[nodiscard]] virtual rank_verdict check_last(global_vertex) { return {}; }
  [[nodiscard]] virtual rank_verdict check_last_paths(global_vertex) { return {}; }
};

struct benchmark_spec {
  int scale = 0, edge_factor = 0;
  std::uint64_t seed = 0;
  bool weights = false;  ///< needed by kernel 3
  int grid_rows = 0, grid_columns = 0;
  device where;  ///< of this process
  rank_transport transport = rank_transport::automatic;
  std::uint64_t delegate_degree = no_delegates;
};

/// Collective. Generates, constructs and validates on the hosts; searches run on `spec.where`.
[[nodiscard]] std::unique_ptr<benchmark_graph> benchmark_on_hosts(communicator& ranks, const benchmark_spec& spec,
                                                                  const run_control& control);

/// Collective. Does everything from generation to validation on devices that write to each other's memory. Returns null where this
/// is not supported: several grid columns, too many vertices, or another transport requested or required. Throws if the peer
/// transport is requested and the devices cannot access each other's memory.
[[nodiscard]] std::unique_ptr<benchmark_graph> benchmark_on_devices(communicator& ranks, const benchmark_spec& spec,
                                                                    const run_control& control);

}  // namespace fathom::ranks_engine
