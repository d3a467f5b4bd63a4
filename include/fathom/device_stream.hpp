// Synchronization with CUDA streams of other packages.
#pragma once

#include <cstdint>

#include "fathom/device.hpp"

namespace fathom {

/// Waits until all work in the stream is done. `stream` is a cudaStream_t as an integer; 1 is the legacy default stream and 2 the
/// per-thread default stream. Throws error_category::device if the device is not available.
void wait_for_stream(std::uintptr_t stream, device where);

}  // namespace fathom
