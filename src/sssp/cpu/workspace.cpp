#include "sssp/cpu/workspace.hpp"

#include <algorithm>

#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "sssp/cpu/predecessors.hpp"
#include "sssp/results.hpp"

namespace fathom {
sssp_workspace::sssp_workspace(const weighted_layout& prepared, const sssp_options& options, const run_control& control)
    : layout_(prepared), options_(options), control_(control), threads_(thread_count(control)) {
  if (layout_.weight_values)
    table_64_.emplace(layout_, threads_);
  else if (layout_.weights == weight_kind::real)
    real_64_.emplace(layout_, threads_);
  else if (layout_.contracted && sssp_engine::contracted_search::can_run(request_from(no_vertex)))
    contracted_.emplace(layout_, threads_);
  else
    whole_32_.emplace(layout_, threads_);
  if (!options.return_predecessors) return;
  predecessors_ = array<vertex_id>(std::size_t{layout_.num_vertices} + 1);
  predecessors_[layout_.num_vertices] = no_vertex;
}

void sssp_workspace::search(vertex_id source, sssp_result& result) {
  begin_result(layout_, options_, result);
  if (is_isolated(layout_, source)) {
    reach_only_source(source, result);
    describe_engine(true, 1, result.report);
  } else if (layout_.weight_values) {
    search_with<sssp_engine::table_64>(*table_64_, source, result);
  } else if (layout_.weights == weight_kind::real) {
    search_with<sssp_engine::real_64>(*real_64_, source, result);
  } else if (whole_64_ || !search_in_32_bits(source, result)) {
    const double seconds_wasted = result.report.seconds_search;
    if (!whole_64_) whole_64_.emplace(layout_, threads_);
    search_with<sssp_engine::whole_64>(*whole_64_, source, result);
    result.report.seconds_search += seconds_wasted;
  }
  result.report.source = source;
  result.report.weights = layout_.weights;
  result.report.order = layout_.reason;
  result.report.peak_memory_bytes = peak_memory_bytes();
}

sssp_engine::request sssp_workspace::request_from(vertex_id source) const {
  const auto internal = [&](vertex_id v) {
    return v == no_vertex || !layout_.to_internal ? v : layout_.to_internal[v];  // an isolated target is never reached
  };
  return {internal(source), internal(options_.target), options_.cutoff, options_.delta, control_.stop};
}

// Returns false if the sums may have overflowed.
bool sssp_workspace::search_in_32_bits(vertex_id source, sssp_result& result) {
  return contracted_ ? search_with<sssp_engine::whole_32>(*contracted_, source, result)
                     : search_with<sssp_engine::whole_32>(*whole_32_, source, result);
}

// Returns false if the engine's sums may have overflowed.
template <class Sum, class Engine>
bool sssp_workspace::search_with(Engine& engine, vertex_id source, sssp_result& result) {
  const sssp_engine::request r = request_from(source);
  sssp_report& report = result.report;
  timer clock;
  const sssp_engine::outcome o = engine.run(r);
  report.seconds_search = clock.seconds();
  if (!o.is_exact) return false;
  clock.restart();
  if (options_.return_predecessors) {
    sssp_engine::find_predecessors<Sum>(layout_, r.source, engine.distances().data(), predecessors_.data(), engine.threads());
    report.seconds_predecessors = clock.seconds();
  }
  clock.restart();
  map_back(engine.distances(), Sum::infinity, engine.threads(), result);
  report.seconds_map_back = clock.seconds();
  describe_engine(sizeof(typename Sum::distance) == sizeof(std::uint32_t), engine.threads(), report);
  report.reached = o.reached, report.farthest = o.farthest, report.delta = o.delta, report.windows = o.windows;
  report.edges_traversed = o.edges_traversed, report.edges_relaxed = o.edges_relaxed;
  return true;
}

// Isolated vertices read the last entry, so that no branch depends on the data.
template <class Distance>
void sssp_workspace::map_back(const array<Distance>& distances, Distance infinity, int threads, sssp_result& result) const {
  const vertex_id n = layout_.caller_vertices, none = layout_.num_vertices;
  const vertex_id *const to_internal = layout_.to_internal, *const to_caller = layout_.to_caller;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (vertex_id v = 0; v < n; ++v) {
    const vertex_id at = to_internal ? std::min(to_internal[v], none) : v;
    result.distances[v] = distances[at] == infinity ? unreachable_distance : static_cast<double>(distances[at]);
    if (!options_.return_predecessors) continue;
    const vertex_id before = predecessors_[at];
    result.predecessors[v] = to_caller ? to_caller[std::min(before, none)] : before;
  }
}

void sssp_workspace::describe_engine(bool narrow, int threads, sssp_report& report) const {
  report.engine = "CPU, distance windows over weight-sorted rows, " + describe_sums(layout_, narrow) +
                  (narrow && contracted_ ? "; trees and chains contracted" : "");
  report.threads = threads;
}

}  // namespace fathom
