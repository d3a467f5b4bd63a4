// Comparison of the approximate sort of Zhong et al., TPDS 2017, with CUB's radix and merge sorts on a CUDA device.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/device.hpp"

namespace fathom {

/// Median device time of sorting in seconds; transfers and allocations are not included.
struct device_sort_seconds {
  double approximate = 0;
  double radix = 0;       ///< CUB's SortPairs of keys and indices by all 32 bits
  double radix_bits = 0;  ///< the same by only the bits that the largest key needs
  double merge = 0;       ///< CUB's merge sort of pairs of key and index
};
[[nodiscard]] device_sort_seconds time_sorts_cuda(device where, std::span<const std::uint32_t> keys, std::uint32_t buckets,
                                                  int runs);

}  // namespace fathom
