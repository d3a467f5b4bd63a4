// Shortest-path workspace on a CUDA device: consecutive searches reuse its memory and return results in the caller's ids, in host
// memory.
#pragma once

#include <optional>

#include "fathom/sssp.hpp"
#include "sssp/cuda/searcher.hpp"

namespace fathom {

class sssp_on_device {
 public:
  /// The options must be valid; they and the layout must outlive this object.
  sssp_on_device(const weighted_layout& prepared, const sssp_options& options);

  /// Fills `result`; arrays that were moved out are allocated again.
  void search(vertex_id source, sssp_result& result);

 private:
  void map_back(sssp_result& result);

  const weighted_layout& layout_;
  const sssp_options& options_;
  std::optional<sssp_engine::sssp_cuda> engine_;  // none if all vertices are isolated
  array<double> distances_;                       // in the layout's ids, if these differ from the caller's
  array<vertex_id> predecessors_;
};

}  // namespace fathom
