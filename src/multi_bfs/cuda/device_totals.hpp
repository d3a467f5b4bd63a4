// Per-vertex sums over searches on a CUDA device. Include only in files that are compiled with CUDA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "gpu/runtime.hpp"

namespace fathom::multi_bfs_engine {

/// Device arrays of vertex_totals in the layout's ids; null if not needed.
struct totals_view {
  std::uint32_t* reached_by;
  std::uint64_t *distance_sum, *harmonic_sum;
  hop_count* farthest;
};

class device_totals {
 public:
  /// Empty totals.
  device_totals() = default;
  /// Totals of `size` vertices that no search has reached.
  device_totals(std::size_t size, const cuda::stream& s);

  [[nodiscard]] totals_view view() const noexcept;
  /// Adds the totals to sums in the caller's ids.
  void add_to(const layout& l, vertex_totals& sums, int threads, const cuda::stream& s) const;
  [[nodiscard]] static constexpr std::uint64_t bytes_per_vertex() {
    return sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t) + sizeof(hop_count);
  }

 private:
  cuda::buffer<std::uint32_t> reached_by_;
  cuda::buffer<std::uint64_t> distance_sum_, harmonic_sum_;
  cuda::buffer<hop_count> farthest_;
};

}  // namespace fathom::multi_bfs_engine
