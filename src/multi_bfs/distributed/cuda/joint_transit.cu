#include "multi_bfs/distributed/cuda/joint_transit.hpp"

#include "multi_bfs/distributed/cuda/joint_rows.cuh"

namespace fathom::ranks_engine {
namespace {

__device__ __forceinline__ const local_vertex* ids_of(const joint_list& l, const std::byte* list) {
  return reinterpret_cast<const local_vertex*>(list + l.first_id());
}

// `members` is the bitmap of one process's vertices.
__global__ void list_members_kernel(const bit_word* members, std::uint64_t words, local_vertex* ids, std::uint32_t* cursor) {
  for (std::uint64_t w = cuda::grid_warp(); w < words; w += cuda::grid_warps()) {
    const bool is_member = (members[w] >> lane() & 1) != 0;
    const std::uint32_t at = cuda::warp_append(cursor, is_member);
    if (is_member) ids[at] = static_cast<local_vertex>(w * bits_per_word + lane());
  }
}

// `rows` are those of one process's vertices.
__global__ void copy_members_kernel(const uint4* rows, joint_list l, std::byte* list) {
  const local_vertex* const ids = ids_of(l, list);
  auto* const to = reinterpret_cast<uint4*>(list);
  for (std::uint64_t i = grid_thread(); i < l.entries * l.lanes; i += grid_threads()) {
    const local_vertex id = ids[i / l.lanes];
    if (id != no_local_vertex) to[i] = rows[std::size_t{id} * l.lanes + i % l.lanes];
  }
}

/// Calls visit(process, id, part, row) for every used entry, and visit(0, no_local_vertex, 1, zeros) for others. All threads of the
/// grid must call this, in whole warps, which then call `visit` together.
template <class Visit>
__device__ void for_each_entry(const joint_lists& lists, const Visit& visit) {
  const joint_list& l = lists.layout;
  const std::uint64_t of_list = l.entries * l.lanes, all = of_list * lists.size;
  for (std::uint64_t first = grid_thread() - lane(); first < all; first += grid_threads()) {
    const std::uint64_t i = first + lane(), process = i < all ? i / of_list : 0, at = i < all ? i % of_list : 0;
    const std::byte* const list = lists.first + process * l.bytes();
    const local_vertex id = i < all ? ids_of(l, list)[at / l.lanes] : no_local_vertex;
    const bool is_used = id != no_local_vertex;
    const uint4 row = is_used ? reinterpret_cast<const uint4*>(list)[at] : no_bits();
    visit(process, id, is_used ? static_cast<unsigned>(at % l.lanes) : 1, row);
  }
}

__global__ void take_frontier_kernel(joint_view v, joint_lists lists, local_vertex* ids, std::uint32_t* cursor) {
  for_each_entry(lists, [&](std::uint64_t process, local_vertex id, unsigned part, uint4 row) {
    const std::uint64_t u = process * v.stride + id;
    const std::uint32_t at = cuda::warp_append(cursor, part == 0);
    if (part == 0) ids[at] = static_cast<local_vertex>(u);
    if (id != no_local_vertex) v.frontier[u * v.lanes + part] = row;
  });
}

__global__ void clear_frontier_kernel(joint_view v, const local_vertex* ids, std::uint64_t size) {
  for (std::uint64_t i = grid_thread(); i < size * v.lanes; i += grid_threads())
    v.frontier[std::size_t{ids[i / v.lanes]} * v.lanes + i % v.lanes] = no_bits();
}

// Each row id occurs at most once.
__global__ void take_seen_kernel(joint_view v, joint_lists lists) {
  for_each_entry(lists, [&](std::uint64_t process, local_vertex id, unsigned part, uint4 row) {
    if (id == no_local_vertex) return;
    uint4& seen = v.seen[(process * v.stride + id) * v.lanes + part];
    seen = seen | row;
  });
}

__global__ void take_all_seen_kernel(joint_view v) {
  const std::uint64_t size = v.row_words * bits_per_word * v.lanes;
  for (std::uint64_t i = grid_thread(); i < size; i += grid_threads()) v.seen[i] = v.seen[i] | v.found[i];
}

// Of one process: each vertex occurs at most once.
__global__ void merge_list_kernel(joint_view v, joint_lists lists) {
  for_each_entry(lists, [&](std::uint64_t, local_vertex id, unsigned part, uint4 row) {
    if (id == no_local_vertex) return;
    uint4& found = v.own_found()[std::size_t{id} * v.lanes + part];
    found = found | row;
    if (part == 0) set_member(v.members, v.first_own() + id);
  });
}

template <int Lanes>
__global__ void merge_arrays_kernel(joint_view v, const uint4* arrays, std::uint64_t processes, std::uint64_t words) {
  const row_group<Lanes> g;
  const std::uint64_t of_array = words * bits_per_word * Lanes;
  for (std::uint64_t w = cuda::grid_warp(); w < words; w += cuda::grid_warps()) {
    bit_word members = 0;
    for_each_member(g, all_lanes, [&](unsigned i, bool) {
      const std::size_t at = (w * bits_per_word + i) * Lanes + g.part;
      const uint4 before = v.own_found()[at];
      uint4 row = before;
      for (std::uint64_t p = 0; p < processes; ++p) row = row | arrays[p * of_array + at];
      if (any(row)) v.own_found()[at] = row;
      if (g.any_of(any(row))) members |= 1u << i;
    });
    members = cuda::warp_or(members);
    if (lane() == 0) v.members[v.first_own_word + w] = members;
  }
}

__global__ void count_members_kernel(const bit_word* members, std::uint64_t words, unsigned long long* counts) {
  members += blockIdx.y * words;
  std::uint64_t count = 0;
  for (std::uint64_t w = grid_thread(); w < words; w += grid_threads()) count += static_cast<unsigned>(__popc(members[w]));
  add_up(count, counts + blockIdx.y);
}

unsigned grid_of(const joint_list& l, std::uint64_t processes) { return cuda::wide_grid(l.entries * l.lanes * processes); }

void merge_arrays(const joint_view& v, const uint4* arrays, std::uint64_t processes, std::uint64_t words, const cuda::stream& s) {
  by_lanes(v.lanes, [&]<int Lanes>() {
    merge_arrays_kernel<Lanes>
        <<<cuda::wide_grid(words * bits_per_word), cuda::wide_block, 0, s.get()>>>(v, arrays, processes, words);
  });
  cuda::check_launch("combining discoveries");
}

}  // namespace

void pack_list(const joint_view& v, std::uint64_t column, const joint_list& layout, std::byte* to, std::uint32_t* cursor,
               const cuda::stream& s) {
  if (layout.entries == 0) return;
  auto* const ids = reinterpret_cast<local_vertex*>(to + layout.first_id());
  cuda::check(cudaMemsetAsync(ids, 0xFF, layout.id_bytes(), s.get()), "filling device memory");
  cuda::check(cudaMemsetAsync(cursor, 0, sizeof *cursor, s.get()), "clearing device memory");
  list_members_kernel<<<cuda::wide_grid(v.own_words * warp_lanes), cuda::wide_block, 0, s.get()>>>(v.members + column * v.own_words,
                                                                                                   v.own_words, ids, cursor);
  copy_members_kernel<<<grid_of(layout, 1), cuda::wide_block, 0, s.get()>>>(v.found + column * v.stride * v.lanes, layout, to);
  cuda::check_launch("packing discoveries");
}

void take_frontier(const joint_view& v, const joint_lists& lists, local_vertex* ids, std::uint32_t* cursor, const cuda::stream& s) {
  cuda::check(cudaMemsetAsync(cursor, 0, sizeof *cursor, s.get()), "clearing device memory");
  take_frontier_kernel<<<grid_of(lists.layout, lists.size), cuda::wide_block, 0, s.get()>>>(v, lists, ids, cursor);
  cuda::check_launch("unpacking the frontier");
}

void clear_frontier(const joint_view& v, const local_vertex* ids, std::uint64_t size, const cuda::stream& s) {
  if (size == 0) return;
  clear_frontier_kernel<<<cuda::wide_grid(size * v.lanes), cuda::wide_block, 0, s.get()>>>(v, ids, size);
  cuda::check_launch("clearing the frontier");
}

void take_seen(const joint_view& v, const joint_lists& lists, const cuda::stream& s) {
  take_seen_kernel<<<grid_of(lists.layout, lists.size), cuda::wide_block, 0, s.get()>>>(v, lists);
  cuda::check_launch("unpacking visited vertices");
}

void take_seen(const joint_view& v, const cuda::stream& s) {
  take_all_seen_kernel<<<cuda::wide_grid(v.row_words * bits_per_word * v.lanes), cuda::wide_block, 0, s.get()>>>(v);
  cuda::check_launch("marking visited vertices");
}

void merge_found(const joint_view& v, const joint_list& layout, const std::byte* list, const cuda::stream& s) {
  if (layout.entries == 0) return;
  // Only read.
  const joint_lists lists{layout, const_cast<std::byte*>(list), 1};
  merge_list_kernel<<<grid_of(layout, 1), cuda::wide_block, 0, s.get()>>>(v, lists);
  cuda::check_launch("combining discoveries");
}

void merge_found(const joint_view& v, const uint4* arrays, std::uint64_t processes, const cuda::stream& s) {
  merge_arrays(v, arrays, processes, v.own_words, s);
}

void merge_delegates(const joint_view& v, const uint4* arrays, std::uint64_t processes, const cuda::stream& s) {
  merge_arrays(v, arrays, processes, v.delegates / bits_per_word, s);
}

void count_members(const joint_view& v, std::uint64_t columns, unsigned long long* counts, const cuda::stream& s) {
  const dim3 blocks(std::min(cuda::wide_grid(v.own_words), 1024u), static_cast<unsigned>(columns));
  count_members_kernel<<<blocks, cuda::wide_block, 0, s.get()>>>(v.members, v.own_words, counts);
  cuda::check_launch("counting discoveries");
}

}  // namespace fathom::ranks_engine
