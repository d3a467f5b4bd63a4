// Independent searches on the CPU: one after another with all threads, or one per thread. A baseline for concurrent traversal, and
// the better choice on graphs so deep that the searches' frontiers hardly overlap.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "bfs/cpu/engine.hpp"
#include "multi_bfs/cpu/separate_levels.hpp"
#include "multi_bfs/distance_rows.hpp"

namespace fathom::multi_bfs_engine {
namespace {

class separate_cpu final : public distance_rows {
 public:
  separate_cpu(const layout& l, const group_plan& plan, int at_once) : distance_rows(l, plan) {
    for (int i = 0; i < at_once; ++i) {
      engines_.push_back(std::make_unique<bfs_engine::bfs_cpu>(l, at_once > 1 ? 1 : plan.threads));
    }
  }

  group_outcome run(std::span<const vertex_id> sources) override {
    levels_.assign(plan_.report_levels ? sources.size() : 0, {});
    if (engines_.size() == 1) {
      // outside a parallel region: the engine's own nested regions would start new threads
      for (std::size_t i = 0; i < sources.size(); ++i) search(*engines_.front(), i, sources[i]);
      return finish_with_levels(sources);
    }
    exception_capture failure;
#pragma omp parallel for num_threads(static_cast <int>(engines_.size())) schedule(dynamic)
    for (std::size_t i = 0; i < sources.size(); ++i) {
      failure.run([&] { search(*engines_[static_cast<std::size_t>(omp_get_thread_num())], i, sources[i]); });
    }
    failure.rethrow();
    return finish_with_levels(sources);
  }

 private:
  group_outcome finish_with_levels(std::span<const vertex_id> sources) {
    group_outcome outcome = finish(sources);
    outcome.levels = add_up_separate_levels(levels_);
    return outcome;
  }

  void search(bfs_engine::bfs_cpu& engine, std::size_t i, vertex_id source) {
    if (source == no_vertex) {
      std::fill_n(distances(i), layout_.num_vertices, unreachable);
      if (predecessors(i)) std::fill_n(predecessors(i), layout_.num_vertices, no_vertex);
      return;
    }
    const bfs_engine::request r{
        .source = source,
        .options = {.depth_limit = plan_.depth_limit, .alpha = bfs_engine::usual_alpha, .report_levels = plan_.report_levels},
        .distances = distances(i),
        .predecessors = predecessors(i),
        .stop = plan_.stop};
    bfs_engine::outcome found = engine.run(r);
    if (plan_.report_levels) levels_[i] = std::move(found.levels);
    if (plan_.deterministic && r.predecessors) {
      bfs_engine::smallest_parents(layout_, source, r.distances, r.predecessors, engine.threads());
    }
  }

  std::vector<std::unique_ptr<bfs_engine::bfs_cpu>> engines_;
  std::vector<std::vector<level_report>> levels_;  ///< by search; empty unless reported
};

}  // namespace

std::unique_ptr<group_engine> make_sequential_cpu(const layout& l, const group_plan& plan) {
  return std::make_unique<separate_cpu>(l, plan, 1);
}

std::unique_ptr<group_engine> make_separate_cpu(const layout& l, const group_plan& plan) {
  return std::make_unique<separate_cpu>(l, plan, plan.threads);
}

}  // namespace fathom::multi_bfs_engine
