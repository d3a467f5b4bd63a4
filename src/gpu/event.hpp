// CUDA events, for which other streams and the host can wait. For files that are compiled only with CUDA.
#pragma once

#include "gpu/runtime.hpp"

namespace fathom::cuda {

class event {
 public:
  event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "creating an event"); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  ~event() { cudaEventDestroy(event_); }

  void record(const stream& s) { check(cudaEventRecord(event_, s.get()), "recording an event"); }
  /// Work submitted to `s` from now on begins after this event.
  void hold(const stream& s) const { check(cudaStreamWaitEvent(s.get(), event_, 0), "waiting for an event"); }
  void wait(std::string_view for_what) const { check(cudaEventSynchronize(event_), for_what); }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace fathom::cuda
