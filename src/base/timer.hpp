// Wall-clock timer.
#pragma once

#include <chrono>

namespace fathom {

/// Seconds since construction or the last restart().
class timer {
 public:
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }
  void restart() { start_ = clock::now(); }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point start_ = clock::now();
};

}  // namespace fathom
