// Engines of core numbers, both by peeling: on the CPU, and on a CUDA device.
#pragma once

#include <cstdint>
#include <stop_token>

#include "base/timer.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::cores_engine {

/// Writes the core numbers of the graph's vertices to core[0, n), or returns early if `stop` is requested. A directed graph must
/// have in-edges. Returns the number of distinct core numbers above 0.
std::uint64_t peel(const graph_view& g, bool has_self_loops, vertex_id* core, int threads, const std::stop_token& stop);

/// Upper bound on the host memory that peel() allocates.
[[nodiscard]] std::uint64_t peel_bytes(vertex_id n, int threads);

struct peel_outcome {
  double seconds = 0;  ///< device time
  std::uint64_t levels = 0, phases = 0;
};

/// Finds the core numbers of all vertices and copies them to core_numbers[0, n) in host memory. A directed graph must have
/// in-edges. Restarts the clock once the adjacency rows are in device memory. Ends early if `stop` is requested. Throws
/// error_category::memory if the device has too little memory, before allocating anything; ::device. Queues in shared memory are
/// those of Ahmad, Yuan, Yan, Guo, Chen, Zhang, "Accelerating k-Core Decomposition by a GPU", ICDE 2023, and cascades within one
/// level those of Zhao, Zhang, Hu, Zhang, Jin, Chen, "PICO: Accelerate All k-Core Paradigms on GPU", arXiv:2402.15253.
[[nodiscard]] peel_outcome core_numbers_cuda(const graph& g, device where, vertex_id* core_numbers, timer& clock,
                                             const std::stop_token& stop);

}  // namespace fathom::cores_engine
