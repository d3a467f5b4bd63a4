// Groups of searches on a CUDA device. The layout is copied there once and shared by all engines that search it.
#pragma once

#include <cstdint>
#include <memory>

#include "fathom/device.hpp"
#include "fathom/layout.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {

struct device_copy;

/// A layout that is on the device already is read in place and must outlive the copy. Throws error_category::device, ::memory.
[[nodiscard]] std::shared_ptr<const device_copy> copy_layout_cuda(const layout& l, device where);

/// Makes an engine on the device of the copy with a stream of its own, so that engines of several threads run concurrently. Result
/// rows may be in host memory or on that device, and are complete when the copying call returns. Throws error_category::device,
/// ::memory.
[[nodiscard]] std::unique_ptr<group_engine> make_group_engine_cuda(std::shared_ptr<const device_copy> l, multi_bfs_method method,
                                                                   const group_plan& plan);

/// Bytes of the copy, and of an engine with this method and plan beside it, assuming searches of usual depth for the distance
/// planes.
[[nodiscard]] std::uint64_t layout_copy_bytes_cuda(const layout& l, device where);
[[nodiscard]] std::uint64_t group_engine_bytes_cuda(multi_bfs_method method, const layout& l, const group_plan& plan);

}  // namespace fathom::multi_bfs_engine
