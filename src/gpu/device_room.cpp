#include "fathom/visitor/device_room.hpp"

#include <vector>

#include "gpu/transfer.hpp"

namespace fathom {
namespace {

constexpr std::size_t alignment = 256;

}  // namespace

struct device_room::parts {
  explicit parts(device of) : where(of), here(of.index) { cuda::require_capability(of); }

  device where;
  cuda::current_device here;
  cuda::stream stream;  // before `memory`, which is freed in this stream's order
  std::vector<cuda::buffer<std::byte>> memory;
};

device_room::device_room(device where) : parts_(std::make_unique<parts>(where)) {}
device_room::~device_room() = default;

device device_room::where() const noexcept { return parts_->where; }
void* device_room::stream() const noexcept { return parts_->stream.get(); }
const cuda::stream& device_room::in_order() const noexcept { return parts_->stream; }

unsigned device_room::multiprocessors() const {
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, parts_->where.index), "querying the multiprocessor count");
  return static_cast<unsigned>(count);
}

std::byte* device_room::allocate(std::size_t bytes) {
  parts_->memory.emplace_back((bytes + alignment - 1) / alignment * alignment, parts_->stream);
  return parts_->memory.back().data();
}

void device_room::upload(void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) cuda::copy_to_device(to, from, bytes, parts_->stream);
}

void device_room::download(void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) cuda::copy_to_host(to, from, bytes, parts_->stream);
}

void device_room::clear(void* at, std::size_t bytes) {
  if (bytes > 0) check(cudaMemsetAsync(at, 0, bytes, parts_->stream.get()), "clearing device memory");
}

void device_room::check(int status, const char* doing) { cuda::check(static_cast<cudaError_t>(status), doing); }

void device_room::require(std::size_t bytes, const char* purpose) { cuda::require_device_memory(bytes, purpose); }

}  // namespace fathom
