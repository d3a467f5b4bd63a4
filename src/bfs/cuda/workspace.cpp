#include "bfs/cuda/workspace.hpp"

#include "base/timer.hpp"
#include "bfs/cuda/searcher.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

bfs_engine::cuda_plan plan_for(const bfs_options& options) {
  return {.method = options.method,
          .distances = options.return_distances,
          .predecessors = options.return_predecessors,
          .map_back = options.map_back,
          .deterministic = options.deterministic,
          .keep_on_device = options.keep_on_device,
          .report_levels = options.report_levels};
}

class bfs_workspace_cuda final : public bfs_on_device {
 public:
  bfs_workspace_cuda(const layout& prepared, const bfs_options& options)
      : layout_(prepared), options_(options), engine_(prepared, options.where, plan_for(options)) {}

  void search(vertex_id source, bfs_result& result) override;

 private:
  const layout& layout_;
  const bfs_options& options_;
  bfs_engine::bfs_cuda engine_;
};

void bfs_workspace_cuda::search(vertex_id source, bfs_result& result) {
  check_stop(options_.control);
  if (options_.keep_on_device) {
    // Release the previous search's arrays: while they are held here, the engine counts them as in use and allocates new ones.
    result.distances = {};
    result.predecessors = {};
  } else {
    resize_results(layout_, options_, result);
  }
  result.report = {};
  if (is_isolated(layout_, source)) {
    const timer clock;
    engine_.reach_only_source(source, options_.root == root_parent::self ? source : no_vertex);
    engine_.take_results(result);
    result.report.seconds_search = clock.seconds();
    fill_report(layout_, options_, source, {.reached = 1, .depth = 0, .levels = {}}, result.report);
    result.report.device_memory_bytes = engine_.planned_bytes();
    return;
  }
  const bfs_engine::outcome o = engine_.run(make_request(layout_, options_, source));
  engine_.take_results(result);
  fill_report(layout_, options_, source, o, result.report);
  result.report.device_memory_bytes = engine_.planned_bytes();
  result.report.seconds_search = engine_.seconds_search();
  result.report.seconds_map_back = engine_.seconds_map_back();
  if (options_.count_edges) result.report.edges_traversed = engine_.edges_out_of_reached();
}

}  // namespace

std::unique_ptr<bfs_on_device> make_bfs_cuda(const layout& prepared, const bfs_options& options) {
  return std::make_unique<bfs_workspace_cuda>(prepared, options);
}

}  // namespace fathom
