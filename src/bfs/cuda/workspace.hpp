// BFS workspace on a CUDA device: consecutive searches reuse its memory and return results in the caller's ids, in host memory.
#pragma once

#include "bfs/cuda/searcher.hpp"
#include "fathom/bfs.hpp"

namespace fathom {

class bfs_on_device {
 public:
  /// The options must be valid; they and the layout must outlive this object.
  bfs_on_device(const layout& prepared, const bfs_options& options);

  /// Fills `result`; arrays that were moved out are allocated again.
  void search(vertex_id source, bfs_result& result);

 private:
  const layout& layout_;
  const bfs_options& options_;
  bfs_engine::bfs_cuda engine_;
};

}  // namespace fathom
