#include "multi_bfs/cuda/device_totals.hpp"

#include "gpu/transfer.hpp"
#include "multi_bfs/totals.hpp"

namespace fathom::multi_bfs_engine {

device_totals::device_totals(std::size_t size, const cuda::stream& s)
    : reached_by_(cuda::filled<std::uint32_t>(size, 0, s)),
      distance_sum_(cuda::filled<std::uint64_t>(size, 0, s)),
      harmonic_sum_(cuda::filled<std::uint64_t>(size, 0, s)),
      farthest_(cuda::filled<hop_count>(size, 0xFF, s)) {
  static_assert(unreachable == -1);
}

totals_view device_totals::view() const noexcept {
  return {reached_by_.data(), distance_sum_.data(), harmonic_sum_.data(), farthest_.data()};
}

void device_totals::add_to(const layout& l, vertex_totals& sums, int threads, const cuda::stream& s) const {
  vertex_totals counted = no_totals(reached_by_.size());
  const auto download = [&](auto& to, const auto& from) {
    if (to.size() > 0) cuda::copy_to_host(to.data(), from.data(), to.bytes(), s);
  };
  download(counted.reached_by, reached_by_);
  download(counted.distance_sum, distance_sum_);
  download(counted.harmonic_sum, harmonic_sum_);
  download(counted.farthest, farthest_);
  add_to_callers(l, counted, sums, threads);
}

}  // namespace fathom::multi_bfs_engine
