// Distributed shortest-path searches whose distances are those of a single process in double precision.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fathom/device.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/distributed/transport.hpp"
#include "fathom/types.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "sssp/distributed/bucket_width.hpp"
#include "sssp/distributed/own_paths.hpp"
#include "sssp/distributed/paths_searcher.hpp"

namespace fathom::ranks_engine {

/// Runs searches one after another, reusing its memory. All functions are collective unless they are const.
class exact_paths {
 public:
  exact_paths() = default;
  exact_paths(const exact_paths&) = delete;
  exact_paths& operator=(const exact_paths&) = delete;
  virtual ~exact_paths() = default;

  /// Searches. The outcome lacks `reached`. Throws error_category::memory, ::device or ::cancelled on all processes.
  virtual paths_outcome run(global_vertex source, const path_limits& limits) = 0;
  /// Writes the last search's results of the own vertices, in the caller's order; those of unreached vertices are infinity and
  /// no_vertex, and the source is its own predecessor. `predecessors` may be null. Throws error_category::usage on all processes if
  /// distances are too large to be exact on this device.
  virtual own_paths take_results(double* distances, vertex_id* predecessors) = 0;

  /// Work of this process in all searches, without its size and memory.
  [[nodiscard]] virtual const rank_work& work() const noexcept = 0;
  [[nodiscard]] virtual double bucket_width() const = 0;
  /// "CPU, delta-stepping in double precision".
  [[nodiscard]] virtual std::string name() const = 0;
};

/// How and where to search; `delta` is the width of a bucket, 0: chosen.
struct exact_paths_plan {
  double delta = 0;
  device where;
  rank_transport transport = rank_transport::automatic;
  int threads = 0;
  std::uint64_t result_bytes = 0;  ///< of the caller, in host memory
};

/// Collective; `g` must outlive the searcher, and `weights` are those of facts_of_weights(). On a CUDA device sums of whole weights
/// are below no_whole_sum. Throws on all processes error_category::usage for delegates on a device, ::memory, predicted before
/// allocating, ::device.
[[nodiscard]] std::unique_ptr<exact_paths> make_exact_paths(const partitioned_graph& g, const weight_facts& weights,
                                                            const exact_paths_plan& plan);

}  // namespace fathom::ranks_engine
