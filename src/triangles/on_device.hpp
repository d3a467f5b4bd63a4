// Triangle counting on a GPU, as the entry point sees it.
#pragma once

#include <cstdint>

#include "fathom/control.hpp"

namespace fathom {

/// Holds the counts and, unless the graph was built on the device, a copy of its adjacency rows. Call the members in the order of
/// their declarations.
class triangles_on_device {
 public:
  virtual ~triangles_on_device() = default;

  /// Orients the edges and lists the work.
  virtual void orient() = 0;

  /// Enqueues the counting; returns before it has finished. Polls the stop token and reports progress between launches.
  virtual void count(const run_control& control) = 0;

  /// Waits, and copies each vertex's number of triangles to triangles[0, n) in host memory.
  virtual void take(std::uint64_t* triangles) = 0;

  /// Device time of orient() and count(), once take() has returned.
  [[nodiscard]] virtual double seconds() const = 0;
};

}  // namespace fathom
