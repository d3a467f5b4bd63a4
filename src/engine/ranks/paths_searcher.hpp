// Shortest paths by all ranks, wherever they are searched.
#pragma once

#include <cstdint>
#include <span>

#include "distributed/vertex_blocks.hpp"

namespace fathom::ranks_engine {

struct paths_request {
  global_vertex source = 0;
  /// By the rank's vertices in the caller's order. -1 and infinity for unreached ones; the source is its own predecessor.
  std::span<std::int64_t> predecessors;
  std::span<float> distances;
};

struct paths_outcome {
  std::uint64_t reached = 0;     ///< vertices, of all ranks
  std::uint64_t rounds = 0;      ///< meetings of all ranks
  std::uint64_t relaxed = 0;     ///< edges, of this rank
  std::uint64_t bytes_sent = 0;  ///< by this rank
};

/// A rank's results where they are in its device's memory.
struct paths_there {
  const std::int64_t* predecessors = nullptr;
  const float* distances = nullptr;
};

/// Searches one after another in the same memory.
class paths_searcher {
 public:
  paths_searcher() = default;
  paths_searcher(const paths_searcher&) = delete;
  paths_searcher& operator=(const paths_searcher&) = delete;
  virtual ~paths_searcher() = default;

  /// Collective. Distances are the same for any number of ranks and threads, and on any device: the smallest of the float sums
  /// along all paths. The results are where the search ran.
  virtual paths_outcome run(const paths_request& request) = 0;
  /// The results of the last run are in the request's arrays from now on.
  virtual void take_results(const paths_request& request) = 0;
  /// Before that, of searches by devices: as the request's arrays, in the device's memory.
  [[nodiscard]] virtual paths_there results_on_device() const { return {}; }
};

}  // namespace fathom::ranks_engine
