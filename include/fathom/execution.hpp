// Execution of a call: devices, processes, threads, cancellation, progress, and data transport between processes.
#pragma once

#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/transport.hpp"

namespace fathom {

class communicator;

/// The options of an algorithm define its result; `execution` selects the place and the resources. A call refuses what it cannot
/// honor, with error_category::usage.
struct execution {
  /// CPU or CUDA device. In a call of several processes, the first process on each host uses this device and each further process
  /// the next.
  device where = {};
  /// Devices that share the searches of one call, each with a copy of the graph; empty: only `where`. All are CUDA devices, and
  /// each occurs once; where a thread per device searches (betweenness(), eccentricity(), diameter()), one may occur several times,
  /// and CPUs may, too. In edge_vertex_on_device() each has a part of the graph, and one may occur several times. Of several
  /// processes, each takes one of these devices, the processes of a host in turn.
  std::vector<device> devices = {};
  /// Processes that share the searches of one call, each with a copy of the graph, and all get the whole result; null: only this
  /// process. All must call with the same graph and options, else all throw. Must be null in calls on a distributed graph, which
  /// has processes of its own.
  communicator* ranks = nullptr;
  run_control control = {};  ///< a distributed graph has its own number of threads
  /// Between the CUDA devices of a distributed graph; any other value is refused in a call on a whole graph.
  rank_transport transport = rank_transport::automatic;
};

}  // namespace fathom
