// Breadth-first search over bitmaps on a CUDA device, for study and comparison: a warp for each 32-bit word of the frontier.
// Chapter "Communication Wall: Graph500" of a thesis on hybrid architectures, sections 3.4.3 and 3.4.4, Algorithm 4.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "bfs/request.hpp"

namespace fathom {

inline constexpr std::string_view bitmap_method = "graph500-bitmap";

/// Searches from each source in turn as bfs() does, with one launch per step and a synchronization with the host per level.
/// Directions switch by Beamer's rule, as in the chapter. Throws error_category::usage for a device that is not a CUDA device, and
/// for bfs_switching::hub_ratio; else as bfs().
void bitmap_bfs(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options, const execution& exec,
                const std::function<void(std::size_t, bfs_result&)>& consume);

/// The options must be valid; the layout must outlive the result. Throws error_category::memory if the device has too little
/// memory, before allocating anything; ::device.
[[nodiscard]] std::unique_ptr<bfs_on_device> make_bitmap_bfs_cuda(const layout& prepared, const bfs_options& options,
                                                                  const execution& exec);

}  // namespace fathom
