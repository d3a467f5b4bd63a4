// Interface of distributed shortest-path searches in single precision, as Graph500 requires them, and of exact ones on devices.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>

#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {

/// The end of a search before all paths are found; the same on all processes, except `stop`.
struct path_limits {
  double cutoff = std::numeric_limits<double>::infinity();
  global_vertex target = no_global_vertex;  ///< as if its distance were the cutoff
  std::stop_token stop{};                   ///< polled in every round; a request on one process ends the search on all
};

/// Sums of weights on devices.
enum class path_sums {
  single,  ///< in single precision, rounded at each edge
  whole,   ///< of whole weights, as integers below no_whole_sum
  real,    ///< in double precision, rounded at each edge
};
/// Stands for an unreached vertex among whole sums: the bits of an infinite float.
inline constexpr std::uint32_t no_whole_sum = 0x7F800000u;

struct paths_request {
  global_vertex source = 0;
  /// Indexed by the process's vertices in the caller's order. Unreached: -1 and infinity. The source is its own predecessor.
  std::span<std::int64_t> predecessors;
  std::span<float> distances;             ///< of whole sums, their bits; unused for real sums
  std::span<double> real_distances = {};  ///< of real sums
  path_limits limits = {};
};

struct paths_outcome {
  std::uint64_t reached = 0;  ///< vertices, over all processes
  std::uint64_t rounds = 0;   ///< global exchanges
  std::uint64_t buckets = 0;
  std::uint64_t relaxed = 0;     ///< edges, on this process
  std::uint64_t bytes_sent = 0;  ///< by this process
  bool overflows = false;        ///< whether a whole sum on this process was too large, so that larger distances are missing
};

/// Pointers to a process's results in device memory.
struct paths_there {
  const std::int64_t* predecessors = nullptr;
  const float* distances = nullptr;
};

/// Runs searches one after another, reusing its memory.
class paths_searcher {
 public:
  paths_searcher() = default;
  paths_searcher(const paths_searcher&) = delete;
  paths_searcher& operator=(const paths_searcher&) = delete;
  virtual ~paths_searcher() = default;

  /// Collective. Distances do not depend on the number of processes and threads or the device: each is the smallest sum along any
  /// path. The results stay where the search ran; on devices, distances beyond the limits may
  /// be larger than the smallest. Throws error_category::cancelled on all processes.
  virtual paths_outcome run(const paths_request& request) = 0;
  /// Copies the results of the last run to the request's arrays.
  virtual void take_results(const paths_request& request) = 0;
  /// Results in device memory, laid out like the request's arrays; available before take_results() for searches on devices.
  [[nodiscard]] virtual paths_there results_on_device() const { return {}; }
  [[nodiscard]] virtual double bucket_width() const = 0;
};

}  // namespace fathom::ranks_engine
