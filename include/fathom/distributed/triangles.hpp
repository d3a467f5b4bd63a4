// Triangle counts and clustering coefficients of a distributed graph.
#pragma once

#include <cstdint>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/execution.hpp"
#include "fathom/triangles.hpp"

namespace fathom {

/// As triangles_result. Arrays have one entry per vertex of the graph, or of this process.
struct rank_triangles_result {
  array<std::uint64_t> triangles;
  array<vertex_id> degrees;
  array<vertex_id> mutual;
  std::uint64_t count = 0, wedges = 0;
  /// Mean of the local clustering coefficients of all vertices; 0 for a graph without vertices. Sums are added in another order on
  /// another grid.
  double average_clustering = 0;
  triangles_report report;    ///< times are those of the slowest process
  std::uint64_t batches = 0;  ///< exchanges of rows
  double seconds_gather = 0;  ///< gathering the counts on all processes
  std::vector<rank_work> by_rank;

  /// Global clustering coefficient: 3 * count / wedges; 0 if there is no wedge.
  [[nodiscard]] double transitivity() const noexcept;
};

/// Collective: counts triangles on CPUs. Counts are those of count_triangles() for any number of processes and any grid.
///
/// Each edge is stored once, at the owner of its endpoint of lower degree. The owner sends each row to the owners of the row's
/// vertices, which look for common neighbors in their own rows and return the counts per vertex. Rows are sent in batches: in one
/// batch a process sends and receives at most 16 MiB of rows and one more row for and from each process; a row has at most
/// sqrt(2 m) entries of 4 bytes. It returns at most one count, of 16 bytes, per entry that it received.
/// Each thread has marks of 4 bytes per vertex of the whole graph. Fewer threads count where their marks would take more than half
/// of the available memory.
///
/// Throws error_category::usage for a directed graph without triangles_options::directions, for 2^32 - 1 or more vertices (2^31 or
/// more if directions are counted), if options differ between processes, for `where` and `control` in the options, whose place is
/// `exec`, for a CUDA device, and for a graph with delegates; ::memory, ::cancelled.
[[nodiscard]] rank_triangles_result count_triangles(const rank_graph& g, const triangles_options& options = {},
                                                    const execution& exec = {});

}  // namespace fathom
