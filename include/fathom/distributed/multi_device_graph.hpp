// Graph partitioned over several devices of one process, without MPI.
#pragma once

#include <memory>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/transport.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct multi_device_options {
  int grid_rows = 0, grid_columns = 0;  ///< grid of devices; both 0: one column
  rank_transport transport = rank_transport::automatic;
  run_control control = {};  ///< of the partitioning; its threads are divided among the devices, also in searches
};

/// Graph of which each device holds a part, with one thread per device that searches it (see rank_threads). Searches of several
/// threads of the caller take turns.
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

 private:
  friend bfs_result bfs(multi_device_graph& g, vertex_id source, const bfs_options& options, const run_control& control);

  struct state;
  std::unique_ptr<state> state_;
};

/// Breadth-first search from `source` on all devices of the graph. Distances equal those of a search on one device. The first
/// search with other options than the one before takes longer. Throws error_category::usage for a source outside the graph and for
/// options that a distributed graph does not support, or if `gather` is not set; ::device, ::memory, ::cancelled.
[[nodiscard]] bfs_result bfs(multi_device_graph& g, vertex_id source, const bfs_options& options = {},
                             const run_control& control = {});

}  // namespace fathom
