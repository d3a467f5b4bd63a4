// Sorts of Zhong et al., Figure 11, on the CPU.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fathom::program {

struct sort_time {
  const char* name;
  std::vector<double> seconds;  ///< one per run
};

/// Times of ordering the keys' indices by descending key, each by one thread: approximately in `buckets` buckets, by radix with
/// digits of 11 bits for the keys' bits and for 32 bits, by merging and by quicksort. All but the first must agree about the keys'
/// order; throws error_category::device if
/// they do not.
[[nodiscard]] std::vector<sort_time> time_host_sorts(std::span<const std::uint32_t> keys, std::uint32_t buckets, int runs);

}  // namespace fathom::program
