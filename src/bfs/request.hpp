// Parts shared by the BFS workspaces of all devices.
#pragma once

#include "bfs/search_request.hpp"
#include "fathom/bfs.hpp"

namespace fathom {

/// Throws error_category::usage if the device does not support the method.
void check_method(bfs_method method, device where);

/// The engine's request in the layout's ids, without result pointers; `source` is the caller's id.
[[nodiscard]] bfs_engine::request make_request(const layout& l, const bfs_options& options, vertex_id source);

/// Allocates the result's arrays if they are missing or were moved out.
void resize_results(const layout& l, const bfs_options& options, bfs_result& result);

/// A layout in degree order leaves out isolated vertices.
[[nodiscard]] bool is_isolated(const layout& l, vertex_id source);
[[nodiscard]] bfs_engine::outcome search_isolated(const bfs_options& options, vertex_id source, bfs_result& result);

/// Fills everything but times and edge counts.
void fill_report(const layout& l, const bfs_options& options, vertex_id source, const bfs_engine::outcome& o, run_report& report);

/// BFS workspace on a GPU: consecutive searches reuse its memory and return results in the caller's ids, in host memory.
class bfs_on_device {
 public:
  bfs_on_device() = default;
  bfs_on_device(const bfs_on_device&) = delete;
  bfs_on_device& operator=(const bfs_on_device&) = delete;
  virtual ~bfs_on_device() = default;

  /// Fills `result`; arrays that were moved out are allocated again.
  virtual void search(vertex_id source, bfs_result& result) = 0;
};

}  // namespace fathom
