// The Graph500 benchmark (specification, version 3) on one or more processes, or on several devices of one process.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/energy.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct graph500_options {
  int scale = 20;        ///< 2^scale vertices; 1 to 47
  int edge_factor = 16;  ///< generated edges per vertex
  int roots = 64;        ///< number of searches; fewer if fewer vertices have an edge
  bool sssp = false;     ///< also run kernel 3: shortest paths with uniform random weights
  /// Process grid; both 0: the fastest in measurements. A single process then has no grid and uses build() and bfs(). On a CUDA
  /// device that applies up to scale 27, with kernel 3 up to 25; above that it uses a 1 x 1 grid, which constructs the graph in as
  /// many slices as memory requires.
  int grid_rows = 0, grid_columns = 0;
  conflict_resolution fold = conflict_resolution::owners;
  bool top_down = false;  ///< never use bottom-up steps; for experiments
  std::uint64_t seed = 27491095;
  /// Seconds for which the breadth-first searches are repeated after validation while energy is measured; 0: no energy measurement.
  double energy_seconds = 0;
  /// Identifies the build of the calling program; processes with different values are rejected.
  std::uint64_t build = 0;
  communicator* ranks = nullptr;  ///< null: only this process
  /// Devices of this process that partition the graph, one thread each; a device may occur several times, which the transport peer
  /// does not support. The CPU threads are divided among them. Empty: only `where`. Requires that `ranks` is null.
  std::vector<device> devices;
  /// CPU or CUDA device. The first process on each host uses this device and each further process the next one. Breadth-first
  /// searches run on the devices. So do construction and validation, for a single process without a grid and for processes whose
  /// devices write to each other's memory. On grids of several columns shortest paths also run there, on a graph constructed by
  /// the CPU. The CPUs do everything else.
  device where;
  rank_transport transport = rank_transport::automatic;  ///< between devices
  std::uint64_t delegate_degree = heavy_delegates;       ///< as in rank_graph_options
  run_control control{};
  /// Called on every process, and on the thread of each of `devices`, after each search and before its validation, with the
  /// predecessors of the process's own vertices (-1 for unreached ones). Tests use it to corrupt results.
  std::function<void(std::uint64_t root, std::span<std::int64_t> predecessors)> on_result;
};

struct graph500_search {
  std::uint64_t root = 0;
  double seconds = 0;  ///< until the last process has its predecessors
  double seconds_validate = 0;
  std::uint64_t reached = 0;  ///< number of vertices
  std::uint64_t edges = 0;    ///< generated edges in the root's component, including duplicates and loops, as specified
  hop_count depth = 0;        ///< for breadth-first searches

  [[nodiscard]] double teps() const noexcept { return static_cast<double>(edges) / seconds; }
};

using graph500_level = rank_level_report;

/// Totals of one process over all breadth-first searches.
struct graph500_rank {
  std::uint64_t vertices = 0;                                ///< owned vertices that have an edge
  std::uint64_t edges = 0;                                   ///< directed edges in its matrix block
  std::uint64_t bytes_construction = 0, bytes_searches = 0;  ///< bytes sent to other processes
  double seconds_search = 0, seconds_exchange = 0, seconds_wait = 0;
  std::uint64_t peak_memory_bytes = 0;
};

/// Result of a benchmark, identical on all processes.
struct graph500_result {
  bool valid = false;
  std::string message;  ///< which search is invalid and why; empty if valid
  int scale = 0, edge_factor = 0, ranks = 1, grid_rows = 1, grid_columns = 1, threads = 1;
  int processes = 1;            ///< 1 if the ranks are threads of one process, otherwise the same as `ranks`
  device where;                 ///< device of process 0
  std::vector<device> devices;  ///< by rank
  std::uint64_t seed = 0;
  /// How ranks exchange data: "none" (only one), "mpi" or "memory" (CPUs); between CUDA devices "peer", "nccl", "mpi" or
  /// "host".
  std::string transport = "none";
  std::string transport_reason;  ///< why the devices do not use a faster transport; empty if they do
  std::optional<fathom::conflict_resolution> conflict_resolution;  ///< set on grids of several columns
  double seconds_generation = 0, seconds_construction = 0;
  std::uint64_t directed_edges = 0;        ///< without duplicates and self-loops
  std::uint64_t delegates = 0;             ///< hubs whose edges are distributed over all processes
  std::vector<graph500_search> bfs, sssp;  ///< validated searches
  std::vector<graph500_level> slowest;     ///< levels of the slowest search in `bfs`
  std::vector<graph500_rank> by_rank;      ///< one per process
  std::optional<search_energy> energy;     ///< if energy_seconds > 0; edges are counted as the specification does
};

/// Runs the benchmark: generates the graph (the same as kron(), whatever the number of processes), constructs it, and searches from
/// each root and validates the result; stops at the first invalid result. Collective if there are several processes, which must all
/// pass the same options.
/// Throws error_category::usage for options that are out of range, contradict or differ between processes, ::device if a device is
/// not available or fails, ::memory, ::cancelled.
[[nodiscard]] graph500_result graph500(const graph500_options& options);

/// Output in the specification's format: its keys in order, each padded to 32 columns.
[[nodiscard]] std::string graph500_text(const graph500_result& result);

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const graph500_search& s, Field&& field) {
  field("source", s.root, "vertex", "root of the search");
  field("reached", s.reached, "vertices", "reached vertices, including the root");
  field("depth", s.depth, "hops", "largest distance of a breadth-first search");
  field("input_edges", s.edges, "edges", "generated edges in the root's component, as the specification counts");
  field("seconds", s.seconds, "s", "until the last process has its predecessors");
  field("seconds_validate", s.seconds_validate, "s", "validating the result");
  field("teps_graph500", s.teps(), "edges/s", "input_edges per second");
}

template <class Field>
void describe_fields(const graph500_rank& r, Field&& field) {
  field("vertices", r.vertices, "vertices", "owned vertices that have an edge");
  field("edges", r.edges, "edges", "directed edges in the process's matrix block");
  field("bytes_construction", r.bytes_construction, "bytes", "sent to other processes during construction");
  field("bytes_searches", r.bytes_searches, "bytes", "sent to other processes during breadth-first searches");
  field("seconds_own_part", r.seconds_search, "s", "searching the process's own part");
  field("seconds_exchange", r.seconds_exchange, "s", "sending, receiving and unpacking");
  field("seconds_wait", r.seconds_wait, "s", "waiting for other processes");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process");
}

}  // namespace fathom
