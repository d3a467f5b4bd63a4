// The approximate sort of approximate_sort.hpp on a CUDA device. The kernels take device pointers and a stream; no header of CUDA
// is needed here.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "fathom/types.hpp"
#include "graph/approximate_sort.hpp"

namespace fathom {

namespace cuda {
class stream;
}

/// The three steps in three kernels, counts and ranks in shared memory, and nothing that the host waits for: keys are read three
/// times (their range, the count, the scatter), numbers written once.
class device_approximate_sort {
 public:
  /// Allocates what depends on the number of buckets, 1 to 2^24, in the memory of the current device. The stream outlives this.
  device_approximate_sort(std::uint32_t buckets, const cuda::stream& s);
  ~device_approximate_sort();
  device_approximate_sort(const device_approximate_sort&) = delete;
  device_approximate_sort& operator=(const device_approximate_sort&) = delete;

  /// What the constructor allocates.
  [[nodiscard]] static std::uint64_t bytes(std::uint32_t buckets);

  /// order[i] is the number of the key that comes i-th: buckets as those of approximate_sort(), and in the same order. Within a
  /// bucket the order is any, and need not be the same again. n keys and n numbers in device memory; in the stream's order.
  void sort(const std::uint32_t* keys, vertex_id n, vertex_id* order);

  /// Of the last keys, of which there was at least one: min == max says that the order is not worth having. Waits for the stream.
  [[nodiscard]] key_range range() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// keys[v] = offsets[v + 1] - offsets[v] for n vertices, and 2^32 - 1 for more than that. In device memory, in the stream's order.
void degree_keys(const edge_offset* offsets, vertex_id n, std::uint32_t* keys, const cuda::stream& s);

/// The same from and to host memory. Throws error_category::memory, ::device.
[[nodiscard]] array<vertex_id> approximate_sort_on(device where, std::span<const std::uint32_t> keys, std::uint32_t buckets);

/// What sorting costs on a device, in seconds of its time: the median of `runs`, keys and memory being there.
struct device_sort_seconds {
  double approximate = 0;
  double radix = 0;       ///< CUB's SortPairs of keys and numbers, by all 32 bits
  double radix_bits = 0;  ///< the same by as many bits as the largest key has
};
[[nodiscard]] device_sort_seconds time_sorts_on(device where, std::span<const std::uint32_t> keys, std::uint32_t buckets, int runs);

}  // namespace fathom
