#include "bench/suite/sorts.hpp"

#include <algorithm>

#include "bench/suite/bench.hpp"
#include "fathom/error.hpp"
#include "graph/layout/approximate_sort.hpp"

namespace fathom::program {
namespace {

struct numbered_key {
  std::uint32_t key;
  vertex_id number;
};

bool larger_key(const numbered_key& a, const numbered_key& b) { return a.key > b.key; }

}  // namespace

std::vector<sort_time> time_host_sorts(std::span<const std::uint32_t> keys, std::uint32_t buckets, int runs) {
  const std::vector<std::uint64_t> wide(keys.begin(), keys.end());
  std::vector<numbered_key> sorted(keys.size());
  array<vertex_id> order;
  const auto fill = [&] {
    for (vertex_id i = 0; i < sorted.size(); ++i) sorted[i] = {keys[i], i};
  };
  const auto require_order = [&] {
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (sorted[i].key == keys[order[i]]) continue;
      throw error(error_category::device, "two sorts of the same keys differ; this is a bug in fathom or a fault of the machine");
    }
  };
  std::vector<sort_time> times;
  times.push_back({"approximate", measure(runs, [&] { order = approximate_sort(wide, buckets, 1); })});
  times.push_back({"radix, the keys' bits", measure(runs, [&] { order = exact_sort(wide, 1); })});
  // In the same order by keys that need all bits.
  const std::uint64_t factor = (std::uint64_t{1} << 32) / (range_of(wide, 1).max + 1);
  std::vector<std::uint64_t> stretched(wide);
  for (std::uint64_t& key : stretched) key *= factor;
  times.push_back({"radix, 32 bits", measure(runs, [&] { order = exact_sort(stretched, 1); })});
  times.push_back({"merge", measure(runs, [&] { fill(), std::stable_sort(sorted.begin(), sorted.end(), larger_key); })});
  require_order();
  times.push_back({"quick", measure(runs, [&] { fill(), std::sort(sorted.begin(), sorted.end(), larger_key); })});
  require_order();
  return times;
}

}  // namespace fathom::program
