// Stub of multi_bfs/cuda/group_engine.cpp for builds without CUDA, in which no device can be selected.
#include "fathom/error.hpp"
#include "multi_bfs/cuda/group_engine.hpp"

namespace fathom::multi_bfs_engine {

struct device_copy {};

std::shared_ptr<const device_copy> copy_to_device(const layout&, device where) {
  throw error(error_category::device, to_string(where) + ": this build of fathom has no CUDA support; use the device cpu");
}
std::unique_ptr<group_engine> make_engine_on(std::shared_ptr<const device_copy>, multi_bfs_method, const group_plan&) { return {}; }
std::uint64_t copy_bytes(const layout&, device) { return 0; }
std::uint64_t planned_bytes_on(multi_bfs_method, const layout&, const group_plan&) { return 0; }
std::uint64_t available_memory(device) { return 0; }

}  // namespace fathom::multi_bfs_engine
