// Operations of a stream that are recorded once and launched many times (a CUDA graph), which takes the host less time than to
// enqueue them again. While a thread records, calls of other threads on the same device may fail with "operation not permitted when
// stream is capturing": record only where no other thread uses the device. For files that are compiled only with CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <exception>
#include <string_view>
#include <utility>

#include "gpu/runtime.hpp"

namespace fathom::cuda {

class recorded_operations {
 public:
  recorded_operations() = default;

  /// `enqueue` puts operations on `s`; they are recorded and not run. Empty if the driver or `enqueue` cannot record them: they
  /// must be enqueued each time then, which also reports errors.
  template <class Enqueue>
  recorded_operations(const stream& s, const Enqueue& enqueue) {
    bool is_complete = cudaStreamBeginCapture(s.get(), cudaStreamCaptureModeRelaxed) == cudaSuccess;
    if (is_complete) {
      try {
        enqueue();
      } catch (const std::exception&) {
        is_complete = false;
      }
      is_complete = cudaStreamEndCapture(s.get(), &operations_) == cudaSuccess && is_complete;
    }
    if (is_complete) make_executable(s);
    cudaGetLastError();  // has been handled
  }
  recorded_operations(const recorded_operations&) = delete;
  recorded_operations& operator=(const recorded_operations&) = delete;
  recorded_operations(recorded_operations&& other) noexcept { swap(other); }
  recorded_operations& operator=(recorded_operations&& other) noexcept {
    recorded_operations(std::move(other)).swap(*this);
    return *this;
  }
  ~recorded_operations() {
    if (executable_) cudaGraphExecDestroy(executable_);
    if (operations_) cudaGraphDestroy(operations_);
  }

  void swap(recorded_operations& other) noexcept {
    std::swap(operations_, other.operations_);
    std::swap(executable_, other.executable_);
  }

  [[nodiscard]] explicit operator bool() const noexcept { return executable_ != nullptr; }

  void launch(const stream& s, std::string_view doing) const { check(cudaGraphLaunch(executable_, s.get()), doing); }

 private:
  void make_executable(const stream& s) {
    if (cudaGraphInstantiateWithFlags(&executable_, operations_, 0) != cudaSuccess) executable_ = nullptr;
    if (executable_ && cudaGraphUpload(executable_, s.get()) != cudaSuccess) recorded_operations().swap(*this);
  }

  cudaGraph_t operations_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace fathom::cuda
