// BFS workspace on a CUDA device.
#pragma once

#include <memory>
#include <string>

#include "bfs/cuda/searcher.hpp"
#include "bfs/request.hpp"

namespace fathom {

/// Like make_bfs_cuda(), with another engine for the same layout and options; `name` describes it in reports.
[[nodiscard]] std::unique_ptr<bfs_on_device> make_workspace_cuda(const layout& prepared, const bfs_options& options,
                                                                 const execution& exec,
                                                                 std::unique_ptr<bfs_engine::bfs_cuda> engine, std::string name);

}  // namespace fathom
