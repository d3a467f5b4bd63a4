// The Graph500 benchmark (specification, version 3), on any number of ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fathom/communicator.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_bfs.hpp"
#include "fathom/rank_energy.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct graph500_options {
  int scale = 20;        ///< 2^scale vertices; 1 to 47
  int edge_factor = 16;  ///< edges for each vertex
  int roots = 64;        ///< searches; fewer where fewer vertices have an edge
  bool sssp = false;     ///< kernel 3, too: shortest paths along uniform weights
  /// Of ranks; both 0: what measures best. One rank then has no grid: it builds and searches as build() and bfs() do. On a CUDA
  /// device that is up to scale 27, with kernel 3 up to 25; above, it is one rank of a grid of 1 x 1, which constructs in as many
  /// slices as memory asks for.
  int grid_rows = 0, grid_columns = 0;
  rank_fold fold = rank_fold::owners;
  bool top_down = false;  ///< never bottom-up, for study
  std::uint64_t seed = 27491095;
  /// So long the searches by hops are repeated in the end, once all are validated, in one window through which energy is measured;
  /// 0: they are not.
  double energy_seconds = 0;
  /// Whatever tells builds of the program apart; ranks that differ in it are refused.
  std::uint64_t build = 0;
  communicator* ranks = nullptr;  ///< null: this process alone
  /// CPU, or CUDA devices: of several ranks on a host the first takes this one and each the next. Searches by hops then run there;
  /// construction and validation, too, of one rank without a grid, and of ranks whose devices write to each other's memory; but on
  /// grids of several columns shortest paths as well, whose graph the CPU constructs. All else is the CPUs' work.
  device where;
  rank_transport transport = rank_transport::automatic;  ///< between devices
  std::uint64_t delegate_degree = heavy_delegates;       ///< as in rank_graph_options
  run_control control;
  /// Called on every rank after each search and before its validation, with the predecessors of this rank's vertices (-1 for
  /// unreached ones). Tests damage them.
  std::function<void(std::uint64_t root, std::span<std::int64_t> predecessors)> on_result;
};

struct graph500_search {
  std::uint64_t root = 0;
  double seconds = 0;  ///< until the last rank had its predecessors
  double seconds_validate = 0;
  std::uint64_t reached = 0;  ///< vertices
  std::uint64_t edges =
      0;                ///< that the specification counts: of those generated, in the root's component; duplicates and loops, too
  hop_count depth = 0;  ///< of a search by hops
};

using graph500_level = rank_level_report;

/// One rank, all breadth-first searches together.
struct graph500_rank {
  std::uint64_t vertices = 0;                                ///< of its own that have an edge
  std::uint64_t edges = 0;                                   ///< directed ones in its block
  std::uint64_t bytes_construction = 0, bytes_searches = 0;  ///< sent to other ranks
  double seconds_search = 0, seconds_exchange = 0, seconds_wait = 0;
  std::uint64_t peak_memory_bytes = 0;
};

/// The same on all ranks.
struct graph500_result {
  bool valid = false;
  std::string message;  ///< what is wrong with which search; empty where valid
  int scale = 0, edge_factor = 0, ranks = 1, grid_rows = 1, grid_columns = 1, threads = 1;
  device where;  ///< of the first rank
  std::uint64_t seed = 0;
  /// How ranks exchange data: "none" (one rank), "mpi" (CPUs); between CUDA devices "peer", "nccl" or "host".
  std::string transport = "none";
  std::string transport_reason;               ///< why devices do not use a nearer one; empty where nothing stands in the way
  std::optional<rank_fold> conflict_resolution;  ///< on grids of several columns
  double seconds_generation = 0, seconds_construction = 0;
  std::uint64_t directed_edges = 0;        ///< duplicates and self-loops dropped
  std::uint64_t delegates = 0;             ///< hubs whose edges all ranks share
  std::vector<graph500_search> bfs, sssp;  ///< validated ones
  std::vector<graph500_level> slowest;     ///< the levels of the search in `bfs` that took longest
  std::vector<graph500_rank> by_rank;
  std::optional<search_energy> energy;  ///< where it was asked for; edges are the specification's
};

/// Collective where there are several ranks; all give the same options. Generates (the same graph as kron(), whatever the number of
/// ranks), constructs, and for each root searches and validates; ends with the first result that is not valid.
/// Throws error_category::usage for options out of range or not the same on all ranks, ::device where the device is not there or
/// fails, ::memory, ::cancelled.
[[nodiscard]] graph500_result graph500(const graph500_options& options);

/// The specification's output: its keys in their order, each padded to 32 columns.
[[nodiscard]] std::string graph500_text(const graph500_result& result);

}  // namespace fathom
