// Operations of a stream that are recorded once and launched many times (a CUDA graph), which takes the host less time than to
// enqueue them again. For files that are compiled only with CUDA.
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
    if (is_complete && cudaGraphInstantiateWithFlags(&executable_, operations_, 0) != cudaSuccess) executable_ = nullptr;
    if (executable_ && cudaGraphUpload(executable_, s.get()) != cudaSuccess) recorded_operations().swap(*this);
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
    std::swap(kernel_, other.kernel_);
    std::swap(parameters_, other.parameters_);
  }

  [[nodiscard]] explicit operator bool() const noexcept { return executable_ != nullptr; }

  void launch(const stream& s, std::string_view doing) const { check(cudaGraphLaunch(executable_, s.get()), doing); }

  /// The operations must be a single kernel, which gets other arguments from now on.
  void set_arguments(void** arguments, std::string_view doing) {
    if (!kernel_) {
      std::size_t one = 1;
      check(cudaGraphGetNodes(operations_, &kernel_, &one), doing);
      check(cudaGraphKernelNodeGetParams(kernel_, &parameters_), doing);
    }
    parameters_.kernelParams = arguments;
    check(cudaGraphExecKernelNodeSetParams(executable_, kernel_, &parameters_), doing);
  }

 private:
  cudaGraph_t operations_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
  cudaGraphNode_t kernel_ = nullptr;
  cudaKernelNodeParams parameters_{};
};

}  // namespace fathom::cuda
