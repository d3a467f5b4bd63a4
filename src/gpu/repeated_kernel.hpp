// A kernel that is launched many times with other arguments, as a CUDA graph of one node, which takes the host less time than to
// launch it anew. For files that are compiled only with CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>
#include <utility>

#include "gpu/runtime.hpp"

namespace fathom::cuda {

class repeated_kernel {
 public:
  repeated_kernel() = default;
  /// The parameters are those of cudaLaunchKernelExC(); the stream is that of the launches. Empty if the driver makes no such
  /// graph: then the kernel must be launched anew each time, which also reports errors. The graph is not captured from a stream:
  /// a capture makes calls of other threads on the same device fail.
  repeated_kernel(const cudaLaunchConfig_t& config, const void* kernel, void** arguments)
      : parameters_{const_cast<void*>(kernel),
                    config.gridDim,
                    config.blockDim,
                    static_cast<unsigned>(config.dynamicSmemBytes),
                    arguments,
                    nullptr} {
    bool is_complete = cudaGraphCreate(&graph_, 0) == cudaSuccess &&
                       cudaGraphAddKernelNode(&node_, graph_, nullptr, 0, &parameters_) == cudaSuccess;
    for (unsigned i = 0; is_complete && i < config.numAttrs; ++i) {
      is_complete = cudaGraphKernelNodeSetAttribute(node_, config.attrs[i].id, &config.attrs[i].val) == cudaSuccess;
    }
    is_complete = is_complete && cudaGraphInstantiateWithFlags(&executable_, graph_, 0) == cudaSuccess &&
                  cudaGraphUpload(executable_, config.stream) == cudaSuccess;
    if (!is_complete) repeated_kernel().swap(*this);
    cudaGetLastError();  // has been handled
  }
  repeated_kernel(const repeated_kernel&) = delete;
  repeated_kernel& operator=(const repeated_kernel&) = delete;
  repeated_kernel(repeated_kernel&& other) noexcept { swap(other); }
  repeated_kernel& operator=(repeated_kernel&& other) noexcept {
    repeated_kernel(std::move(other)).swap(*this);
    return *this;
  }
  ~repeated_kernel() {
    if (executable_) cudaGraphExecDestroy(executable_);
    if (graph_) cudaGraphDestroy(graph_);
  }

  void swap(repeated_kernel& other) noexcept {
    std::swap(graph_, other.graph_);
    std::swap(executable_, other.executable_);
    std::swap(node_, other.node_);
    std::swap(parameters_, other.parameters_);
  }

  [[nodiscard]] explicit operator bool() const noexcept { return executable_ != nullptr; }

  /// Requires that this is not empty.
  void launch(void** arguments, const stream& s, std::string_view doing) {
    parameters_.kernelParams = arguments;
    check(cudaGraphExecKernelNodeSetParams(executable_, node_, &parameters_), doing);
    check(cudaGraphLaunch(executable_, s.get()), doing);
  }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
  cudaGraphNode_t node_ = nullptr;
  cudaKernelNodeParams parameters_{};
};

}  // namespace fathom::cuda
