// Construction of distributed searchers for CPUs or CUDA devices.
#pragma once

#include <memory>

#include "bfs/distributed/search.hpp"
#include "comm/process_device.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/bfs.hpp"

namespace fathom::ranks_engine {

/// Collective: searches on the CPU with `threads` threads, or on this process's CUDA device. `g` must outlive the result. Throws on
/// all processes: error_category::memory if a device has too little memory, ::device.
[[nodiscard]] std::unique_ptr<searcher> make_searcher(const partitioned_graph& g, device where, rank_transport transport,
                                                      int threads);

}  // namespace fathom::ranks_engine
