// BFS workspace on a CUDA device.
#pragma once

#include <memory>
#include <string>

#include "bfs/cuda/searcher.hpp"
#include "bfs/request.hpp"

namespace fathom {

/// The options must be valid; the layout must outlive the result. Throws error_category::memory, ::device.
[[nodiscard]] std::unique_ptr<bfs_on_device> make_bfs_cuda(const layout& prepared, const bfs_options& options,
                                                           const execution& exec);

/// With another engine for the same layout and options; `name` describes it in reports.
[[nodiscard]] std::unique_ptr<bfs_on_device> make_workspace_cuda(const layout& prepared, const bfs_options& options,
                                                                 const execution& exec,
                                                                 std::unique_ptr<bfs_engine::bfs_cuda> engine, std::string name);

}  // namespace fathom
