// Triangle counting on a CUDA device.
#pragma once

#include <cstdint>
#include <memory>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::triangles_engine {

/// Engine that holds the counts and, unless the graph was built on the device, a copy of its adjacency rows. The rows of the graph,
/// which is undirected and must outlive this object, are sorted. Call the members in the order of their declarations.
class triangles_cuda {
 public:
  /// Throws error_category::memory if the device has too little memory, before allocating anything; ::device.
  triangles_cuda(const graph& g, device where);
  ~triangles_cuda();
  triangles_cuda(const triangles_cuda&) = delete;
  triangles_cuda& operator=(const triangles_cuda&) = delete;

  /// Orients the edges and lists the work.
  void orient();

  /// Enqueues the counting; returns before it has finished. Polls the stop token and reports progress between launches.
  void count(const run_control& control);

  /// Waits, and copies each vertex's number of triangles to triangles[0, n) in host memory.
  void take(std::uint64_t* triangles);

  /// Device time of orient() and count(), once take() has returned.
  [[nodiscard]] double seconds() const;

 private:
  struct state;
  int device_ = 0;
  vertex_id num_vertices_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::triangles_engine
