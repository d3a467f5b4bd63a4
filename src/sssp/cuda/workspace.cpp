// Shortest-path workspace on a CUDA device.
#include <algorithm>
#include <memory>
#include <optional>

#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"
#include "gpu/transfer.hpp"
#include "sssp/cuda/searcher.hpp"
#include "sssp/results.hpp"

namespace fathom {
namespace {

class sssp_workspace_cuda final : public sssp_on_device {
 public:
  sssp_workspace_cuda(const weighted_layout& prepared, const sssp_options& options, const execution& exec)
      : layout_(prepared), options_(options), exec_(exec) {
    if (prepared.num_vertices > 0) engine_.emplace(prepared, exec.where, options.return_predecessors);
  }

  void search(vertex_id source, sssp_result& result) override;

 private:
  void make_room(sssp_result& result) const;

  const weighted_layout& layout_;
  const sssp_options& options_;
  const execution& exec_;
  std::optional<sssp_engine::sssp_cuda> engine_;  // none if all vertices are isolated
};

// Allocates missing arrays in host memory. New pages are touched here, while the device searches.
void sssp_workspace_cuda::make_room(sssp_result& result) const {
  const vertex_id n = layout_.caller_vertices;
  if (resize(result.distances, n)) cuda::touch_pages(result.distances.data(), result.distances.bytes());
  if (resize(result.predecessors, options_.return_predecessors ? n : 0))
    cuda::touch_pages(result.predecessors.data(), result.predecessors.bytes());
}

void sssp_workspace_cuda::search(vertex_id source, sssp_result& result) {
  check_stop(exec_.control);
  const bool keep = options_.keep_on_device;
  result.report = {};
  // The engine allocates new arrays while those of an earlier search are in use.
  if (keep) result.distances = {}, result.predecessors = {};
  sssp_report& report = result.report;
  const auto internal = [&](vertex_id v) { return v == no_vertex || !layout_.to_internal ? v : layout_.to_internal[v]; };
  bool narrow = true;
  timer clock;
  if (is_isolated(layout_, source)) {
    begin_result(layout_, options_, result);
    reach_only_source(source, result);
    if (keep) move_to_device(result, exec_.where);
    report.seconds_map_back = clock.seconds();
  } else {
    const sssp_engine::outcome o =
        engine_->run({internal(source), internal(options_.target), options_.cutoff, options_.delta, exec_.control.stop}, [&] {
          if (!keep) make_room(result);
        });
    report.seconds_search = clock.seconds();
    report.reached = o.reached, report.farthest = o.farthest, report.delta = o.delta, report.windows = o.windows;
    report.edges_traversed = o.edges_traversed, report.edges_relaxed = o.edges_relaxed;
    narrow = engine_->narrow();
    clock.restart();
    engine_->take(result, keep);
    report.seconds_predecessors = engine_->seconds_predecessors();
    report.seconds_map_back = std::max(clock.seconds() - report.seconds_predecessors, 0.0);
    report.seconds_on_device = engine_->seconds_search() + engine_->seconds_distances() + engine_->seconds_predecessors();
  }
  report.engine = "CUDA, all improved vertices per round, up to a moving distance limit, " + describe_sums(layout_, narrow);
  report.where = exec_.where, report.threads = thread_count(exec_.control);
  report.source = source, report.weights = layout_.weights, report.order = layout_.reason;
  report.peak_memory_bytes = peak_memory_bytes();
}

}  // namespace

std::unique_ptr<sssp_on_device> make_sssp_cuda(const weighted_layout& prepared, const sssp_options& options,
                                               const execution& exec) {
  return std::make_unique<sssp_workspace_cuda>(prepared, options, exec);
}

}  // namespace fathom
