// Streams of CUDA that another package works in.
#pragma once

#include <cstdint>

#include "fathom/device.hpp"

namespace fathom {

/// Returns once the work of this stream is done: a cudaStream_t as a number, 1 for the legacy default stream, 2 for the per-thread
/// default stream. Throws error_category::device where the device is not there.
void wait_for_stream(std::uintptr_t stream, device where);

}  // namespace fathom
