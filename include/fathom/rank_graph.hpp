// A graph in parts: each of many ranks owns some of its vertices and holds some of its edges.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/communicator.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/rank_transport.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct edge_share;
struct partitioned_graph;

/// A delegate_degree: no vertex is a delegate.
inline constexpr std::uint64_t no_delegates = ~std::uint64_t{0};
/// A delegate_degree: those of more than 65,536 edges that would be more than an eighth of what their ranks have; none where CUDA
/// devices search, whose fastest transport does not know delegates.
inline constexpr std::uint64_t heavy_delegates = 0;
/// What that means there.
[[nodiscard]] std::uint64_t delegate_degree_on(device where, std::uint64_t delegate_degree);

struct rank_graph_options {
  int grid_rows = 0, grid_columns = 0;  ///< of ranks; both 0: one column
  bool weights = true;                  ///< keep them, where the graph has any
  run_control control = {};             ///< threads are counted for each rank; 0: the host's, shared among its ranks
  /// Where it is constructed, as in rank_bfs_options; it is kept in the hosts' memory. CUDA devices that reach each other do it in
  /// a fraction of the time, for undirected graphs without weights in one column; hosts do the others.
  device where = {};
  rank_transport transport = rank_transport::automatic;
  /// Vertices of more edges than this, as they are given, are *delegates*: every rank has a share of their edges, those that lead
  /// to and from its own vertices, and knows when they are found. Of a directed graph in one column their in-edges count, else
  /// both. A 65,536th of all edges is the least. Hosts construct such a graph. On CUDA devices rank_bfs alone can take it, by any
  /// transport but that of one column of devices that write to each other's memory.
  std::uint64_t delegate_degree = no_delegates;
  bool keep_share = false;  ///< read_rank_graph() and generate_rank_graph() leave it to the caller, for a rank_bfs_validator
  /// In place of a read_options' build.parallel. Of parallel edges with weights the smallest stays, or their sum, added up in
  /// double precision and kept in single precision; a graph that has some is refused where another policy is asked for.
  parallel_edges parallel = parallel_edges::min;
};

/// What one rank has of a graph, or has done in one call.
struct rank_work {
  std::uint64_t vertices = 0;    ///< that it owns
  std::uint64_t edges = 0;       ///< directed ones in its part
  std::uint64_t bytes_sent = 0;  ///< to other ranks
  double seconds_compute = 0;    ///< in its own part
  double seconds_exchange = 0;   ///< sending, receiving, and putting it in its place
  double seconds_wait = 0;       ///< until all ranks had come so far
  std::uint64_t peak_memory_bytes = 0;
};

/// The longest seconds_compute of a rank by their mean; 1 where nothing was computed.
[[nodiscard]] double imbalance(std::span<const rank_work> by_rank);
/// Of all ranks together; of the memory the largest.
[[nodiscard]] rank_work sum(std::span<const rank_work> by_rank);

/// Vertices are numbered as in the whole graph; rank r of R owns a block of consecutive ones, of any size: blocks are about as much
/// work each, by edges and vertices alike. Parallel edges have become one, of the smallest weight, and self-loops none.
class rank_graph {
 public:
  /// Collective: each keeps its part of a graph that every rank has, and needs the graph itself no more. `ranks` must outlive it.
  /// Throws error_category::usage for a grid that does not fit the ranks, and for graphs or options that are not the same on all of
  /// them; ::memory, ::cancelled.
  rank_graph(communicator& ranks, const graph& g, const rank_graph_options& options = {});
  /// Collective: of edges that each rank has made or read a share of (src/distributed/edge_share.hpp).
  rank_graph(communicator& ranks, const edge_share& share, const rank_graph_options& options = {});
  ~rank_graph();
  rank_graph(rank_graph&&) noexcept;
  rank_graph& operator=(rank_graph&&) noexcept;

  [[nodiscard]] std::uint64_t num_vertices() const noexcept;  ///< of the whole graph
  [[nodiscard]] std::uint64_t num_edges() const noexcept;     ///< likewise; directed ones: an undirected edge counts twice
  [[nodiscard]] bool directed() const noexcept;               ///< false where every edge has its reverse, of the same weight
  [[nodiscard]] bool weighted() const noexcept;
  [[nodiscard]] int grid_rows() const noexcept;
  [[nodiscard]] int grid_columns() const noexcept;
  [[nodiscard]] std::uint64_t num_delegates() const noexcept;
  [[nodiscard]] int threads() const noexcept;  ///< of this rank
  [[nodiscard]] communicator& ranks() const noexcept;

  /// The vertices that this rank owns: from the first to before the last.
  [[nodiscard]] std::uint64_t first_vertex() const noexcept;
  [[nodiscard]] std::uint64_t last_vertex() const noexcept;

  [[nodiscard]] double seconds_construction() const noexcept;  ///< from shares of edges to parts, of the slowest rank
  /// By rank; without seconds.
  [[nodiscard]] std::span<const rank_work> construction() const noexcept;

  /// What the engines of this library read (src/distributed/partitioned_graph.hpp).
  [[nodiscard]] const partitioned_graph& parts() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace fathom
