// Steps of the distributed search for strongly connected components (strong.hpp), on CPUs or on CUDA devices.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bfs/distributed/work_clock.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// All functions but gone() are collective. Sets have one bit per own vertex. Steps return their number of exchanges, and throw on
/// all processes if a stop was requested on any of them.
class strong_steps {
 public:
  strong_steps() = default;
  strong_steps(const strong_steps&) = delete;
  strong_steps& operator=(const strong_steps&) = delete;
  virtual ~strong_steps() = default;

  /// Numbers of in-edges from and out-edges to remaining vertices, by local id.
  std::vector<std::int64_t> in, out;

  /// Vertices that do not remain. More may be added before count().
  [[nodiscard]] virtual std::span<std::uint64_t> gone() = 0;
  /// Sets `in` and `out`.
  virtual void count(work_clock& clock) = 0;
  /// After count(): removes vertices without in-edges or without out-edges, for at most `most` exchanges. Then `in` and `out` may
  /// be too high.
  virtual int trim(int most, const run_control& control, work_clock& clock) = 0;
  /// Adds to `visited` all candidates that paths of candidates connect with it, along the edges or against them.
  virtual int reach(bool along, std::span<std::uint64_t> visited, std::span<const std::uint64_t> candidates,
                    const run_control& control, work_clock& clock) = 0;
  /// One step of coloring: Orzan, "On Distributed Verification and Verified Distribution", PhD thesis, VU Amsterdam, 2004. The
  /// color of an open vertex is the smallest open vertex that reaches it over open ones. A vertex that has its own color is the
  /// smallest of its component, and the component's other vertices are those of this color that reach it. Writes the colors to
  /// colors[local id], below the stride, and such components to `members`, one vertex at least if any process has an open one.
  virtual int color(std::span<const std::uint64_t> open, std::span<global_vertex> colors, std::span<std::uint64_t> members,
                    const run_control& control, work_clock& clock) = 0;
};

/// Both are collective and throw a rank_error on all processes: error_category::memory, ::device.
[[nodiscard]] std::unique_ptr<strong_steps> strong_steps_on_cpu(const partitioned_graph& g, int threads);
[[nodiscard]] std::unique_ptr<strong_steps> strong_steps_on_device(const partitioned_graph& g, device where);

}  // namespace fathom::ranks_engine
