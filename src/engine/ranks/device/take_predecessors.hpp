// Predecessors from a device's memory, where they have 32 bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuda/runtime.hpp"

namespace fathom::ranks_engine {

/// Copies as many as `to` has, as search_request has them: -1 for all ones. `narrow` keeps its memory from one call to the next.
void take_predecessors(const std::uint32_t* on_device, std::span<std::int64_t> to, std::vector<std::uint32_t>& narrow,
                       const cuda::stream& s);

}  // namespace fathom::ranks_engine
