// One search after another on a CUDA device in the same memory, with results in the caller's ids and in host memory.
#pragma once

#include "engine/bfs/bfs_cuda.hpp"
#include "fathom/bfs.hpp"

namespace fathom {

class bfs_on_device {
 public:
  /// The options must have been checked; they and the layout outlive this.
  bfs_on_device(const layout& prepared, const bfs_options& options);

  /// Fills `result`, whose arrays are allocated again where they have been moved out.
  void search(vertex_id source, bfs_result& result);

 private:
  const layout& layout_;
  const bfs_options& options_;
  bfs_engine::bfs_cuda engine_;
};

}  // namespace fathom
