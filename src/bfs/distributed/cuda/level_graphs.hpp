// CUDA graphs of the operations between two decisions of the host. The host launches a graph in the time of one kernel, however
// many operations it has. Include only in files that are compiled with CUDA.
#pragma once

#include <array>
#include <exception>
#include <utility>

#include "gpu/runtime.hpp"

namespace fathom::ranks_engine {

/// One graph for each of `Kinds` sequences of operations. A sequence is launched one by one the first time, which loads kernels and
/// connects devices, captured the second time, and repeated as a graph from then on.
template <unsigned Kinds>
class level_graphs {
 public:
  level_graphs() = default;
  level_graphs(const level_graphs&) = delete;
  level_graphs& operator=(const level_graphs&) = delete;
  ~level_graphs() {
    for (const sequence& one : sequences_) {
      if (one.graph) cudaGraphExecDestroy(one.graph);
    }
  }

  /// Collective: all processes run the same kinds in the same order, on streams of their own. `enqueue` puts operations on `s`.
  /// They must be the same whenever this kind runs, with the same arguments. `all_agree` is a collective conjunction: a sequence
  /// becomes a graph on all processes or on none, and no process launches it while another one still prepares it.
  template <class Enqueue, class AllAgree>
  void run(unsigned kind, const cuda::stream& s, const Enqueue& enqueue, const AllAgree& all_agree) {
    sequence& one = sequences_[kind];
    if (one.runs == 1) {
      one.graph = captured(s, enqueue);
      if (!all_agree(one.graph != nullptr) && one.graph) cudaGraphExecDestroy(std::exchange(one.graph, nullptr));
    }
    if (one.runs < 2) ++one.runs;
    if (!one.graph) return enqueue();
    cuda::check(cudaGraphLaunch(one.graph, s.get()), "searching");
  }

 private:
  struct sequence {
    unsigned runs = 0;  ///< at most 2
    cudaGraphExec_t graph = nullptr;
  };

  // Returns null if the driver or an exchange cannot capture the operations. They run one by one then, which reports other errors.
  template <class Enqueue>
  [[nodiscard]] static cudaGraphExec_t captured(const cuda::stream& s, const Enqueue& enqueue) {
    cudaGraph_t recorded = nullptr;
    cudaGraphExec_t graph = nullptr;
    bool is_complete = cudaStreamBeginCapture(s.get(), cudaStreamCaptureModeRelaxed) == cudaSuccess;
    if (is_complete) {
      try {
        enqueue();
      } catch (const std::exception&) {
        is_complete = false;
      }
      is_complete = cudaStreamEndCapture(s.get(), &recorded) == cudaSuccess && is_complete;
    }
    if (is_complete && cudaGraphInstantiateWithFlags(&graph, recorded, 0) != cudaSuccess) graph = nullptr;
    if (graph && cudaGraphUpload(graph, s.get()) != cudaSuccess) cudaGraphExecDestroy(std::exchange(graph, nullptr));
    if (recorded) cudaGraphDestroy(recorded);
    cudaGetLastError();  // has been handled
    return graph;
  }

  std::array<sequence, Kinds> sequences_;
};

}  // namespace fathom::ranks_engine
