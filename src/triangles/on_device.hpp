// Triangle counting on a GPU, as the entry point sees it.
#pragma once

#include "fathom/control.hpp"
#include "fathom/triangles.hpp"

namespace fathom {

/// Holds the counts and, unless the graph's adjacency rows are on the device, a copy of them. Call the members in the order of
/// their declarations.
class triangles_on_device {
 public:
  virtual ~triangles_on_device() = default;

  /// Orients the edges and lists the work.
  virtual void orient() = 0;

  /// Enqueues the counting; returns before it has finished. Polls the stop token and reports progress between launches.
  virtual void count(const run_control& control) = 0;

  /// Waits, and sets all but the report: with `keep` to arrays in device memory, which no longer belong to this object. Otherwise
  /// allocates arrays in host memory before it waits.
  virtual void take(bool keep, triangles_result& result) = 0;

  /// Device time of orient() and count(), once take() has returned.
  [[nodiscard]] virtual double seconds() const = 0;
};

}  // namespace fathom
