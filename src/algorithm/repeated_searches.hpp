// The same searches over and over in one window of energy: counters are updated every 20 to 100 ms, which is longer than a search.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "fathom/communicator.hpp"
#include "fathom/rank_energy.hpp"

namespace fathom {

/// What searching once from every source has taken; the same on all ranks.
struct one_pass {
  double seconds = 0, edges = 0;
  std::uint64_t searches = 0;
};

/// Collective: search(passes) does that many passes, enough for a window of so many seconds.
template <class F>
[[nodiscard]] search_energy repeated_in_window(communicator& ranks, device where, double seconds, const one_pass& once,
                                               const F& search) {
  // Searches that were timed between validations may be faster behind each other; the window should still be as long.
  constexpr double spare_passes = 1.05;
  constexpr double shortest_pass = 1e-6;  // nothing is that fast
  const auto passes = static_cast<std::uint64_t>(std::ceil(spare_passes * seconds / std::max(once.seconds, shortest_pass)));
  rank_energy_meter meter(ranks, where);
  meter.start();
  search(passes);
  return {meter.stop(), passes * once.searches, static_cast<double>(passes) * once.edges};
}

}  // namespace fathom
