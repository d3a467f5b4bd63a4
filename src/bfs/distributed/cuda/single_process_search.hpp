// Single-GPU search on a constructed part that is the whole graph. Include only in files that are compiled with CUDA.
#pragma once

#include <memory>

#include "bfs/distributed/search.hpp"
#include "fathom/device.hpp"
#include "graph/partition/cuda/part.hpp"

namespace fathom::ranks_engine {

/// Uses the single-GPU engine (bfs_cuda), which runs small levels in one thread block; computes predecessors only. `g` and the
/// stream of `part` must outlive the searcher; `where` must be the current device. Throws error_category::memory.
[[nodiscard]] std::unique_ptr<searcher> make_single_process_search(const partitioned_graph& g, device where, peer_part part);

}  // namespace fathom::ranks_engine
