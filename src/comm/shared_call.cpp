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

void sum_by_rank(communicator& ranks, std::span<double> values) {
  if (ranks.size() == 1) return;
  const auto processes = static_cast<std::size_t>(ranks.size()), me = static_cast<std::size_t>(ranks.rank());
  const std::size_t at_once = std::min(values.size(), values_at_once);
  array<double> theirs;
  on_all_processes(ranks, [&] { theirs = array<double>((at_once / processes + 1) * processes); });
  std::vector<std::uint64_t> sizes(processes), own_sizes(processes);
  for (std::size_t begin = 0; begin < values.size(); begin += at_once) {
    // Each process sums one piece of this chunk, which it receives from all.
    const std::span<double> chunk = values.subspan(begin, std::min(at_once, values.size() - begin));
    const auto start = [&](std::size_t rank) { return chunk.size() * rank / processes; };
    for (std::size_t r = 0; r < processes; ++r) sizes[r] = (start(r + 1) - start(r)) * sizeof(double);
    const std::span<double> mine = chunk.subspan(start(me), start(me + 1) - start(me));
    std::fill(own_sizes.begin(), own_sizes.end(), mine.size_bytes());
    const std::span<double> received = theirs.view().first(mine.size() * processes);
    ranks.all_to_all(std::as_bytes(chunk), sizes, std::as_writable_bytes(received), own_sizes);
    std::copy_n(received.begin(), mine.size(), mine.begin());
    for (std::size_t r = 1; r < processes; ++r) {
      for (std::size_t i = 0; i < mine.size(); ++i) mine[i] += received[r * mine.size() + i];
    }
    std::copy(mine.begin(), mine.end(), received.begin());
    ranks.all_gather(std::as_bytes(received.first(mine.size())), sizes, std::as_writable_bytes(chunk));
  }
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
    : own_ranks_(exec.ranks ? nullptr : alone()), ranks_(exec.ranks ? *exec.ranks : *own_ranks_) {
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

std::vector<shared_work> shared_call::work_of_all() const {
  if (own_ranks_) return {};
  shared_work mine = work_;
  mine.peak_memory_bytes = peak_memory_bytes();
  return gather_from_all(ranks_, mine);
}

}  // namespace fathom
