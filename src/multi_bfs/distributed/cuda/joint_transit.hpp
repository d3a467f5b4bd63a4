// Kernels that pack and unpack bit rows for the exchange between devices. All calls are in stream order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/runtime.hpp"
#include "multi_bfs/distributed/cuda/joint_list.hpp"
#include "multi_bfs/distributed/cuda/joint_view.hpp"

namespace fathom::ranks_engine {

/// Consecutive lists of `size` processes.
struct joint_lists {
  joint_list layout;
  std::byte* first = nullptr;
  std::uint64_t size = 1;
};

/// Lists the members among the row ids of one process of the grid row, with local ids. `to` has room for at least as many.
/// `cursor` is scratch memory.
void pack_list(const joint_view& v, std::uint64_t column, const joint_list& layout, std::byte* to, std::uint32_t* cursor,
               const cuda::stream& s);

/// Writes the rows to the frontier, and the column ids to `ids`, in any order. *cursor ends as their number.
void take_frontier(const joint_view& v, const joint_lists& lists, local_vertex* ids, std::uint32_t* cursor, const cuda::stream& s);

/// Zeros the rows of these column ids in the frontier.
void clear_frontier(const joint_view& v, const local_vertex* ids, std::uint64_t size, const cuda::stream& s);

/// Marks the rows of all processes of the grid row visited.
void take_seen(const joint_view& v, const joint_lists& lists, const cuda::stream& s);
/// Same for the whole array, which is in v.found.
void take_seen(const joint_view& v, const cuda::stream& s);

/// Adds another process's discoveries of own vertices to this process's.
void merge_found(const joint_view& v, const joint_list& layout, const std::byte* list, const cuda::stream& s);
/// Same for the arrays of `processes` processes in turn, which may include this process's own.
void merge_found(const joint_view& v, const uint4* arrays, std::uint64_t processes, const cuda::stream& s);

/// Adds `processes` arrays with the discoveries of delegates to this process's.
void merge_delegates(const joint_view& v, const uint4* arrays, std::uint64_t processes, const cuda::stream& s);

/// Counts the members of each process's row ids. `counts`, one per column, must be 0.
void count_members(const joint_view& v, std::uint64_t columns, unsigned long long* counts, const cuda::stream& s);

}  // namespace fathom::ranks_engine
