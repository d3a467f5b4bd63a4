// BFS workspace on the CPU: consecutive searches reuse its memory and return results in the caller's ids.
#pragma once

#include "bfs/cpu/engine.hpp"
#include "fathom/bfs.hpp"

namespace fathom {

class bfs_workspace {
 public:
  /// The options must be valid; the layout must outlive this object.
  bfs_workspace(const layout& prepared, const bfs_options& options, const execution& exec);

  /// Fills `result`; arrays that were moved out are allocated again.
  void search(vertex_id source, bfs_result& result);

 private:
  void map_back(bfs_result& result) const;

  const layout& layout_;
  bfs_engine::request request_;  ///< of the current search
  const int threads_;
  const bool mapped_;  ///< the engine writes into internal arrays, which are mapped afterwards
  const bool need_distances_;
  bfs_engine::bfs_cpu engine_;
  array<hop_count> internal_distances_;
  array<vertex_id> internal_predecessors_;
};

}  // namespace fathom
