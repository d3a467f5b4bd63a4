// Copy of 32-bit predecessors from device memory to 64 bits on the host.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/runtime.hpp"

namespace fathom::ranks_engine {

/// Copies to.size() predecessors, with -1 for all ones as in search_request. `narrow` is scratch memory reused between calls.
void take_predecessors(const std::uint32_t* on_device, std::span<std::int64_t> to, std::vector<std::uint32_t>& narrow,
                       const cuda::stream& s);

}  // namespace fathom::ranks_engine
