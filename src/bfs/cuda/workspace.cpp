#include "bfs/cuda/workspace.hpp"

#include <algorithm>
#include <utility>

#include "base/timer.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

class bfs_workspace_cuda final : public bfs_on_device {
 public:
  bfs_workspace_cuda(const layout& prepared, const bfs_options& options, const execution& exec,
                     std::unique_ptr<bfs_engine::bfs_cuda> engine, std::string name)
      : layout_(prepared),
        exec_(exec),
        request_{.options = resolved(prepared, options, exec.where), .stop = exec.control.stop, .estimates = options.alpha == 0},
        engine_(std::move(engine)),
        name_(std::move(name)) {}

  void search(vertex_id source, bfs_result& result) override;

 private:
  const layout& layout_;
  const execution exec_;
  bfs_engine::request request_;  // of the current search
  std::unique_ptr<bfs_engine::bfs_cuda> engine_;
  std::string name_;
};

void bfs_workspace_cuda::search(vertex_id source, bfs_result& result) {
  check_stop(exec_.control);
  if (request_.options.keep_on_device) {
    // Release the previous search's arrays: while they are held here, the engine counts them as in use and allocates new ones.
    result.distances = {};
    result.predecessors = {};
  } else {
    resize_results(layout_, request_.options, result);
  }
  result.report = {};
  result.report.where = exec_.where;
  if (is_isolated(layout_, source)) {
    const timer clock;
    engine_->reach_only_source(source, request_.options.root == root_parent::self ? source : no_vertex);
    engine_->take_results(result);
    result.report.seconds_search = clock.seconds();
    fill_report(layout_, request_.options, name_, source, {.reached = 1}, result.report);
    result.report.device_memory_bytes = engine_->planned_bytes();
    return;
  }
  request_.source = layout_.to_internal ? layout_.to_internal[source] : source;
  const timer clock;
  const bfs_engine::outcome o = engine_->run(request_);
  engine_->take_results(result);
  const double whole = clock.seconds();
  fill_report(layout_, request_.options, name_, source, o, result.report);
  result.report.device_memory_bytes = engine_->planned_bytes();
  result.report.seconds_search = engine_->seconds_search();
  result.report.seconds_map_back = engine_->seconds_map_back();
  result.report.seconds_on_device = result.report.seconds_searching();
  result.report.seconds_host = std::max(whole - result.report.seconds_on_device, 0.0);
  if (request_.options.count_edges) result.report.edges_traversed = engine_->edges_out_of_reached();
}

}  // namespace

std::unique_ptr<bfs_on_device> make_bfs_cuda(const layout& prepared, const bfs_options& options, const execution& exec) {
  return make_workspace_cuda(prepared, options, exec, std::make_unique<bfs_engine::bfs_cuda>(prepared, exec.where, options),
                             "CUDA, one resident kernel");
}

std::unique_ptr<bfs_on_device> make_workspace_cuda(const layout& prepared, const bfs_options& options, const execution& exec,
                                                   std::unique_ptr<bfs_engine::bfs_cuda> engine, std::string name) {
  return std::make_unique<bfs_workspace_cuda>(prepared, options, exec, std::move(engine), std::move(name));
}

}  // namespace fathom
