// Searches by all ranks, each with a CUDA device, in whose memory all arrays of a level are.
#pragma once

#include <memory>

#include "engine/ranks/paths_searcher.hpp"
#include "engine/ranks/rank_search.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_bfs.hpp"

namespace fathom::ranks_engine {

/// Collective; `g` must outlive it. One kernel searches on each device where the grid has one column and devices write to each
/// other's memory; else their hosts run from level to level. Throws on all ranks error_category::memory where a device has too
/// little, ::device.
[[nodiscard]] std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport);

/// Likewise shortest paths, of a graph with weights; always from round to round.
[[nodiscard]] std::unique_ptr<paths_searcher> paths_on_device(const partitioned_graph& g, device where, rank_transport transport);

}  // namespace fathom::ranks_engine
