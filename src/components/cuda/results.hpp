// Component counts and sizes, computed from labels on a CUDA device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "fathom/components.hpp"
#include "gpu/runtime.hpp"

namespace fathom::components_engine {

/// Fills result.count and, with sizes, the components and the largest one, from n > 0 labels in device memory. Adds its device time
/// to the report. Waits for the stream.
void count_cuda(const cuda::buffer<vertex_id>& labels, const components_options& options, const cuda::stream& s,
                components_result& result);

/// Upper bound on the device memory that these functions allocate.
[[nodiscard]] std::uint64_t result_bytes(vertex_id n, const components_options& options);

}  // namespace fathom::components_engine
