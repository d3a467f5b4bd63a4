// Multi-source BFS engines on a CUDA device. Include only in files that are compiled with
// CUDA.
#pragma once

#include <cstdint>
#include <memory>

#include "multi_bfs/cuda/device_copy.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {

/// One traversal with one bit per vertex and search.
[[nodiscard]] std::unique_ptr<group_engine> make_bitwise_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);
/// One search after another by the single-source engine (bfs/cuda/searcher.hpp), which uses the whole device.
[[nodiscard]] std::unique_ptr<group_engine> make_sequential_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);
/// One thread block per search.
[[nodiscard]] std::unique_ptr<group_engine> make_separate_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);
/// One traversal with one status byte per vertex and search, in src/papers/ibfs/.
[[nodiscard]] std::unique_ptr<group_engine> make_joint_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);
/// One traversal with the bits of the last level, without early termination, in src/papers/ibfs/.
[[nodiscard]] std::unique_ptr<group_engine> make_ms_bfs_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);
/// One traversal with one bit per vertex and search by the paper's Algorithms 1 and 2, in src/papers/ibfs/.
[[nodiscard]] std::unique_ptr<group_engine> make_ibfs_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan);

/// Bytes needed in addition to the copy of the layout, including staging memory for results.
[[nodiscard]] std::uint64_t planned_bytes_bitwise_cuda(const layout& l, const group_plan& plan);
[[nodiscard]] std::uint64_t planned_bytes_sequential_cuda(const layout& l, const group_plan& plan);
[[nodiscard]] std::uint64_t planned_bytes_separate_cuda(const layout& l, const group_plan& plan);
[[nodiscard]] std::uint64_t planned_bytes_joint_cuda(const layout& l, const group_plan& plan);
[[nodiscard]] std::uint64_t planned_bytes_published_cuda(const layout& l, const group_plan& plan);

}  // namespace fathom::multi_bfs_engine
