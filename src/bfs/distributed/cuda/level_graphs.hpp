// CUDA graphs of the operations between two decisions of the host. The host launches a graph in the time of one kernel, however
// many operations it has. Include only in files that are compiled with CUDA.
#pragma once

#include <array>

#include "gpu/recorded_operations.hpp"

namespace fathom::ranks_engine {

/// One graph for each of `Kinds` sequences of operations. A sequence is launched one by one the first time, which loads kernels and
/// connects devices, captured the second time, and repeated as a graph from then on.
template <unsigned Kinds>
class level_graphs {
 public:
  /// Collective: all processes run the same kinds in the same order, on streams of their own. `enqueue` puts operations on `s`.
  /// They must be the same whenever this kind runs, with the same arguments. `all_agree` is a collective conjunction: a sequence
  /// becomes a graph on all processes or on none, and no process launches it while another one still prepares it.
  template <class Enqueue, class AllAgree>
  void run(unsigned kind, const cuda::stream& s, const Enqueue& enqueue, const AllAgree& all_agree) {
    sequence& one = sequences_[kind];
    if (one.runs == 1) {
      one.graph = cuda::recorded_operations(s, enqueue);
      if (!all_agree(static_cast<bool>(one.graph))) one.graph = {};
    }
    if (one.runs < 2) ++one.runs;
    if (!one.graph) return enqueue();
    one.graph.launch(s, "searching");
  }

 private:
  struct sequence {
    unsigned runs = 0;  ///< at most 2
    cuda::recorded_operations graph;
  };

  std::array<sequence, Kinds> sequences_;
};

}  // namespace fathom::ranks_engine
