// Clock of the time during which at least one of several threads is working: the busy time of a device that they share.
#pragma once

#include <mutex>

#include "base/timer.hpp"

namespace fathom {

class busy_clock {
 public:
  void begin() {
    const std::lock_guard lock(mutex_);
    if (working_++ == 0) since_.restart();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    if (--working_ == 0) seconds_ += since_.seconds();
  }
  /// Call only while no thread is working.
  [[nodiscard]] double seconds() const noexcept { return seconds_; }

 private:
  std::mutex mutex_;
  int working_ = 0;
  timer since_;
  double seconds_ = 0;
};

/// Scope guard for one thread's work; does nothing if `clock` is null.
class busy_guard {
 public:
  explicit busy_guard(busy_clock* clock) : clock_(clock) {
    if (clock_) clock_->begin();
  }
  busy_guard(const busy_guard&) = delete;
  busy_guard& operator=(const busy_guard&) = delete;
  ~busy_guard() {
    if (clock_) clock_->end();
  }

 private:
  busy_clock* clock_;
};

}  // namespace fathom
