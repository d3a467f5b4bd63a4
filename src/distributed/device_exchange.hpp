// What ranks send each other from the memory of their devices. For files that are compiled only with CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cuda/runtime.hpp"
#include "fathom/communicator.hpp"

namespace fathom {

class device_exchange {
 public:
  device_exchange() = default;
  device_exchange(const device_exchange&) = delete;
  device_exchange& operator=(const device_exchange&) = delete;
  virtual ~device_exchange() = default;

  [[nodiscard]] virtual std::string_view name() const noexcept = 0;

  /// Collective, in the stream's order: `bytes` of each rank behind each other, by rank, on all of them. This rank's lie where they
  /// belong in `all` already.
  virtual void all_gather(void* all, std::size_t bytes, const cuda::stream& s) = 0;

  /// Collective, likewise: of the bytes at `mine` the first `my_sizes[0]` go to rank 0, the next `my_sizes[1]` to rank 1 ...; what
  /// comes lies at `theirs` likewise, by `their_sizes`. Each rank knows what it will get from each.
  virtual void all_to_all(const void* mine, std::span<const std::uint64_t> my_sizes, void* theirs,
                          std::span<const std::uint64_t> their_sizes, const cuda::stream& s) = 0;
};

/// Through the host's memory and `ranks`, which must outlive it: works everywhere, also where several ranks share a device.
[[nodiscard]] std::unique_ptr<device_exchange> staged_exchange(communicator& ranks);

/// Through NCCL, which is loaded at run time; collective, the current device is the rank's. Throws error_category::device with
/// NCCL's words, on all ranks where it fails on one.
[[nodiscard]] std::unique_ptr<device_exchange> nccl_exchange(communicator& ranks);

/// By copies between the devices' memory, of `bytes` that this rank sends at once at most. Collective, also where it goes; `ranks`
/// must outlive it. Throws a rank_error on all ranks: error_category::device where they are on different hosts, or a device cannot
/// reach another's memory; ::memory.
[[nodiscard]] std::unique_ptr<device_exchange> peer_exchange(communicator& ranks, std::size_t bytes);

/// Why nccl_exchange() cannot work in this process; empty where it can.
[[nodiscard]] std::string why_no_nccl();

}  // namespace fathom
