// Device exchange through NCCL, which is loaded on first use: single-GPU programs do not need it, and Debian and Ubuntu do not
// package it.
#include <dlfcn.h>
#include <fmt/format.h>
#include <nccl.h>

#include <cstdlib>
#include <string>

#include "comm/agreement.hpp"
#include "comm/device_exchange.hpp"
#include "comm/exchange.hpp"
#include "comm/nccl_places.hpp"
#include "comm/process_device.hpp"

namespace fathom {
namespace {

class nccl_library {
 public:
  /// Throws error_category::device if NCCL cannot be loaded.
  static const nccl_library& get() {
    static const nccl_library one;
    return one;
  }

  void check(ncclResult_t status, std::string_view doing) const {
    if (status == ncclSuccess || status == ncclInProgress) return;
    throw error(error_category::device, fmt::format("{}: {} (NCCL)", doing, error_text_(status)));
  }

  /// Whether collectives can be captured in CUDA graphs while others are not captured: since NCCL 2.13, unless the user turns it
  /// off.
  [[nodiscard]] bool can_capture() const {
    constexpr int mixes_since = NCCL_VERSION(2, 13, 0);
    const char* const mixing = std::getenv("NCCL_GRAPH_MIXING_SUPPORT");
    int version = 0;
    return version_(&version) == ncclSuccess && version >= mixes_since && !(mixing && std::string_view(mixing) == "0");
  }

  decltype(&ncclGetUniqueId) unique_id = nullptr;
  decltype(&ncclCommInitRank) init_rank = nullptr;
  decltype(&ncclCommDestroy) destroy = nullptr;
  decltype(&ncclAllGather) all_gather = nullptr;
  decltype(&ncclSend) send = nullptr;
  decltype(&ncclRecv) receive = nullptr;
  decltype(&ncclGroupStart) group_start = nullptr;
  decltype(&ncclGroupEnd) group_end = nullptr;

 private:
  nccl_library() : handle_(opened()) {
    require(unique_id, "ncclGetUniqueId");
    require(init_rank, "ncclCommInitRank");
    require(destroy, "ncclCommDestroy");
    require(all_gather, "ncclAllGather");
    require(send, "ncclSend");
    require(receive, "ncclRecv");
    require(group_start, "ncclGroupStart");
    require(group_end, "ncclGroupEnd");
    require(error_text_, "ncclGetErrorString");
    require(version_, "ncclGetVersion");
  }

  static void* opened() {
    // Searches do not use NVLink multicast (NVLS), and its setup may fail on virtual machines.
    setenv("NCCL_NVLS_ENABLE", "0", 0);
    // NCCL would register the memory that captured collectives use with other devices. It cannot register memory from pools.
    setenv("NCCL_GRAPH_REGISTER", "0", 0);
    std::string reasons;
    for (const std::string& place : nccl_places()) {
      if (void* const handle = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
      const char* const why = dlerror();  // includes the file name
      reasons += (reasons.empty() ? "" : "; ") + (why ? std::string(why) : place);
    }
    throw error(
        error_category::device,
        fmt::format("NCCL cannot be loaded ({}); install it (pip install nvidia-nccl-cu13, or -cu12), set FATHOM_NCCL to its "
                    "libnccl.so.2, or use the transport host",
                    reasons));
  }

  template <class Function>
  void require(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    if (!function) throw error(error_category::device, fmt::format("libnccl.so.2 has no function {}; it is too old", name));
  }

  void* handle_;  // never closed: NCCL's threads may run until the process ends
  decltype(&ncclGetErrorString) error_text_ = nullptr;
  decltype(&ncclGetVersion) version_ = nullptr;
};

/// NCCL communicator of the processes' devices. Creating it takes seconds, so consecutive searches share it.
class nccl_group {
 public:
  /// Collective.
  static std::shared_ptr<nccl_group> of(communicator& ranks) {
    int device = 0;
    cuda::check(cudaGetDevice(&device), "querying the current device");
    const auto* kept = std::any_cast<std::shared_ptr<nccl_group>>(&ranks.kept());
    const bool fits = kept && (*kept)->device_ == device;
    if (largest_of(ranks, fits ? 0 : 1) != 0) ranks.kept() = std::make_shared<nccl_group>(ranks, device);
    return std::any_cast<std::shared_ptr<nccl_group>>(ranks.kept());
  }

