// Time accounting of a process: each call attributes the time since the previous call to a category.
#pragma once

#include "base/timer.hpp"
#include "fathom/distributed/graph.hpp"

namespace fathom::ranks_engine {

class work_clock {
 public:
  /// Discards the time since the previous call.
  void restart() { timer_.restart(); }
  void computed() { work_.seconds_compute += lap(); }
  void exchanged() { work_.seconds_exchange += lap(); }
  /// Call after a small global exchange, most of whose time is spent waiting for the slowest process.
  void waited() { work_.seconds_wait += lap(); }
  void sent(std::uint64_t bytes) { work_.bytes_sent += bytes; }
  /// Counter for functions that add to it directly.
  [[nodiscard]] std::uint64_t& bytes_sent() { return work_.bytes_sent; }
  [[nodiscard]] const rank_work& work() const { return work_; }

 private:
  double lap() {
    const double seconds = timer_.seconds();
    timer_.restart();
    return seconds;
  }

  timer timer_;
  rank_work work_;
};

}  // namespace fathom::ranks_engine
