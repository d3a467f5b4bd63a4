// Graph500 benchmark on a partitioned graph: processes on CPUs or devices, or a single device.
#pragma once

#include <memory>

#include "graph500/engine.hpp"

namespace fathom {

/// Collective. The arguments must outlive the result.
[[nodiscard]] std::unique_ptr<graph500_engine> make_partitioned_engine(communicator& ranks, const graph500_options& options);

}  // namespace fathom
