// Shortest paths in double precision by the CUDA devices of all processes.
#pragma once

#include <memory>

#include "fathom/device.hpp"
#include "fathom/distributed/transport.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "sssp/distributed/paths_searcher.hpp"

namespace fathom::ranks_engine {

/// Collective; `g`, which has weights, must outlive the searcher, and `where` must be the current device. `width` is that of a
/// bucket. Throws a rank_error on all processes: error_category::memory, ::device.
[[nodiscard]] std::unique_ptr<paths_searcher> make_real_paths(const partitioned_graph& g, device where, rank_transport transport,
                                                              double width);

}  // namespace fathom::ranks_engine
