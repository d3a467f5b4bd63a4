// The engines on a CUDA device: bitwise searches, and what they are measured against. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/multi_bfs/cuda/device_copy.hpp"
#include "engine/multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {

/// One traversal with a bit for each vertex and search.
[[nodiscard]] std::unique_ptr<group_engine> make_bitwise_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);
/// One search after another by the engine for one (engine/bfs/bfs_cuda.hpp), which takes the whole device.
[[nodiscard]] std::unique_ptr<group_engine> make_sequential_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);
/// A thread block for each search.
[[nodiscard]] std::unique_ptr<group_engine> make_separate_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);
/// One traversal with a status byte for each vertex and search.
[[nodiscard]] std::unique_ptr<group_engine> make_joint_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);

/// What they take beside the copy of the layout, results on their way to the host included.
[[nodiscard]] std::uint64_t planned_bytes_bitwise_cuda(const layout& l, const group_plan& plan);
[[nodiscard]] std::uint64_t planned_bytes_sequential_cuda(const layout& l, const group_plan& plan);
[[nodiscard]] std::uint64_t planned_bytes_separate_cuda(const layout& l, const group_plan& plan);
[[nodiscard]] std::uint64_t planned_bytes_joint_cuda(const layout& l, const group_plan& plan);

}  // namespace fathom::multi_bfs_engine
