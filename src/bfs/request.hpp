// Parts shared by the BFS workspaces of all devices.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "bfs/search_request.hpp"
#include "fathom/bfs.hpp"

namespace fathom {

/// Throws error_category::usage for options or sources that this search does not have; ::device, ::memory.
void check_search(const layout& l, std::span<const vertex_id> sources, const bfs_options& options, const execution& exec);

/// The options with the target in the layout's ids, and automatic choices made.
[[nodiscard]] bfs_options resolved(const layout& l, bfs_options options, device where);

/// Allocates the result's arrays if they are missing or were moved out.
void resize_results(const layout& l, const bfs_options& options, bfs_result& result);

/// A layout in degree order leaves out isolated vertices.
[[nodiscard]] bool is_isolated(const layout& l, vertex_id source);
[[nodiscard]] bfs_engine::outcome search_isolated(const bfs_options& options, vertex_id source, bfs_result& result);

/// Fills everything but times and edge counts, from resolved options. `source` is the caller's id.
void fill_report(const layout& l, const bfs_options& options, std::string_view engine, vertex_id source,
                 const bfs_engine::outcome& o, run_report& report);

/// Searches from each source in turn.
template <class Workspace>
void search_all(Workspace&& workspace, std::span<const vertex_id> sources, const run_control& control,
                const std::function<void(std::size_t, bfs_result&)>& consume) {
  bfs_result result;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    report_progress(control, "searching", i, sources.size());
    workspace.search(sources[i], result);
    consume(i, result);
  }
  report_progress(control, "searching", sources.size(), sources.size());
}

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
