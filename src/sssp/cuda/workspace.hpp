// Shortest-path workspace on a CUDA device.
#pragma once

#include <memory>

#include "sssp/results.hpp"

namespace fathom {

/// The options must be valid; all arguments must outlive the result. Throws error_category::memory, ::device.
[[nodiscard]] std::unique_ptr<sssp_on_device> make_sssp_cuda(const weighted_layout& prepared, const sssp_options& options,
                                                             const execution& exec);

}  // namespace fathom
