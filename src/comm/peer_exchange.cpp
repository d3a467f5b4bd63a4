#include <fmt/format.h>

#include <vector>

#include "comm/device_exchange.hpp"
#include "comm/exchange.hpp"
#include "comm/peer_memory.hpp"

namespace fathom {
namespace {

// Exchange in which each process publishes its data in memory that all others can read, and each process copies what it needs.
class peers final : public device_exchange {
 public:
  peers(communicator& ranks, std::size_t bytes) : ranks_(ranks), room_(bytes), memory_(ranks, std::max<std::size_t>(bytes, 1)) {}

  std::string_view name() const noexcept override { return "peer"; }
  bool is_near() const noexcept override { return true; }

  void all_gather(void* all, std::size_t bytes, const cuda::stream& s) override {
    auto* const to = static_cast<std::byte*>(all);
    leave(to + own() * bytes, bytes, s);
    ranks_.barrier();
    for (std::size_t i = 1; i < size(); ++i) {
      const std::size_t peer = (own() + i) % size();  // staggered, so that not all copy from the same process at once
      fetch(to + peer * bytes, peer, 0, bytes, s);
    }
    s.wait("copying from other processes' devices");
  }

  void all_to_all(const void* mine, std::span<const std::uint64_t> my_sizes, void* theirs,
                  std::span<const std::uint64_t> their_sizes, const cuda::stream& s) override {
    const std::vector<std::uint64_t> starts = starts_of(my_sizes), ends = starts_of(their_sizes);
    leave(mine, starts.back(), s);
    std::vector<std::uint64_t> at(size());
    ranks_.all_to_all(std::span(starts).first(size()), at);  // also a barrier: all have published their data
    for (std::size_t i = 0; i < size(); ++i) {
      const std::size_t peer = (own() + i) % size();
      fetch(static_cast<std::byte*>(theirs) + ends[peer], peer, at[peer], their_sizes[peer], s);
    }
    s.wait("copying from other processes' devices");
  }

 private:
  [[nodiscard]] std::size_t own() const { return static_cast<std::size_t>(ranks_.rank()); }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(ranks_.size()); }

  // Publishes data, after all others have copied the previous data.
  void leave(const void* from, std::size_t bytes, const cuda::stream& s) {
    if (bytes > room_) {
      throw error(error_category::device,
                  fmt::format("{} bytes for other processes do not fit the exchange buffer of {} bytes", bytes, room_));
    }
    ranks_.barrier();
    copy(memory_.of_ranks()[own()], from, bytes, s);
    s.wait("publishing data for other processes' devices");
  }

  void fetch(std::byte* to, std::size_t peer, std::uint64_t at, std::size_t bytes, const cuda::stream& s) const {
    copy(to, memory_.of_ranks()[peer] + at, bytes, s);
  }

  static void copy(void* to, const void* from, std::size_t bytes, const cuda::stream& s) {
    if (bytes > 0) cuda::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, s.get()), "copying between devices");
  }

  communicator& ranks_;
  std::size_t room_;
  peer_memory memory_;
};

}  // namespace

std::unique_ptr<device_exchange> peer_exchange(communicator& ranks, std::size_t bytes) {
  return std::make_unique<peers>(ranks, bytes);
}

}  // namespace fathom
