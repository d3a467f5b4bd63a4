#include "algorithm/bfs_workspace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/timer.hpp"

namespace fathom {
namespace {

bfs_switching switching_for(const bfs_options& options) {
  return options.switching == bfs_switching::automatic ? bfs_switching::alpha_beta : options.switching;
}

std::string describe_engine(const layout& l, const bfs_options& options) {
  if (options.strategy == bfs_strategy::top_down) return "CPU, top-down";
  if (options.strategy == bfs_strategy::bottom_up) return "CPU, bottom-up";
  if (!l.in.offsets) return "CPU, top-down: the graph has no in-edges to search bottom-up";
  if (switching_for(options) == bfs_switching::hub_ratio) {
    return fmt::format("CPU, direction-optimizing, switching by hub ratio (gamma {:g})", options.gamma);
  }
  return fmt::format("CPU, direction-optimizing, switching by alpha/beta ({:g}/{:g})", options.alpha, options.beta);
}

template <class T>
void resize(array<T>& a, std::size_t size) {
  if (a.size() != size) a = array<T>(size);
}

}  // namespace

bfs_workspace::bfs_workspace(const layout& prepared, const bfs_options& options)
    : layout_(prepared),
      options_(options),
      threads_(thread_count(options.control)),
      mapped_(prepared.order == vertex_order::degree && options.map_back),
      need_distances_(options.return_distances || options.deterministic),
      engine_(prepared, threads_) {
  // One entry more than vertices: what isolated vertices, and predecessors of none, are mapped from.
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
  const std::size_t size = options_.map_back ? layout_.caller_vertices : layout_.num_vertices;
  resize(result.distances, options_.return_distances ? size : 0);
  resize(result.predecessors, options_.return_predecessors ? size : 0);
  const vertex_id internal = layout_.to_internal ? layout_.to_internal[source] : source;
  if (internal == no_vertex) return search_isolated(source, result);

  bfs_engine::request r;
  r.source = internal;
  r.target = options_.target == no_vertex || !layout_.to_internal ? options_.target : layout_.to_internal[options_.target];
  r.depth_limit = options_.depth_limit;
  r.root_predecessor = options_.root == root_parent::self ? internal : no_vertex;
  r.strategy = options_.strategy;
  r.switching = switching_for(options_);
  r.gamma = options_.gamma, r.alpha = options_.alpha, r.beta = options_.beta;
  r.report_levels = options_.report_levels;
  r.stop = options_.control.stop;
  if (need_distances_) r.distances = internal_distances_.empty() ? result.distances.data() : internal_distances_.data();
  if (options_.return_predecessors) {
    r.predecessors = internal_predecessors_.empty() ? result.predecessors.data() : internal_predecessors_.data();
  }

  timer clock;
  const bfs_engine::outcome o = engine_.run(r);
  if (options_.deterministic && r.predecessors) {
    bfs_engine::smallest_parents(layout_, internal, r.distances, r.predecessors, threads_);
  }
  result.report = {};
  result.report.seconds_search = clock.seconds();
  clock.restart();
  if (mapped_) map_back(result);
  result.report.seconds_map_back = mapped_ ? clock.seconds() : 0;
  fill_report(source, o, result);
}

// In degree order isolated vertices are not in the layout.
void bfs_workspace::search_isolated(vertex_id source, bfs_result& result) const {
  const timer clock;
  std::fill(result.distances.begin(), result.distances.end(), unreachable);
  std::fill(result.predecessors.begin(), result.predecessors.end(), no_vertex);
  if (options_.map_back && !result.distances.empty()) result.distances[source] = 0;
  if (options_.map_back && !result.predecessors.empty() && options_.root == root_parent::self) result.predecessors[source] = source;
  result.report = {};
  result.report.seconds_search = clock.seconds();
  fill_report(source, {.reached = 1, .depth = 0, .levels = {}}, result);
}

// Gathers for the caller's vertices in their order: the results are written front to back, and what is read at random, the entries
// of hubs above all, is small enough to stay in cache. Isolated vertices read the last entry, so that no branch depends on the
// data.
void bfs_workspace::map_back(bfs_result& result) const {
  const vertex_id n = layout_.caller_vertices, none = layout_.num_vertices;
  const vertex_id* const to_internal = layout_.to_internal;
  const vertex_id* const to_caller = layout_.to_caller;
  const hop_count* const distances = internal_distances_.data();
  const vertex_id* const predecessors = internal_predecessors_.data();
#pragma omp parallel num_threads(threads_)
  {
    if (options_.return_predecessors) {
#pragma omp for schedule(static) nowait
      for (vertex_id v = 0; v < n; ++v) {
        const vertex_id predecessor = predecessors[std::min(to_internal[v], none)];
        result.predecessors[v] = to_caller[std::min(predecessor, none)];
      }
    }
    if (options_.return_distances) {
#pragma omp for schedule(static) nowait
      for (vertex_id v = 0; v < n; ++v) result.distances[v] = distances[std::min(to_internal[v], none)];
    }
  }
}

void bfs_workspace::fill_report(vertex_id source, const bfs_engine::outcome& o, bfs_result& result) const {
  run_report& report = result.report;
  report.algorithm = "bfs";
  report.engine = describe_engine(layout_, options_);
  report.where = options_.where;
  report.threads = engine_.threads();
  report.source = source;
  report.reached = o.reached;
  report.depth = o.depth;
  const bool isolated = layout_.to_internal && layout_.to_internal[source] == no_vertex;
  report.edges_traversed = isolated ? 0 : engine_.edges_out_of_reached();
  report.peak_memory_bytes = peak_memory_bytes();
  report.order = layout_.reason;
  report.levels = o.levels;
}

}  // namespace fathom
