// Slot assignment of the message buffer on a CUDA device. This header needs no CUDA header.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "fathom/types.hpp"

namespace fathom::cuda {
class stream;
}

namespace fathom::edge_vertex_engine {

/// Number of groups; the last one may be smaller.
[[nodiscard]] constexpr std::uint64_t groups_of(vertex_id n, vertex_id group_size) {
  return (std::uint64_t{n} + group_size - 1) / group_size;
}

/// Zhong et al., section 4.2, first two steps, for n vertices with n + 1 offsets of their in-edges: the group array, which is each
/// group's largest in-degree, and the offset array, the exclusive prefix sum of that times the group's size. Both have groups_of()
/// + 1 entries; the last of the group array is 0 and the last of the offset array is the number of slots. Arrays are in device
/// memory; scratch memory is allocated on the stream.
void group_offsets_on(const edge_offset* in_offsets, vertex_id n, vertex_id group_size, std::uint64_t* groups,
                      std::uint64_t* offsets, const cuda::stream& s);

/// The slot of each vertex's first message, n entries, like message_slots::first; its other slots follow at a distance of
/// group_size.
void first_slots_on(const std::uint64_t* offsets, vertex_id n, vertex_id group_size, std::uint64_t* first, const cuda::stream& s);

/// Both steps from and to host memory. Throws error_category::memory, ::device.
struct device_message_slots {
  array<std::uint64_t> groups, offsets, first;
  double seconds = 0;  ///< on the device, without copies
};
[[nodiscard]] device_message_slots message_slots_on(device where, const edge_offset* in_offsets, vertex_id n, vertex_id group_size);

}  // namespace fathom::edge_vertex_engine
