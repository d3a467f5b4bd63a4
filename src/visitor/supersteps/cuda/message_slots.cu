#include "visitor/supersteps/cuda/message_slots.hpp"

#include <string>

#include "gpu/algorithms.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"
#include "gpu/warp.cuh"

namespace fathom::edge_vertex_engine {
namespace {

using cuda::buffer;
using cuda::check_launch;

// Larger groups get a warp each, so that adjacent lanes read adjacent offsets.
constexpr vertex_id thread_group = 8;

__device__ edge_offset degree(const edge_offset* offsets, std::uint64_t v) { return offsets[v + 1] - offsets[v]; }

/// 1. The largest in-degree of each group, and the number of slots it needs.
__global__ void __launch_bounds__(cuda::wide_block)
    groups_by_thread_kernel(const edge_offset* in_offsets, vertex_id n, vertex_id size, std::uint64_t count, std::uint64_t* groups,
                            std::uint64_t* slots) {
  for (std::uint64_t group = cuda::grid_thread(); group <= count; group += cuda::grid_threads()) {
    const std::uint64_t first = group * size, end = min(first + size, std::uint64_t{n});
    edge_offset most = 0;
    for (std::uint64_t v = first; v < end; ++v) most = max(most, degree(in_offsets, v));
    groups[group] = most, slots[group] = most * size;
  }
}

__global__ void __launch_bounds__(cuda::wide_block)
    groups_by_warp_kernel(const edge_offset* in_offsets, vertex_id n, vertex_id size, std::uint64_t count, std::uint64_t* groups,
                          std::uint64_t* slots) {
  const std::uint64_t warps = cuda::grid_warps();
  for (std::uint64_t group = cuda::grid_warp(); group <= count; group += warps) {
    const std::uint64_t first = group * size, end = min(first + size, std::uint64_t{n});
    edge_offset most = 0;
    for (std::uint64_t v = first + cuda::lane(); v < end; v += cuda::warp_lanes) most = max(most, degree(in_offsets, v));
    most = cuda::warp_max(most);
    if (cuda::lane() == 0) groups[group] = most, slots[group] = most * size;
  }
}

/// A vertex's first slot is in the group's first column, at its position in the group.
__global__ void __launch_bounds__(cuda::wide_block)
    first_slots_kernel(const std::uint64_t* offsets, vertex_id n, vertex_id size, std::uint64_t* first) {
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) {
    const auto v = static_cast<vertex_id>(i);
    first[v] = offsets[v / size] + v % size;
  }
}

}  // namespace

void group_offsets_on(const edge_offset* in_offsets, vertex_id n, vertex_id group_size, std::uint64_t* groups,
                      std::uint64_t* offsets, const cuda::stream& s) {
  const std::uint64_t entries = groups_of(n, group_size) + 1;
  if (group_size < thread_group) {
    groups_by_thread_kernel<<<cuda::wide_grid(entries), cuda::wide_block, 0, s.get()>>>(in_offsets, n, group_size, entries - 1,
                                                                                        groups, offsets);
  } else {
    groups_by_warp_kernel<<<cuda::wide_grid(entries * cuda::warp_lanes), cuda::wide_block, 0, s.get()>>>(
        in_offsets, n, group_size, entries - 1, groups, offsets);
  }
  check_launch("grouping vertices");
  // 2. Offsets of the groups; the last entry, beyond the groups, becomes the total.
  cuda::exclusive_sum(offsets, offsets, entries, s);
}

void first_slots_on(const std::uint64_t* offsets, vertex_id n, vertex_id group_size, std::uint64_t* first, const cuda::stream& s) {
  first_slots_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(offsets, n, group_size, first);
  check_launch("placing messages");
}

device_message_slots message_slots_on(device where, const edge_offset* in_offsets, vertex_id n, vertex_id group_size) {
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  const std::uint64_t entries = groups_of(n, group_size) + 1;
  cuda::require_device_memory((2 * entries + 2 * std::uint64_t{n} + 1) * sizeof(std::uint64_t),
                              "placing the messages of " + std::to_string(n) + " vertices");
  device_message_slots found{array<std::uint64_t>(entries), array<std::uint64_t>(entries), array<std::uint64_t>(n)};
  if (n == 0) {
    found.groups[0] = found.offsets[0] = 0;
    return found;
  }
  const cuda::stream s;
  const buffer<edge_offset> rows = cuda::upload(in_offsets, std::size_t{n} + 1, s);
  const buffer<std::uint64_t> groups(entries, s), offsets(entries, s), first(n, s);
  cuda::stopwatch watch;
  watch.start(s);
  group_offsets_on(rows.data(), n, group_size, groups.data(), offsets.data(), s);
  first_slots_on(offsets.data(), n, group_size, first.data(), s);
  watch.stop(s);
  cuda::copy_to_host(found.groups.data(), groups.data(), groups.bytes(), s);
  cuda::copy_to_host(found.offsets.data(), offsets.data(), offsets.bytes(), s);
  cuda::copy_to_host(found.first.data(), first.data(), first.bytes(), s);
  found.seconds = watch.seconds();
  return found;
}

}  // namespace fathom::edge_vertex_engine
