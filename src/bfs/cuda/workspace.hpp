// BFS workspace on a CUDA device.
#pragma once

#include <memory>

#include "bfs/request.hpp"

namespace fathom {

/// The options must be valid; they and the layout must outlive the result. Throws error_category::memory, ::device.
[[nodiscard]] std::unique_ptr<bfs_on_device> make_bfs_cuda(const layout& prepared, const bfs_options& options);

}  // namespace fathom
