// Shortest-path searchers of a process, on its CPU or its CUDA device.
#pragma once

#include <memory>

#include "fathom/device.hpp"
#include "fathom/distributed/transport.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "sssp/distributed/paths_searcher.hpp"

namespace fathom::ranks_engine {

/// Collective: on the CPU with `threads` threads, or on this process's CUDA device; `g` must outlive the searcher. `g` has weights,
/// none of them negative. Throws, on all processes, error_category::memory where a host or a device has too little, ::device.
[[nodiscard]] std::unique_ptr<paths_searcher> make_paths_searcher(const partitioned_graph& g, device where,
                                                                  rank_transport transport, int threads);

}  // namespace fathom::ranks_engine
