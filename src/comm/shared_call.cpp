#include "comm/shared_call.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "comm/exchange.hpp"
#include "comm/process_device.hpp"
#include "comm/process_threads.hpp"
#include "fathom/array.hpp"
#include "fathom/report.hpp"

namespace fathom {
namespace {

// Values per message of a sum.
constexpr std::size_t values_at_once = std::size_t{1} << 18;

std::vector<device> devices_in(const execution& exec, const communicator& ranks) {
  if (ranks.size() == 1) return exec.devices.empty() ? std::vector<device>{exec.where} : exec.devices;
  if (exec.devices.empty()) return {ranks_engine::device_of_rank(ranks, exec.where)};
  return {exec.devices[static_cast<std::size_t>(ranks.rank_on_host()) % exec.devices.size()]};
}

}  // namespace

void combine_by_rank(communicator& ranks, std::span<std::byte> values, std::size_t value_bytes,
                     const std::function<void(std::byte* into, const std::byte* from, std::size_t count)>& combine) {
  if (ranks.size() == 1) return;
  const auto processes = static_cast<std::size_t>(ranks.size()), me = static_cast<std::size_t>(ranks.rank());
  const std::size_t all = values.size() / value_bytes, at_once = std::min(all, values_at_once);
  array<std::byte> theirs;
  on_all_processes(ranks, [&] { theirs = array<std::byte>((at_once / processes + 1) * processes * value_bytes); });
  std::vector<std::uint64_t> sizes(processes), own_sizes(processes);
  for (std::size_t begin = 0; begin < all; begin += at_once) {
    // Each process combines one piece of this chunk, which it receives from all.
    const std::size_t count = std::min(all - begin, at_once);
    const std::span<std::byte> chunk = values.subspan(begin * value_bytes, count * value_bytes);
    const auto start = [&](std::size_t rank) { return count * rank / processes; };
    for (std::size_t r = 0; r < processes; ++r) sizes[r] = (start(r + 1) - start(r)) * value_bytes;
    const std::size_t mine = start(me + 1) - start(me);
    std::fill(own_sizes.begin(), own_sizes.end(), mine * value_bytes);
    const std::span<std::byte> received = theirs.view().first(mine * value_bytes * processes);
    ranks.all_to_all(chunk, sizes, received, own_sizes);
    for (std::size_t r = 1; r < processes; ++r) combine(received.data(), received.data() + r * mine * value_bytes, mine);
    ranks.all_gather(received.first(mine * value_bytes), sizes, chunk);
  }
}

void sum_by_rank(communicator& ranks, std::span<double> values) {
  combine_by_rank(ranks, std::as_writable_bytes(values), sizeof(double),
                  [](std::byte* into, const std::byte* from, std::size_t count) {
                    auto* const sums = reinterpret_cast<double*>(into);
                    const auto* const theirs = reinterpret_cast<const double*>(from);
                    for (std::size_t i = 0; i < count; ++i) sums[i] += theirs[i];
                  });
}

void join_values(communicator& ranks, std::span<double> values) {
  // Sums of bit patterns are exact, since all but one of the summands are zero.
  std::array<std::uint64_t, 4096> bits{};
  for (std::size_t begin = 0; begin < values.size(); begin += bits.size()) {
    const std::span<double> some = values.subspan(begin, std::min(bits.size(), values.size() - begin));
    std::transform(some.begin(), some.end(), bits.begin(), [](double x) { return std::bit_cast<std::uint64_t>(x); });
    ranks.all_reduce(reduction::sum, std::span(bits).first(some.size()));
    std::transform(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(some.size()), some.begin(),
                   [](std::uint64_t x) { return std::bit_cast<double>(x); });
  }
}

shared_call::shared_call(const execution& exec)
    : own_ranks_(exec.ranks ? nullptr : single_process_communicator()), ranks_(exec.ranks ? *exec.ranks : *own_ranks_) {
  on_all_processes(ranks_, [&] {
    if (exec.transport != rank_transport::automatic)
      fail_usage("transport {} requires a distributed graph; leave it automatic", to_string(exec.transport));
    for (const device d : exec.devices) static_cast<void>(choose_device(to_string(d)));
    devices_ = devices_in(exec, ranks_);
    where_ = devices_.front();
    control_ = with_threads(ranks_, exec.control);
  });
  work_.where = where_;
}

std::uint64_t shared_call::memory_bytes(std::uint64_t given) const {
  if (!is_shared() || given > 0 || where_.kind != device_kind::cpu) return given;
  return available_host_memory() / 4 * 3 / static_cast<std::uint64_t>(ranks_.ranks_on_host());
}

std::vector<shared_work> shared_call::work_of_all() const {
  if (own_ranks_) return {};
  shared_work mine = work_;
  mine.peak_memory_bytes = peak_memory_bytes();
  return gather_from_all(ranks_, mine);
}

}  // namespace fathom
