// The searches of a rank, wherever they are to run.
#pragma once

#include <memory>

#include "engine/ranks/paths_searcher.hpp"
#include "engine/ranks/rank_search.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_bfs.hpp"

namespace fathom::ranks_engine {

/// Collective: on the CPU with so many threads, or on this rank's CUDA device; `g` must outlive it. Throws, on all ranks,
/// error_category::memory where a device has too little, ::device.
[[nodiscard]] std::unique_ptr<searcher> make_searcher(const partitioned_graph& g, device where, rank_transport transport,
                                                      int threads);

/// Collective: likewise of shortest paths; also ::memory where a host has too little. `g` has weights, none of them negative.
[[nodiscard]] std::unique_ptr<paths_searcher> make_paths_searcher(const partitioned_graph& g, device where,
                                                                  rank_transport transport, int threads);

/// Of several ranks on a host each takes the next CUDA device, `first` being that of the host's first rank; where there are fewer
/// devices they are shared in turn.
[[nodiscard]] device device_of_rank(const communicator& ranks, device first);

}  // namespace fathom::ranks_engine
