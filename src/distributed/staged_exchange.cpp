#include <vector>

#include "cuda/transfer.hpp"
#include "distributed/device_exchange.hpp"

namespace fathom {
namespace {

/// Host memory that a device reads and writes at the bus's speed; grows.
class pinned_bytes {
 public:
  pinned_bytes() = default;
  pinned_bytes(const pinned_bytes&) = delete;
  pinned_bytes& operator=(const pinned_bytes&) = delete;
  ~pinned_bytes() { cudaFreeHost(data_); }

  std::span<std::byte> take(std::size_t size) {
    if (size > size_) {
      cudaFreeHost(data_);
      data_ = nullptr;
      size_ = 0;
      cuda::check(cudaHostAlloc(reinterpret_cast<void**>(&data_), size, cudaHostAllocDefault), "allocating pinned memory");
      size_ = size;
    }
    return {data_, size};
  }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

class staged final : public device_exchange {
 public:
  explicit staged(communicator& ranks) : ranks_(ranks) {}

  std::string_view name() const noexcept override { return "host"; }

  void all_gather(void* all, std::size_t bytes, const cuda::stream& s) override {
    const auto size = static_cast<std::size_t>(ranks_.size()), rank = static_cast<std::size_t>(ranks_.rank());
    std::byte* const on_device = static_cast<std::byte*>(all);
    const std::span<std::byte> mine = mine_.take(bytes), everybodys = all_.take(bytes * size);
    cuda::check(cudaMemcpyAsync(mine.data(), on_device + rank * bytes, bytes, cudaMemcpyDeviceToHost, s.get()),
                "copying from the device");
    s.wait("copying from the device");
    const std::vector<std::uint64_t> sizes(size, bytes);
    ranks_.all_gather(mine, sizes, everybodys);
    // Where this rank's lie nothing changes, so that one copy does for all.
    cuda::check(cudaMemcpyAsync(on_device, everybodys.data(), everybodys.size(), cudaMemcpyHostToDevice, s.get()),
                "copying to the device");
    s.wait("copying to the device");
  }

 private:
  communicator& ranks_;
  pinned_bytes mine_, all_;
};

}  // namespace

std::unique_ptr<device_exchange> staged_exchange(communicator& ranks) { return std::make_unique<staged>(ranks); }

}  // namespace fathom
