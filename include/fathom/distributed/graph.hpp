// Distributed graph: each process of an MPI job owns some of the vertices and stores some of the edges.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/transport.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct edge_slice;
struct partitioned_graph;

/// Value of delegate_degree: no vertex is a delegate.
inline constexpr std::uint64_t no_delegates = ~std::uint64_t{0};
/// Value of delegate_degree: delegates are vertices of more than 65,536 edges that would be more than an eighth of their process's
/// edges. There are none on CUDA devices, whose fastest transport does not support delegates.
inline constexpr std::uint64_t heavy_delegates = 0;
/// The value of delegate_degree to use on a device, with heavy_delegates resolved.
[[nodiscard]] std::uint64_t delegate_degree_on(device where, std::uint64_t delegate_degree);

/// Random integer weights from low to high, as with_random_weights() draws them.
struct random_weight_range {
  std::uint32_t low = 1, high = 255;
  std::uint64_t seed = 27491095;
};

struct rank_graph_options {
  int grid_rows = 0, grid_columns = 0;  ///< process grid; both 0: one column
  bool weights = true;                  ///< keep the weights, if the graph has any
  run_control control = {};             ///< threads are per process; 0: the host's threads, divided among its processes
  /// Device that constructs the graph, as in execution; the graph is stored in host memory. CUDA devices that can access
  /// each other's memory take a fraction of the time, for undirected graphs without weights in one column; CPUs construct all
  /// others.
  device where = {};
  rank_transport transport = rank_transport::automatic;
  /// Vertices of more edges than this, as given, are *delegates*: their edges are distributed, each process stores those to and
  /// from its own vertices, and all processes learn when a delegate is discovered. For a directed graph in one column in-edges
  /// count, otherwise both directions. The minimum is a 65,536th of all edges. CPUs construct such a graph. On CUDA devices only
  /// rank_multi_bfs and rank_bfs support delegates, and rank_bfs not on one column of devices that write to each other's memory.
  std::uint64_t delegate_degree = no_delegates;
  bool keep_share = false;  ///< read_rank_graph() and generate_rank_graph() return this process's edge slice for rank_bfs_validator
  /// Replaces build.parallel of read_options. For weighted parallel edges, only `min` and `sum` are supported: the smallest weight
  /// is kept, or their sum, computed in double precision and stored in single precision. Other policies are rejected if there are
  /// such edges.
  parallel_edges parallel = parallel_edges::min;
  /// Replaces build.loops of read_options. CPUs construct a graph that keeps them; triangle counts and core numbers refuse it.
  self_loops loops = self_loops::remove;
  /// Replaces the weights by those that with_random_weights() gives the same graph in a single process, on CPUs and for less than
  /// 2^32 vertices. Also in the edge slice that keep_share returns.
  std::optional<random_weight_range> random_weights = {};
};

/// One process's part of a graph, or its work in one call.
struct rank_work {
  std::uint64_t vertices = 0;    ///< owned vertices
  std::uint64_t edges = 0;       ///< directed edges in its part
  std::uint64_t bytes_sent = 0;  ///< to other processes
  double seconds_compute = 0;    ///< computing on its own part
  double seconds_exchange = 0;   ///< sending, receiving and unpacking
  double seconds_wait = 0;       ///< waiting for other processes
  std::uint64_t peak_memory_bytes = 0;
};

/// Largest seconds_compute divided by the mean; 1 if nothing was computed.
[[nodiscard]] double imbalance(std::span<const rank_work> by_rank);
/// Sum over all processes, except that peak_memory_bytes is the maximum.
[[nodiscard]] rank_work sum(std::span<const rank_work> by_rank);

/// Distributed graph in the vertex ids of the whole graph. Each process owns a block of consecutive vertices; block sizes balance
/// the work, counted in edges and vertices. Parallel edges have been merged (see rank_graph_options::parallel) and self-loops
/// removed.
class rank_graph {
 public:
  /// Collective: each process extracts its part of a graph that every process has; the graph is not needed afterward. `ranks` must
  /// outlive this object. Throws error_category::usage for a grid that does not match the number of processes, and for graphs or
  /// options that differ between processes; ::memory, ::cancelled.
  rank_graph(communicator& ranks, const graph& g, const rank_graph_options& options = {});
  /// Collective: builds the graph from edges of which each process has read or generated a slice
  /// (src/graph/partition/edge_slice.hpp).
  rank_graph(communicator& ranks, const edge_slice& share, const rank_graph_options& options = {});
  ~rank_graph();
  rank_graph(rank_graph&&) noexcept;
  rank_graph& operator=(rank_graph&&) noexcept;

  [[nodiscard]] std::uint64_t num_vertices() const noexcept;  ///< of the whole graph
  [[nodiscard]] std::uint64_t num_edges() const noexcept;     ///< directed edges of the graph; undirected ones count twice
  [[nodiscard]] bool directed() const noexcept;               ///< false if every edge has its reverse with the same weight
  [[nodiscard]] bool weighted() const noexcept;
  [[nodiscard]] int grid_rows() const noexcept;
  [[nodiscard]] int grid_columns() const noexcept;
  [[nodiscard]] std::uint64_t num_delegates() const noexcept;
  [[nodiscard]] int threads() const noexcept;  ///< of this process
  [[nodiscard]] communicator& ranks() const noexcept;

  /// This process owns the vertices from first_vertex() to last_vertex() - 1.
  [[nodiscard]] std::uint64_t first_vertex() const noexcept;
  [[nodiscard]] std::uint64_t last_vertex() const noexcept;

  [[nodiscard]] double seconds_construction() const noexcept;  ///< from edge slices to the partitioned graph, slowest process
  /// Work of the construction by rank, without times.
  [[nodiscard]] std::span<const rank_work> construction() const noexcept;

  /// Internal form of the graph for the library's engines (src/graph/partition/partitioned_graph.hpp).
  [[nodiscard]] const partitioned_graph& parts() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const rank_work& w, Field&& field) {
  field("vertices", w.vertices, "vertices", "owned vertices");
  field("edges", w.edges, "edges", "directed edges in the process's part");
  field("bytes_sent", w.bytes_sent, "bytes", "sent to other processes");
  field("seconds_own_part", w.seconds_compute, "s", "computing on the process's own part");
  field("seconds_exchange", w.seconds_exchange, "s", "sending, receiving and unpacking");
  field("seconds_wait", w.seconds_wait, "s", "waiting for other processes");
  field("peak_memory_bytes", w.peak_memory_bytes, "bytes", "peak memory of the process");
}

}  // namespace fathom