  nccl_group(communicator& ranks, int device) : device_(device) {
    // NCCL itself reports a shared device only to the processes that share it; all others would wait for them forever.
    if (share_devices(ranks, {device_kind::cuda, device})) {
      throw error(
          error_category::device,
          "several processes share a device, which NCCL does not support; start one process per device, or use the transport "
          "host");
    }
    ncclUniqueId id{};
    on_all_processes(ranks, [&] {
      const nccl_library& library = nccl_library::get();
      if (ranks.rank() == 0) library.check(library.unique_id(&id), "creating an NCCL id");
    });
    ranks.broadcast(std::as_writable_bytes(std::span(&id, 1)), 0);
    const nccl_library& library = nccl_library::get();
    on_all_processes(ranks, [&] {
      constexpr std::string_view doing = "connecting the processes' devices";
      library.check(library.init_rank(&group_, ranks.size(), id, ranks.rank()), doing);
      // NCCL loads its kernels and connects devices in the first exchange. No search is to wait for that: 0.15 s on two H100.
      const cuda::stream first;
      const cuda::buffer<std::uint64_t> numbers(static_cast<std::size_t>(ranks.size()),
                                                first);  // NCCL reads and writes whole words
      library.check(library.all_gather(numbers.data() + ranks.rank(), numbers.data(), 1, ncclUint64, group_, first.get()), doing);
      first.wait(doing);
    });
    can_capture_ = largest_of(ranks, library.can_capture() ? 0 : 1) == 0;
  }
  nccl_group(const nccl_group&) = delete;
  nccl_group& operator=(const nccl_group&) = delete;
  ~nccl_group() {
    if (group_) nccl_library::get().destroy(group_);
  }

  [[nodiscard]] ncclComm_t get() const noexcept { return group_; }
  [[nodiscard]] bool can_capture() const noexcept { return can_capture_; }

 private:
  int device_;
  bool can_capture_ = false;
  ncclComm_t group_ = nullptr;
};

class nccl final : public device_exchange {
 public:
  explicit nccl(communicator& ranks) : group_(nccl_group::of(ranks)), rank_(static_cast<std::size_t>(ranks.rank())) {}

  std::string_view name() const noexcept override { return "nccl"; }
  bool can_capture() const noexcept override { return group_->can_capture(); }

  void all_gather(void* all, std::size_t bytes, const cuda::stream& s) override {
    const nccl_library& library = nccl_library::get();
    const void* const mine = static_cast<const std::byte*>(all) + rank_ * bytes;
    library.check(library.all_gather(mine, all, bytes, ncclInt8, group_->get(), s.get()), "gathering from the processes' devices");
  }

  void all_to_all(const void* mine, std::span<const std::uint64_t> my_sizes, void* theirs,
                  std::span<const std::uint64_t> their_sizes, const cuda::stream& s) override {
    const nccl_library& library = nccl_library::get();
    constexpr std::string_view doing = "sending between the processes' devices";
    const auto* from = static_cast<const std::byte*>(mine);
    auto* to = static_cast<std::byte*>(theirs);
    library.check(library.group_start(), doing);
    for (std::size_t peer = 0; peer < my_sizes.size(); from += my_sizes[peer], to += their_sizes[peer], ++peer) {
      const auto number = static_cast<int>(peer);
      if (my_sizes[peer] > 0) library.check(library.send(from, my_sizes[peer], ncclInt8, number, group_->get(), s.get()), doing);
      if (their_sizes[peer] > 0)
        library.check(library.receive(to, their_sizes[peer], ncclInt8, number, group_->get(), s.get()), doing);
    }
    library.check(library.group_end(), doing);
  }

 private:
  std::shared_ptr<nccl_group> group_;
  std::size_t rank_;
};

}  // namespace

std::unique_ptr<device_exchange> nccl_exchange(communicator& ranks) { return std::make_unique<nccl>(ranks); }

std::string why_no_nccl() {
  try {
    static_cast<void>(nccl_library::get());
    return "";
  } catch (const error& e) {
    return e.what();
  }
}

}  // namespace fathom
