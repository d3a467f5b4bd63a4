#include "multi_bfs/group_engine.hpp"
#include "fathom/layout.hpp"
#include "gpu/backend.hpp"

#include <algorithm>
#include <utility>

#include "fathom/error.hpp"
#include "multi_bfs/cuda/device_copy.hpp"
#include "multi_bfs/cuda/engines.hpp"

namespace fathom::multi_bfs_engine {

std::shared_ptr<const device_copy> copy_layout_cuda(const layout& l, device where) {
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  return std::make_shared<const device_copy>(l, where);
}

std::unique_ptr<group_engine> make_group_engine_cuda(std::shared_ptr<const device_copy> copy, multi_bfs_method method,
                                                     const group_plan& plan) {
  switch (method) {
    case multi_bfs_method::sequential:
      return make_sequential_cuda(std::move(copy), plan);
    case multi_bfs_method::separate:
      return make_separate_cuda(std::move(copy), plan);
    case multi_bfs_method::joint:
      return make_joint_cuda(std::move(copy), plan);
    case multi_bfs_method::ms_bfs:
      return make_ms_bfs_cuda(std::move(copy), plan);
    case multi_bfs_method::ibfs:
      return make_ibfs_cuda(std::move(copy), plan);
    case multi_bfs_method::automatic:
    case multi_bfs_method::bitwise:
      break;
  }
  return make_bitwise_cuda(std::move(copy), plan);
}

std::uint64_t layout_copy_bytes_cuda(const layout& l, device where) {
  const std::uint64_t n = l.num_vertices, sides = l.directed && l.in.offsets ? 2 : 1;
  const std::uint64_t rows = sides * ((n + 1) * sizeof(edge_offset) + l.num_edges * sizeof(vertex_id));
  // Lists of long rows' chunks, twice while they are sorted, and the per-vertex counts they are built from.
  const std::uint64_t pieces = l.num_edges / piece_edges + std::min<std::uint64_t>(n, l.num_edges / (long_row + 1));
  const std::uint64_t lists = sides * pieces * 4 * sizeof(std::uint32_t) + (n + 1) * sizeof(std::uint64_t);
  const std::uint64_t ids = (l.to_internal ? std::uint64_t{l.caller_vertices} * sizeof(vertex_id) : 0);
  const std::uint64_t heads = n * static_cast<std::uint64_t>(l.head_width) * sizeof(vertex_id);
  return lists + ids + (l.where == where ? 0 : rows + heads + (l.to_caller ? n * sizeof(vertex_id) : 0));
}

std::uint64_t group_engine_bytes_cuda(multi_bfs_method method, const layout& l, const group_plan& plan) {
  switch (method) {
    case multi_bfs_method::sequential:
      return planned_bytes_sequential_cuda(l, plan);
    case multi_bfs_method::separate:
      return planned_bytes_separate_cuda(l, plan);
    case multi_bfs_method::joint:
      return planned_bytes_joint_cuda(l, plan);
    case multi_bfs_method::ms_bfs:
    case multi_bfs_method::ibfs:
      return planned_bytes_published_cuda(l, plan);
    case multi_bfs_method::automatic:
    case multi_bfs_method::bitwise:
      break;
  }
  return planned_bytes_bitwise_cuda(l, plan);
}

}  // namespace fathom::multi_bfs_engine
