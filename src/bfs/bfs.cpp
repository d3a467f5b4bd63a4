// Entry points of breadth-first search: option checks and choice of the engine.
#include "fathom/bfs.hpp"

#include <utility>

#include "bfs/cpu/workspace.hpp"
#include "bfs/request.hpp"
#include "gpu/backend.hpp"

namespace fathom {

void bfs(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options, const execution& exec,
         const std::function<void(std::size_t, bfs_result&)>& consume) {
  check_search(prepared, sources, options, exec);
  if (exec.where.kind == device_kind::cuda) {
    search_all(*gpu(exec.where).make_bfs(prepared, options, exec), sources, exec.control, consume);
  } else {
    search_all(bfs_workspace(prepared, options, exec), sources, exec.control, consume);
  }
}

bfs_result bfs(const layout& prepared, vertex_id source, const bfs_options& options, const execution& exec) {
  bfs_result kept;
  bfs(prepared, {&source, 1}, options, exec, [&](std::size_t, bfs_result& result) { kept = std::move(result); });
  return kept;
}

bfs_result bfs(const graph& g, vertex_id source, const bfs_options& options, const execution& exec) {
  return bfs(prepare(g, {.where = exec.where, .control = exec.control, .searches = search_kind::few}), source, options, exec);
}

std::string_view to_string(conflict_resolution conflicts) { return conflicts == conflict_resolution::owners ? "owners" : "prefix"; }

}  // namespace fathom
