// One search after another on the CPU in the same memory, with results in the caller's ids.
#pragma once

#include "engine/bfs/bfs_cpu.hpp"
#include "fathom/bfs.hpp"

namespace fathom {

class bfs_workspace {
 public:
  /// The options must have been checked; they and the layout outlive this.
  bfs_workspace(const layout& prepared, const bfs_options& options);

  /// Fills `result`, whose arrays are allocated again where they have been moved out.
  void search(vertex_id source, bfs_result& result);

 private:
  void map_back(bfs_result& result) const;

  const layout& layout_;
  const bfs_options& options_;
  const int threads_;
  const bool mapped_;  ///< the engine writes into arrays of its own, which are mapped afterwards
  const bool need_distances_;
  bfs_engine::bfs_cpu engine_;
  array<hop_count> internal_distances_;
  array<vertex_id> internal_predecessors_;
};

}  // namespace fathom
