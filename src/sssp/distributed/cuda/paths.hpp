// Shortest paths by the CUDA devices of all processes.
#pragma once

#include <memory>

#include "fathom/device.hpp"
#include "fathom/distributed/transport.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "sssp/distributed/paths_searcher.hpp"

namespace fathom::ranks_engine {

struct paths_rows;

/// Collective; `g` must outlive the searcher. Without weights, each edge has weight 1; real sums require weights. `width` is that
/// of a bucket; 0: chosen from weights and degrees. The hosts run from round to round. Throws on all processes
/// error_category::memory where a device has too little, ::device.
[[nodiscard]] std::unique_ptr<paths_searcher> paths_on_device(const partitioned_graph& g, device where, rank_transport transport,
                                                              path_sums sums, double width);

/// Collective, for grids of any shape: shortest paths along adjacency rows that are on the device already; their stream must
/// outlive the searcher. `where` must be the current device. Throws a rank_error on all processes: error_category::memory,
/// ::device.
[[nodiscard]] std::unique_ptr<paths_searcher> make_device_paths(const partitioned_graph& g, device where, rank_transport transport,
                                                                paths_rows rows);

}  // namespace fathom::ranks_engine
