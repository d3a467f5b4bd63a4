#include "bfs/cpu/workspace.hpp"

#include <algorithm>

#include "base/thread_team.hpp"
#include "base/timer.hpp"
#include "bfs/request.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t mapped_vertices_per_thread = 1u << 15;  // mapped in 30 us
// By default a smaller search gets no second thread: it takes under 1 ms, and on a busy machine threads that wait for each other at
// every level take 2 to 4 times as long as one (docs/performance/method.md).
constexpr std::uint64_t edges_per_default_thread = 1u << 20;

int chosen_threads(const layout& l, const run_control& control) {
  const int threads = thread_count(control);
  return control.threads > 0 ? threads : useful_threads(l.num_edges, edges_per_default_thread, threads);
}

}  // namespace

bfs_workspace::bfs_workspace(const layout& prepared, const bfs_options& options, const execution& exec)
    : layout_(prepared),
      request_{.options = resolved(prepared, options, exec.where), .stop = exec.control.stop, .estimates = options.alpha == 0},
      threads_(chosen_threads(prepared, exec.control)),
      mapped_(prepared.order == vertex_order::degree && options.map_back),
      need_distances_(options.return_distances || options.deterministic),
      engine_(prepared, threads_) {
  // One extra entry, from which isolated vertices and missing predecessors are mapped.
  const std::size_t n = std::size_t{layout_.num_vertices} + 1;
  if (mapped_ ? need_distances_ : options.deterministic && !options.return_distances) {
    internal_distances_ = array<hop_count>(n);
    internal_distances_[n - 1] = unreachable;
  }
  if (mapped_ && options.return_predecessors) {
    internal_predecessors_ = array<vertex_id>(n);
    internal_predecessors_[n - 1] = no_vertex;
  }
}

void bfs_workspace::search(vertex_id source, bfs_result& result) {
  resize_results(layout_, request_.options, result);
  result.report = {};
  timer clock;
  if (is_isolated(layout_, source)) {
    const bfs_engine::outcome o = search_isolated(request_.options, source, result);
    result.report.seconds_search = clock.seconds();
    fill_report(layout_, request_.options, "CPU", source, o, result.report);
    result.report.threads = engine_.threads();
    return;
  }
  request_.source = layout_.to_internal ? layout_.to_internal[source] : source;
  if (need_distances_) request_.distances = internal_distances_.empty() ? result.distances.data() : internal_distances_.data();
  if (request_.options.return_predecessors) {
    request_.predecessors = internal_predecessors_.empty() ? result.predecessors.data() : internal_predecessors_.data();
  }
  clock.restart();
  const bfs_engine::outcome o = engine_.run(request_);
  if (request_.options.deterministic && request_.predecessors) {
    bfs_engine::smallest_parents(layout_, request_.source, request_.distances, request_.predecessors, threads_);
  }
  result.report.seconds_search = clock.seconds();
  clock.restart();
  if (mapped_) map_back(result);
  result.report.seconds_map_back = mapped_ ? clock.seconds() : 0;
  fill_report(layout_, request_.options, "CPU", source, o, result.report);
  result.report.threads = engine_.threads();
  if (request_.options.count_edges) result.report.edges_traversed = engine_.edges_out_of_reached();
}

// Gathers in the order of the caller's vertices: writes are sequential, and the randomly read entries, mostly those of hubs, fit in
// cache. Isolated vertices read the last entry, so that no branch depends on the data.
void bfs_workspace::map_back(bfs_result& result) const {
  const vertex_id n = layout_.caller_vertices, none = layout_.num_vertices;
  const vertex_id* const to_internal = layout_.to_internal;
  const vertex_id* const to_caller = layout_.to_caller;
  const hop_count* const distances = internal_distances_.data();
  const vertex_id* const predecessors = internal_predecessors_.data();
  for_parts(n, useful_threads(n, mapped_vertices_per_thread, threads_), [&](std::uint64_t first, std::uint64_t last) {
    if (request_.options.return_predecessors) {
      for (std::uint64_t v = first; v < last; ++v) {
        const vertex_id predecessor = predecessors[std::min(to_internal[v], none)];
        result.predecessors[v] = to_caller[std::min(predecessor, none)];
      }
    }
    if (request_.options.return_distances) {
      for (std::uint64_t v = first; v < last; ++v) result.distances[v] = distances[std::min(to_internal[v], none)];
    }
  });
}

}  // namespace fathom
