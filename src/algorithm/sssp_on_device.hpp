// One search for shortest paths after another on a CUDA device in the same memory, with results in the caller's ids and in host
// memory.
#pragma once

#include <optional>

#include "engine/sssp/sssp_cuda.hpp"
#include "fathom/sssp.hpp"

namespace fathom {

class sssp_on_device {
 public:
  /// The options must have been checked; they and the layout outlive this.
  sssp_on_device(const weighted_layout& prepared, const sssp_options& options);

  /// Fills `result`, whose arrays are allocated again where they have been moved out.
  void search(vertex_id source, sssp_result& result);

 private:
  void map_back(sssp_result& result);

  const weighted_layout& layout_;
  const sssp_options& options_;
  std::optional<sssp_engine::sssp_cuda> engine_;  // none where all vertices are isolated
  array<double> distances_;                       // in the layout's ids, where these are not the caller's
  array<vertex_id> predecessors_;
};

}  // namespace fathom
