// Stub of visitor/supersteps/cuda/message_slots.cu for builds without CUDA, in which no device can be selected.
#include "fathom/error.hpp"
#include "visitor/supersteps/cuda/message_slots.hpp"

namespace fathom::edge_vertex_engine {

void group_offsets_on(const edge_offset*, vertex_id, vertex_id, std::uint64_t*, std::uint64_t*, const cuda::stream&) {}
void first_slots_on(const std::uint64_t*, vertex_id, vertex_id, std::uint64_t*, const cuda::stream&) {}
device_message_slots message_slots_on(device, const edge_offset*, vertex_id, vertex_id) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}

}  // namespace fathom::edge_vertex_engine
