// Core numbers on a CUDA device, by peeling. Ahmad, Yuan, Yan, Guo, Chen, Zhang, "Accelerating k-Core Decomposition by a GPU", ICDE
// 2023 (queues in shared memory); Zhao, Zhang, Hu, Zhang, Jin, Chen, "PICO: Accelerate All k-Core Paradigms on GPU",
// arXiv:2402.15253 (cascades within one level).
#pragma once

#include <stop_token>

#include "base/timer.hpp"
#include "cores/outcome.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::cores_engine {

/// Finds the core numbers of all vertices and copies them to core_numbers[0, n) in host memory. A directed graph must have
/// in-edges. Restarts the clock once the adjacency rows are in device memory. Ends early if `stop` is requested. Throws
/// error_category::memory if the device has too little memory, before allocating anything; ::device.
[[nodiscard]] peel_outcome core_numbers_cuda(const graph& g, device where, vertex_id* core_numbers, timer& clock,
                                             const std::stop_token& stop);

}  // namespace fathom::cores_engine
