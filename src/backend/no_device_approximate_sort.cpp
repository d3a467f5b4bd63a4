// Stub of graph/layout/cuda/approximate_sort.cu and papers/sorting/time_device_sorts.cu for builds without CUDA.
#include "fathom/error.hpp"
#include "graph/layout/cuda/approximate_sort.hpp"

namespace fathom {
namespace {

[[noreturn]] void refuse() { throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu"); }

}  // namespace

struct device_approximate_sort::state {};

device_approximate_sort::device_approximate_sort(std::uint32_t, const cuda::stream&) { refuse(); }
device_approximate_sort::~device_approximate_sort() = default;
std::uint64_t device_approximate_sort::bytes(std::uint32_t) { return 0; }
void device_approximate_sort::sort(const std::uint32_t*, vertex_id, vertex_id*) {}
key_range device_approximate_sort::range() const { return {}; }

void degree_keys(const edge_offset*, vertex_id, std::uint32_t*, const cuda::stream&) {}
array<vertex_id> approximate_sort_cuda(device, std::span<const std::uint32_t>, std::uint32_t) { refuse(); }
device_sort_seconds time_sorts_cuda(device, std::span<const std::uint32_t>, std::uint32_t, int) { refuse(); }

}  // namespace fathom
