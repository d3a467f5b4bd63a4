// Points in the order of a stream that others, and the host, can wait for; and host memory that a device writes into directly. For
// files that are compiled only with CUDA.
#pragma once

#include "cuda/runtime.hpp"

namespace fathom::cuda {

class event {
 public:
  event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "creating an event"); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  ~event() { cudaEventDestroy(event_); }

  void record(const stream& s) { check(cudaEventRecord(event_, s.get()), "recording an event"); }
  /// What is given to `s` from now on begins after this.
  void hold(const stream& s) const { check(cudaStreamWaitEvent(s.get(), event_, 0), "waiting for an event"); }
  void wait(std::string_view for_what) const { check(cudaEventSynchronize(event_), for_what); }

 private:
  cudaEvent_t event_ = nullptr;
};

/// One T in pinned memory: a copy into it from the device costs no detour.
template <class T>
class pinned {
 public:
  pinned() { check(cudaHostAlloc(reinterpret_cast<void**>(&data_), sizeof(T), cudaHostAllocDefault), "allocating pinned memory"); }
  pinned(const pinned&) = delete;
  pinned& operator=(const pinned&) = delete;
  ~pinned() { cudaFreeHost(data_); }

  [[nodiscard]] T* data() const noexcept { return data_; }

 private:
  T* data_ = nullptr;
};

}  // namespace fathom::cuda
