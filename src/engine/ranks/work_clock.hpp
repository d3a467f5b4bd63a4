// Where a rank's time goes: each call books what has passed since the one before.
#pragma once

#include "core/timer.hpp"
#include "fathom/rank_graph.hpp"

namespace fathom::ranks_engine {

class work_clock {
 public:
  void computed() { work_.seconds_compute += lap(); }
  void exchanged() { work_.seconds_exchange += lap(); }
  /// After a small exchange between all ranks, in which most of the time they wait for the slowest.
  void waited() { work_.seconds_wait += lap(); }
  void sent(std::uint64_t bytes) { work_.bytes_sent += bytes; }
  /// For functions that add to it themselves.
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
