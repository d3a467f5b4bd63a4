#include "comm/device_exchange.hpp"
#include "comm/mpi_transfers.hpp"

namespace fathom {
namespace {

// Exchange in which a CUDA-aware MPI library reads and writes device memory. MPI knows no streams: it begins after the stream's
// earlier work, and ends before the call returns.
class by_mpi final : public device_exchange {
 public:
  explicit by_mpi(communicator& ranks) : ranks_(ranks) {}

  std::string_view name() const noexcept override { return "mpi"; }

  void all_gather(void* all, std::size_t bytes, const cuda::stream& s) override {
    s.wait("work before a transfer by MPI");
    gather_by_mpi(ranks_, static_cast<std::byte*>(all), bytes);
  }

  void all_to_all(const void* mine, std::span<const std::uint64_t> my_sizes, void* theirs,
                  std::span<const std::uint64_t> their_sizes, const cuda::stream& s) override {
    s.wait("work before a transfer by MPI");
    send_by_mpi(ranks_, static_cast<const std::byte*>(mine), my_sizes, static_cast<std::byte*>(theirs), their_sizes);
  }

 private:
  communicator& ranks_;
};

}  // namespace

std::unique_ptr<device_exchange> mpi_exchange(communicator& ranks) { return std::make_unique<by_mpi>(ranks); }

}  // namespace fathom
