// Distributed single-source shortest paths (SSSP): all processes search one weighted graph, each in its own part.
#pragma once

#include <memory>
#include <vector>

#include "fathom/distributed/graph.hpp"
#include "fathom/execution.hpp"
#include "fathom/sssp.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Distributed shortest paths of one graph; any number of searches, one at a time.
///
/// Delta-stepping (Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", Journal of Algorithms 49, 2003) over
/// the matrix blocks of the processes. Distances equal those of sssp() in a single process, bit for bit, for any number of
/// processes and threads and any delta, if the weights do: rank_graph_options::parallel `sum` adds real weights in another order.
/// Predecessors form a tree, even with edges of weight 0; which of several valid predecessors is chosen may differ between runs.
class rank_sssp {
 public:
  /// Collective; `g` must outlive this object. On CUDA devices sums of whole weights must be below 2,139,095,040. Throws
  /// error_category::usage for options that are out of range, that differ between processes or that a distributed graph does not
  /// support (keep_on_device, a transport on CPUs), for a graph of more than 2^32 - 1 vertices, for weights that a single process
  /// has in double precision but the parts of `g` have not, and on CUDA devices for delegates; ::input for a weight that is
  /// negative or not finite; ::memory, predicted before allocating; ::device, ::cancelled.
  explicit rank_sssp(const rank_graph& g, const sssp_options& options = {}, const execution& exec = {});
  ~rank_sssp();
  rank_sssp(rank_sssp&&) noexcept;
  rank_sssp& operator=(rank_sssp&&) noexcept;

  /// Collective: searches from `source`, which must be the same on all processes. Returns the results of all vertices, or without
  /// `gather` those of the process's own vertices. In the report, times are those of the slowest process, counts are sums over all
  /// processes, and `windows` counts buckets. Throws error_category::usage for a source outside the graph, and on CUDA devices for
  /// sums of weights that are too large; ::memory; ::device; ::cancelled, on all processes if one of them was stopped.
  [[nodiscard]] sssp_result search(vertex_id source);

  /// Collective: work of each process over all searches so far, by rank. On CUDA devices seconds_compute is the whole search, and
  /// the other times are 0.
  [[nodiscard]] std::vector<rank_work> by_rank() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Collective: searches once. For several searches, make a rank_sssp.
[[nodiscard]] sssp_result sssp(const rank_graph& g, vertex_id source, const sssp_options& options = {}, const execution& exec = {});

}  // namespace fathom
