#include "sssp/cuda/workspace.hpp"

#include <optional>

#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "sssp/cuda/searcher.hpp"

namespace fathom {
namespace {

class sssp_workspace_cuda final : public sssp_on_device {
 public:
  sssp_workspace_cuda(const weighted_layout& prepared, const sssp_options& options);

  void search(vertex_id source, sssp_result& result) override;

 private:
  void map_back(sssp_result& result);

  const weighted_layout& layout_;
  const sssp_options& options_;
  std::optional<sssp_engine::sssp_cuda> engine_;  // none if all vertices are isolated
  array<double> distances_;                       // in the layout's ids, if these differ from the caller's
  array<vertex_id> predecessors_;
};

sssp_workspace_cuda::sssp_workspace_cuda(const weighted_layout& prepared, const sssp_options& options)
    : layout_(prepared), options_(options) {
  if (prepared.num_vertices > 0) engine_.emplace(prepared, options.where, options.return_predecessors);
  if (!prepared.to_internal) return;
  distances_ = array<double>(prepared.num_vertices);
  predecessors_ = array<vertex_id>(options.return_predecessors ? prepared.num_vertices : 0);
}

void sssp_workspace_cuda::search(vertex_id source, sssp_result& result) {
  check_stop(options_.control);
  begin_result(layout_, options_, result);
  sssp_report& report = result.report;
  const auto internal = [&](vertex_id v) { return v == no_vertex || !layout_.to_internal ? v : layout_.to_internal[v]; };
  bool narrow = true;
  if (is_isolated(layout_, source)) {
    reach_only_source(source, result);
  } else {
    const timer clock;
    const sssp_engine::outcome o =
        engine_->run({internal(source), internal(options_.target), options_.cutoff, options_.delta, options_.control.stop});
    report.seconds_search = clock.seconds(), report.seconds_on_device = engine_->seconds();
    report.reached = o.reached, report.farthest = o.farthest, report.delta = o.delta, report.windows = o.windows;
    report.edges_traversed = o.edges_traversed, report.edges_relaxed = o.edges_relaxed;
    narrow = engine_->narrow();
    map_back(result);
  }
  report.engine = "CUDA, all improved vertices per round, up to a moving distance limit, " + describe_sums(layout_, narrow);
  report.where = options_.where, report.threads = thread_count(options_.control);
  report.source = source, report.weights = layout_.weights, report.order = layout_.reason;
  report.peak_memory_bytes = peak_memory_bytes();
}

void sssp_workspace_cuda::map_back(sssp_result& result) {
  timer clock;
  const bool wants_predecessors = options_.return_predecessors;
  const vertex_id *const to_internal = layout_.to_internal, *const to_caller = layout_.to_caller;
  if (wants_predecessors) {
    engine_->take_predecessors(to_internal ? predecessors_.data() : result.predecessors.data());
    result.report.seconds_predecessors = clock.seconds();
    clock.restart();
  }
  engine_->take_distances(to_internal ? distances_.data() : result.distances.data());
  if (to_internal) {
#pragma omp parallel for num_threads(thread_count(options_.control)) schedule(static)
    for (vertex_id v = 0; v < layout_.caller_vertices; ++v) {
      const vertex_id at = to_internal[v];
      result.distances[v] = at == no_vertex ? unreachable_distance : distances_[at];
      if (!wants_predecessors) continue;
      const vertex_id before = at == no_vertex ? no_vertex : predecessors_[at];
      result.predecessors[v] = before == no_vertex ? no_vertex : to_caller[before];
    }
  }
  result.report.seconds_map_back = clock.seconds();
}

}  // namespace

std::unique_ptr<sssp_on_device> make_sssp_cuda(const weighted_layout& prepared, const sssp_options& options) {
  return std::make_unique<sssp_workspace_cuda>(prepared, options);
}

}  // namespace fathom
