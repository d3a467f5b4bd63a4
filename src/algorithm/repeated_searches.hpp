// The same searches over and over in one window of energy: counters are updated every 20 to 100 ms, which is longer than a search.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/timer.hpp"
#include "distributed/block_values.hpp"
#include "fathom/communicator.hpp"
#include "fathom/rank_energy.hpp"

namespace fathom {

/// What searching once from every source has taken; the same on all ranks.
struct one_pass {
  double seconds = 0, edges = 0;
  std::uint64_t searches = 0;
};

/// Collective: search(passes) does that many passes, and is called until the window has so many seconds.
template <class F>
[[nodiscard]] search_energy repeated_in_window(communicator& ranks, device where, double seconds, const one_pass& once,
                                               const F& search) {
  constexpr double spare_passes = 1.05;   // so that it seldom takes another call
  constexpr double shortest_pass = 1e-6;  // nothing is that fast
  rank_energy_meter meter(ranks, where);
  meter.start();
  const timer clock;
  std::uint64_t passes = 0;
  double elapsed = 0, a_pass = once.seconds;
  // The slowest rank's time is the same to all, so that all go on or end.
  do {
    const double left = spare_passes * (seconds - elapsed) / std::max(a_pass, shortest_pass);
    const auto more = static_cast<std::uint64_t>(std::max(std::ceil(left), 1.0));
    search(more);
    passes += more;
    elapsed = longest(ranks, clock.seconds());
    a_pass = elapsed / static_cast<double>(passes);
  } while (elapsed < seconds);
  return {meter.stop(), passes * once.searches, static_cast<double>(passes) * once.edges};
}

}  // namespace fathom
