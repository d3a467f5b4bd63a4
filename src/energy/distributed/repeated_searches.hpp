// Repetition of searches within one energy window: energy counters update every 20 to 100 ms, which is longer than a search.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/timer.hpp"
#include "comm/exchange.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/energy.hpp"

namespace fathom {

/// Totals of one pass of searches from every source; the same on all processes.
struct one_pass {
  double seconds = 0, edges = 0;
  std::uint64_t searches = 0;
};

/// Collective: search(passes) runs that many passes; it is called until the window is at least `seconds` long.
template <class F>
[[nodiscard]] search_energy repeated_in_window(communicator& ranks, device where, double seconds, const one_pass& once,
                                               const F& search) {
  constexpr double spare_passes = 1.05;   // margin, so that a second call is rarely needed
  constexpr double shortest_pass = 1e-6;  // lower bound on the seconds per pass
  rank_energy_meter meter(ranks, where);
  meter.start();
  const timer clock;
  std::uint64_t passes = 0;
  double elapsed = 0, per_pass = once.seconds;
  // All processes use the time of the slowest one, so that they agree when to stop.
  do {
    const double left = spare_passes * (seconds - elapsed) / std::max(per_pass, shortest_pass);
    const auto more = static_cast<std::uint64_t>(std::max(std::ceil(left), 1.0));
    search(more);
    passes += more;
    elapsed = longest(ranks, clock.seconds());
    per_pass = elapsed / static_cast<double>(passes);
  } while (elapsed < seconds);
  return {meter.stop(), passes * once.searches, static_cast<double>(passes) * once.edges};
}

}  // namespace fathom
