// Sequential searches, each by the whole device: the first bar of the paper's Figure 15.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "bfs/cuda/searcher.hpp"
#include "bfs/request.hpp"
#include "multi_bfs/cpu/separate_levels.hpp"
#include "multi_bfs/cuda/distance_rows.hpp"
#include "multi_bfs/cuda/engines.hpp"
#include "multi_bfs/cuda/on_device.hpp"

namespace fathom::multi_bfs_engine {
namespace {

// The copy as a layout on the device, which is read in place.
layout on_its_device(const device_copy& copy) {
  layout l = copy.host;
  l.where = copy.where;
  l.out = copy.out;
  l.in = copy.in;
  l.heads = copy.heads;
  l.to_caller = copy.to_caller;
  return l;
}

class sequential_cuda final : public cuda_distance_rows {
 public:
  sequential_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan)
      : cuda_distance_rows(std::move(l), plan),
        options_(resolved(layout_->host,
                          {.depth_limit = plan.depth_limit,
                           .return_predecessors = plan.needs.predecessors,
                           .deterministic = plan.deterministic,
                           .report_levels = plan.report_levels,
                           .map_back = false,
                           .keep_on_device = true},
                          layout_->where)) {
    if (num_vertices_ == 0) return;  // nothing to search
    engine_ = std::make_unique<bfs_engine::bfs_cuda>(on_its_device(*layout_), layout_->where, options_);
  }

  group_outcome run(std::span<const vertex_id> sources) override {
    hop_count depth = 0;
    levels_.clear();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      throw_if_stopped();
      depth = std::max(depth, search(i, sources[i]));
    }
    group_outcome outcome = finish(sources.size(), depth);
    outcome.levels = add_up_separate_levels(levels_);
    return outcome;
  }

 private:
  hop_count search(std::size_t i, vertex_id source) {
    if (source == no_vertex) {
      clear(distances(i));
      clear(predecessors(i));
      return 0;
    }
    bfs_engine::outcome found = engine_->run({.source = source, .options = options_, .stop = plan_.stop});
    if (plan_.report_levels) levels_.push_back(std::move(found.levels));
    bfs_result result;
    engine_->take_results(result);
    keep(distances(i), result.distances);
    keep(predecessors(i), result.predecessors);
    stream_.wait("keeping results");  // the next search overwrites what was copied
    return found.depth;
  }

  template <class T>
  void clear(T* row) const {
    static_assert(unreachable == -1 && no_vertex == 0xFFFFFFFFu);
    if (row) cuda::check(cudaMemsetAsync(row, 0xFF, num_vertices_ * sizeof(T), stream_.get()), "clearing results");
  }

  template <class T>
  void keep(T* row, const array<T>& found) const {
    if (!row) return;
    cuda::check(cudaMemcpyAsync(row, found.data(), num_vertices_ * sizeof(T), cudaMemcpyDeviceToDevice, stream_.get()),
                "keeping results");
  }

  const bfs_options options_;
  std::unique_ptr<bfs_engine::bfs_cuda> engine_;
  std::vector<std::vector<level_report>> levels_;  ///< by search; empty unless reported
};

}  // namespace

std::unique_ptr<group_engine> make_sequential_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan) {
  return std::make_unique<on_device<sequential_cuda>>(std::move(l), plan);
}

std::uint64_t planned_bytes_sequential_cuda(const layout& l, const group_plan& plan) {
  // The single-source engine: results, two queues and two bitmaps, narrow offsets, and packed or cut rows.
  const std::uint64_t n = l.num_vertices, results = 1 + 2 * std::uint64_t{plan.needs.predecessors};
  const std::uint64_t per_vertex = (results + 2 + 2) * sizeof(vertex_id) + 1 + 2 * 4 * sizeof(vertex_id);
  return cuda_distance_rows::bytes(l, plan) + n * per_vertex + l.num_edges / 4 + l.caller_vertices * sizeof(vertex_id);
}

}  // namespace fathom::multi_bfs_engine
