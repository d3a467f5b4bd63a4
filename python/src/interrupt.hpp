// Ctrl-C during a library call. Python raises KeyboardInterrupt only after the call returns, so the call must end early.
#pragma once

#include <signal.h>

#include <stop_token>

namespace fathom_python {

/// Scope in which SIGINT also requests a stop of `stop`. It has no effect unless it is constructed on the main thread, where Python
/// handles signals, and SIGINT has a handler.
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
