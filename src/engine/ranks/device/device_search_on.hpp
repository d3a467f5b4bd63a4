// The search of one rank's device, once it is known how the devices talk. For files that are compiled only with CUDA.
#pragma once

#include <memory>

#include "distributed/device_exchange.hpp"
#include "engine/ranks/rank_search.hpp"
#include "fathom/device.hpp"

namespace fathom::ranks_engine {

/// `where` is the current device, `exchange` null for one rank.
[[nodiscard]] std::unique_ptr<searcher> make_device_search(const partitioned_graph& g, device where,
                                                           std::unique_ptr<device_exchange> exchange);

}  // namespace fathom::ranks_engine
