// A breadth-first search by all ranks, each with a CUDA device. On one column the arrays of a level are in the devices' memory;
// with several it is rank_search, over blocks of the graph that are there.
#pragma once

#include <memory>

#include "engine/ranks/rank_search.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_bfs.hpp"

namespace fathom::ranks_engine {

/// Collective; `g` must outlive it. With several columns ranks talk through their hosts, which have so many threads for that.
/// Throws on all ranks error_category::usage for several columns and another transport, ::memory where a device has too little,
/// ::device.
[[nodiscard]] std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport,
                                                         int threads);

}  // namespace fathom::ranks_engine
