// The approximate sort of approximate_sort.hpp on a CUDA device. Takes device pointers and a stream, but needs no CUDA header.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "fathom/types.hpp"
#include "graph/layout/approximate_sort.hpp"

namespace fathom {

namespace cuda {
class stream;
}

/// Runs the three steps in three kernels, with counts and ranks in shared memory, without synchronizing with the host. Keys are
/// read three times (range, count, scatter) and indices are written once.
class device_approximate_sort {
 public:
  /// Allocates memory for 1 to 2^24 buckets on the current device. The stream must outlive this object.
  device_approximate_sort(std::uint32_t buckets, const cuda::stream& s);
  ~device_approximate_sort();
  device_approximate_sort(const device_approximate_sort&) = delete;
  device_approximate_sort& operator=(const device_approximate_sort&) = delete;

  /// Bytes that the constructor allocates.
  [[nodiscard]] static std::uint64_t bytes(std::uint32_t buckets);

  /// Sets order[i] to the index of the key in position i, in stream order. Buckets and their order are those of approximate_sort();
  /// the order within a bucket is unspecified and may differ between runs. `keys` and `order` are device arrays of n elements.
  void sort(const std::uint32_t* keys, vertex_id n, vertex_id* order);

  /// Range of the keys last sorted, of which there must be at least one. If min == max, sorting gained nothing. Synchronizes the
  /// stream.
  [[nodiscard]] key_range range() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// keys[v] = min(offsets[v + 1] - offsets[v], 2^32 - 1) for n vertices, in stream order. Both arrays are in device memory.
void degree_keys(const edge_offset* offsets, vertex_id n, std::uint32_t* keys, const cuda::stream& s);

/// approximate_sort() on a device, from and to host memory; the order within a bucket is unspecified. Throws
/// error_category::memory, ::device.
[[nodiscard]] array<vertex_id> approximate_sort_cuda(device where, std::span<const std::uint32_t> keys, std::uint32_t buckets);

}  // namespace fathom
