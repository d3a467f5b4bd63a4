// Groups of searches on a CUDA device. The copy of the layout there is made once and shared by all engines that search it.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/multi_bfs/group_engine.hpp"
#include "fathom/device.hpp"
#include "fathom/layout.hpp"

namespace fathom::multi_bfs_engine {

struct device_copy;

/// A layout that lies on that device already is read in place; it outlives the copy. Throws error_category::device, ::memory.
[[nodiscard]] std::shared_ptr<const device_copy> copy_to_device(const layout& l, device where);

/// On the device that has the copy, in a stream of its own: engines of several threads run beside each other. Rows that results are
/// copied into may lie in host memory or on that device, and are whole when the copying call returns. Throws
/// error_category::device, ::memory.
[[nodiscard]] std::unique_ptr<group_engine> make_engine_on(std::shared_ptr<const device_copy> l, multi_bfs_method method,
                                                           const group_plan& plan);

/// What the copy takes, and what an engine of this method and plan does beside it; planes of distances for searches of usual depth.
[[nodiscard]] std::uint64_t copy_bytes(const layout& l, device where);
[[nodiscard]] std::uint64_t planned_bytes_on(multi_bfs_method method, const layout& l, const group_plan& plan);
/// Of the device.
[[nodiscard]] std::uint64_t available_memory(device where);

}  // namespace fathom::multi_bfs_engine
