// Ctrl-C while the library works: Python notes the signal and raises KeyboardInterrupt only once the call is back, so the call has
// to end early.
#pragma once

#include <signal.h>

#include <stop_token>

namespace fathom_python {

/// From construction to destruction a SIGINT also asks `stop` to stop. Only on the main thread, where Python handles signals, and
/// only where SIGINT has a handler; otherwise it does nothing.
class interruptible {
 public:
  explicit interruptible(const std::stop_source& stop);
  ~interruptible();
  interruptible(const interruptible&) = delete;
  interruptible& operator=(const interruptible&) = delete;

 private:
  bool active_ = false;
  struct sigaction before_ {};
  unsigned long outer_call_ = 0;
  std::stop_source outer_stop_;
};

}  // namespace fathom_python
