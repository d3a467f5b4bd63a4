// Where messages lie in the message buffer, worked out on a CUDA device. No header of CUDA is needed here.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "fathom/types.hpp"

namespace fathom::cuda {
class stream;
}

namespace fathom::edge_vertex_engine {

/// Of so many vertices in groups, the last of which may be smaller.
[[nodiscard]] constexpr std::uint64_t groups_of(vertex_id n, vertex_id group_size) {
  return (std::uint64_t{n} + group_size - 1) / group_size;
}

/// Zhong et al., section 4.2, the first two steps, for n vertices with n + 1 offsets of their in-edges: the group array, which is
/// each group's largest in-degree, and the offset array, the exclusive prefix sum of that times the group's size. Both have
/// groups_of() + 1 entries, in the group array the last one is 0; the last of the offset array is the number of slots. In device
/// memory, in the stream's order, with room for the sum from the stream.
void group_offsets_on(const edge_offset* in_offsets, vertex_id n, vertex_id group_size, std::uint64_t* groups,
                      std::uint64_t* offsets, const cuda::stream& s);

/// The slot of each vertex' first message, n entries, as message_slots::first: the others are group_size apart.
void first_slots_on(const std::uint64_t* offsets, vertex_id n, vertex_id group_size, std::uint64_t* first, const cuda::stream& s);

/// All of this from and to host memory. Throws error_category::memory, ::device.
struct device_message_slots {
  array<std::uint64_t> groups, offsets, first;
  double seconds = 0;  ///< of the device, without the copies
};
[[nodiscard]] device_message_slots message_slots_on(device where, const edge_offset* in_offsets, vertex_id n, vertex_id group_size);

}  // namespace fathom::edge_vertex_engine
