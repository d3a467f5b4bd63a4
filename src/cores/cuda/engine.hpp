// Core numbers on a CUDA device, by peeling. Ahmad, Yuan, Yan, Guo, Chen, Zhang, "Accelerating k-Core Decomposition by a GPU", ICDE
// 2023 (queues in shared memory); Zhao, Zhang, Hu, Zhang, Jin, Chen, "PICO: Accelerate All k-Core Paradigms on GPU",
// arXiv:2402.15253 (cascades within one level).
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::cores_engine {

/// Engine that holds the core numbers and, unless the graph was built on the device, a copy of its adjacency rows.
class cores_cuda {
 public:
  /// A directed graph must have in-edges. Throws error_category::memory if the device has too little memory, before allocating
  /// anything; ::device.
  cores_cuda(const graph& g, device where);
  ~cores_cuda();
  cores_cuda(const cores_cuda&) = delete;
  cores_cuda& operator=(const cores_cuda&) = delete;

  struct outcome {
    double seconds = 0;  ///< device time
    std::uint64_t levels = 0, phases = 0;
  };
  /// Finds the core numbers; recomputes on every call. Ends early if `stop` is requested.
  outcome run(const std::stop_token& stop);

  /// Copies to core_numbers[0, n) in host memory.
  void take(vertex_id* core_numbers) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::cores_engine
