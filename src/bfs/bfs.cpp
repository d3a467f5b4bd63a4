// Entry points of breadth-first search: option checks and choice of the engine.
#include "fathom/bfs.hpp"

#include <fmt/format.h>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "bfs/cpu/workspace.hpp"
#include "bfs/request.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

void check_vertex(const layout& l, vertex_id v, const char* what) {
  if (v < l.caller_vertices) return;
  fail_usage("{} {} is outside the graph of {} vertices{}", what, v, l.caller_vertices,
             l.caller_vertices > 0 ? fmt::format(" (0 to {})", l.caller_vertices - 1) : "");
}

void check(const layout& l, const bfs_options& o) {
  static_cast<void>(thread_count(o.control));
  static_cast<void>(choose_device(to_string(o.where)));
  if (l.where.kind == device_kind::cuda && l.where != o.where) {
    fail_usage("the layout was prepared for {} and cannot be searched on {}; prepare it for that device, or for the cpu",
               to_string(l.where), to_string(o.where));
  }
  check_method(o.method, o.where);
  if (o.target != no_vertex) check_vertex(l, o.target, "target");
  if (o.depth_limit < 0) fail_usage("depth_limit is {}; give 0 (only the source) or more", o.depth_limit);
  if (!(o.gamma > 0 && o.gamma <= 1)) fail_usage("gamma is {}; give a fraction of the hubs in (0, 1]", o.gamma);
  if (!(o.alpha >= 0)) fail_usage("alpha is {}; give a positive number, or 0 for the tuned default", o.alpha);
  if (!(o.beta > 0)) fail_usage("beta is {}; give a positive number", o.beta);
  if (o.strategy == bfs_strategy::bottom_up && !l.in.offsets) {
    fail_usage(
        "the bottom-up strategy needs in-edges, but this directed graph was built without them; build it with in_edges::automatic");
  }
}

// Estimated memory of bitmaps, queue and results.
std::uint64_t predicted_bytes(const layout& l) {
  return std::uint64_t{l.num_vertices} * (2 * sizeof(vertex_id) + 1) +
         2 * (sizeof(vertex_id) + sizeof(hop_count)) * std::uint64_t{l.caller_vertices};
}

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

}  // namespace

void bfs(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options,
         const std::function<void(std::size_t, bfs_result&)>& consume) {
  check(prepared, options);
  for (const vertex_id source : sources) check_vertex(prepared, source, "source");
  require_host_memory(predicted_bytes(prepared), fmt::format("searching a graph of {} vertices", prepared.caller_vertices));
  if (options.where.kind == device_kind::cuda) {
    search_all(*gpu(options.where).make_bfs(prepared, options), sources, options.control, consume);
  } else {
    search_all(bfs_workspace(prepared, options), sources, options.control, consume);
  }
}

bfs_result bfs(const layout& prepared, vertex_id source, const bfs_options& options) {
  bfs_result kept;
  bfs(prepared, {&source, 1}, options, [&](std::size_t, bfs_result& result) { kept = std::move(result); });
  return kept;
}

bfs_result bfs(const graph& g, vertex_id source, const bfs_options& options) {
  return bfs(prepare(g, {.order = vertex_order::automatic, .where = options.where, .control = options.control}), source, options);
}

}  // namespace fathom
