#include <numeric>
#include <vector>

#include "comm/device_exchange.hpp"
#include "gpu/pinned_memory.hpp"

namespace fathom {
namespace {

// The first `bytes` bytes of `memory`, which grows if necessary; the contents are lost.
std::span<std::byte> take(array<std::byte>& memory, std::size_t bytes) {
  if (memory.size() < bytes) {
    memory = {};  // free the old allocation first
    memory = cuda::pinned_array<std::byte>(bytes);
  }
  return memory.view().first(bytes);
}

// Exchange through pinned host memory. Copies to the device may still be in flight when a call returns; that is safe, because the
// next exchange waits for its copies from the device on the same stream before it overwrites the host buffer.
class staged final : public device_exchange {
 public:
  explicit staged(communicator& ranks) : ranks_(ranks) {}

  std::string_view name() const noexcept override { return "host"; }

  void all_gather(void* all, std::size_t bytes, const cuda::stream& s) override {
    const auto size = static_cast<std::size_t>(ranks_.size()), rank = static_cast<std::size_t>(ranks_.rank());
    std::byte* const on_device = static_cast<std::byte*>(all);
    const std::span<std::byte> mine = take(mine_, bytes);
    cuda::check(cudaMemcpyAsync(mine.data(), on_device + rank * bytes, bytes, cudaMemcpyDeviceToHost, s.get()),
                "copying from the device");
    s.wait("copying from the device");
    const std::span<std::byte> gathered = take(all_, bytes * size);
    const std::vector<std::uint64_t> sizes(size, bytes);
    ranks_.all_gather(mine, sizes, gathered);
    // This process's bytes are unchanged, so one copy of everything suffices.
    cuda::check(cudaMemcpyAsync(on_device, gathered.data(), gathered.size(), cudaMemcpyHostToDevice, s.get()),
                "copying to the device");
  }

  void all_to_all(const void* mine, std::span<const std::uint64_t> my_sizes, void* theirs,
                  std::span<const std::uint64_t> their_sizes, const cuda::stream& s) override {
    const std::span<std::byte> out = take(mine_, std::accumulate(my_sizes.begin(), my_sizes.end(), std::uint64_t{0}));
    cuda::check(cudaMemcpyAsync(out.data(), mine, out.size(), cudaMemcpyDeviceToHost, s.get()), "copying from the device");
    s.wait("copying from the device");
    const std::span<std::byte> in = take(all_, std::accumulate(their_sizes.begin(), their_sizes.end(), std::uint64_t{0}));
    ranks_.all_to_all(out, my_sizes, in, their_sizes);
    cuda::check(cudaMemcpyAsync(theirs, in.data(), in.size(), cudaMemcpyHostToDevice, s.get()), "copying to the device");
  }

 private:
  communicator& ranks_;
  array<std::byte> mine_, all_;
};

}  // namespace

std::unique_ptr<device_exchange> staged_exchange(communicator& ranks) { return std::make_unique<staged>(ranks); }

}  // namespace fathom
