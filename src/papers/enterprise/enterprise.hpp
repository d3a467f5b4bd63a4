// Construction of the workspace of searches with Enterprise's methods.
#pragma once

#include <memory>

#include "bfs/request.hpp"
#include "fathom/papers/enterprise.hpp"

namespace fathom {

/// Driven level by level by the host. The options must be valid; the layout must outlive the result. Throws error_category::memory
/// if the device has too little memory, before allocating anything; ::device.
[[nodiscard]] std::unique_ptr<bfs_on_device> make_enterprise_cuda(const layout& prepared, const enterprise_options& options,
                                                                  const execution& exec);

}  // namespace fathom
