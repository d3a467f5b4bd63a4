// Results of a component search on a CUDA device: labels in the requested memory, and component counts and sizes, computed from the
// labels on the device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "fathom/components.hpp"
#include "gpu/runtime.hpp"

namespace fathom::components_engine {

/// A new array for the labels in the memory that the options select. Call it while the device searches, which hides page faults.
[[nodiscard]] array<vertex_id> labels_array(vertex_id n, const components_options& options, const cuda::stream& s);

/// Copies the labels from device memory in stream order; waits for a copy to the host.
void copy_labels(const cuda::buffer<vertex_id>& from, array<vertex_id>& to, const cuda::stream& s);

/// Fills result.count and, with sizes, the components and the largest one, from n > 0 labels in device memory. Adds its device time
/// to the report. Waits for the stream.
void count_cuda(const cuda::buffer<vertex_id>& labels, const components_options& options, const cuda::stream& s,
                components_result& result);

/// Upper bound on the device memory that these functions allocate.
[[nodiscard]] std::uint64_t result_bytes(vertex_id n, const components_options& options);

}  // namespace fathom::components_engine
