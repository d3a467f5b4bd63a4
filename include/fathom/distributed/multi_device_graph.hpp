// Graph partitioned over several devices of one process, without MPI.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/components.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/distributed/cores.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/distributed/pagerank.hpp"
#include "fathom/distributed/transport.hpp"
#include "fathom/graph.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/sssp.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct multi_device_options {
  int grid_rows = 0, grid_columns = 0;                   ///< grid of devices; both 0: one column
  bool weights = true;                                   ///< keep the weights, if the graph has any
  rank_transport transport = rank_transport::automatic;  ///< of searches; other algorithms choose theirs
  run_control control = {};  ///< of the partitioning; its threads are divided among the devices, also in later calls
};

/// Graph of which each device holds a part, with one thread per device that works on it (see rank_threads). Calls of several
/// threads of the caller take turns.
///
/// The functions below have the options of one process and the results of one process (see the page of coverage for sums of
/// floating-point numbers). `where` and `control` in the options, keep_on_device, and `gather` = false are refused. All throw
/// error_category::device, ::memory and ::cancelled.
class multi_device_graph {
 public:
  /// Partitions `g`, which is not needed afterward. A device may occur several times, except with the transport peer on a grid of
  /// one column. Throws error_category::usage for a list that is empty or mixes CPU and CUDA devices, and for a grid of another
  /// size; ::device, ::memory, ::cancelled.
  multi_device_graph(const graph& g, const std::vector<device>& devices, const multi_device_options& options = {});
  ~multi_device_graph();
  multi_device_graph(multi_device_graph&&) noexcept;
  multi_device_graph& operator=(multi_device_graph&&) noexcept;

  [[nodiscard]] const std::vector<device>& devices() const noexcept;
  /// Whether the parts have weights.
  [[nodiscard]] bool weighted() const noexcept;

 private:
  friend bfs_result bfs(multi_device_graph& g, vertex_id source, const bfs_options& options, const run_control& control);
  friend rank_multi_bfs_report multi_bfs(multi_device_graph& g, std::span<const vertex_id> sources,
                                         std::span<multi_bfs_sink* const> sinks, const rank_multi_bfs_options& options,
                                         const run_control& control);
  friend sssp_result sssp(multi_device_graph& g, vertex_id source, const sssp_options& options, const run_control& control);
  friend rank_components_result weakly_connected_components(multi_device_graph& g, const components_options& options,
                                                            const run_control& control);
  friend rank_components_result strongly_connected_components(multi_device_graph& g, const components_options& options,
                                                              const run_control& control);
  friend rank_cores_result core_numbers(multi_device_graph& g, const cores_options& options, const run_control& control);
  friend rank_pagerank_result pagerank(multi_device_graph& g, const pagerank_options& options, const run_control& control);

  struct state;
  std::unique_ptr<state> state_;
};

/// Breadth-first search from `source` on all devices of the graph. Distances equal those of a search on one device. The first
/// search with other options than the one before takes longer. Throws error_category::usage for a source outside the graph and for
/// options that a distributed graph does not support.
[[nodiscard]] bfs_result bfs(multi_device_graph& g, vertex_id source, const bfs_options& options = {},
                             const run_control& control = {});

/// Searches from all of `sources` at once, and passes the distances of all vertices to the sinks, on a thread of the graph. See
/// rank_multi_bfs() for what sinks may need; `gather` is implied.
rank_multi_bfs_report multi_bfs(multi_device_graph& g, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                                const rank_multi_bfs_options& options = {}, const run_control& control = {});

/// Shortest paths along weights from `source`. Distances equal those of a search on one device; CUDA devices require smaller sums
/// of whole weights than CPUs (see rank_sssp). The first search with other options than the one before takes longer. Throws
/// error_category::usage for a source outside the graph and for options that a distributed graph does not support.
[[nodiscard]] sssp_result sssp(multi_device_graph& g, vertex_id source, const sssp_options& options = {},
                               const run_control& control = {});

/// Connected components, ignoring the directions of edges. Labels equal those of weakly_connected_components() of a graph.
[[nodiscard]] rank_components_result weakly_connected_components(multi_device_graph& g, const components_options& options = {},
                                                                 const run_control& control = {});

/// Strongly connected components. Labels equal those of strongly_connected_components() of a graph.
[[nodiscard]] rank_components_result strongly_connected_components(multi_device_graph& g, const components_options& options = {},
                                                                   const run_control& control = {});

/// Core numbers. Throws error_category::usage for a graph with parallel edges, which its parts do not have.
[[nodiscard]] rank_cores_result core_numbers(multi_device_graph& g, const cores_options& options = {},
                                             const run_control& control = {});

/// PageRank; see rank_pagerank() for the precision. Throws error_category::usage for Gauss-Seidel, and for a graph with self-loops
/// or parallel edges, which its parts do not have.
[[nodiscard]] rank_pagerank_result pagerank(multi_device_graph& g, const pagerank_options& options = {},
                                            const run_control& control = {});

}  // namespace fathom
