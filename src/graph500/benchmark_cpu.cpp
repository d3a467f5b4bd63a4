// Distributed Graph500 benchmark on the hosts: generation, construction and validation. Searches may run on the devices.
#include <optional>
#include <utility>

#include "bfs/distributed/make_searcher.hpp"
#include "bfs/validate/distributed/validator.hpp"
#include "comm/agreement.hpp"
#include "graph/partition/edge_slice.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "graph500/benchmark_graph.hpp"
#include "sssp/distributed/make_paths_searcher.hpp"

namespace fathom::ranks_engine {
namespace {

class host_benchmark final : public benchmark_graph {
 public:
  host_benchmark(communicator& ranks, const benchmark_spec& spec, const run_control& control)
      : ranks_(ranks), spec_(spec), control_(control), grid_(make_grid(ranks, spec.grid_rows, spec.grid_columns)) {}

  void generate() override {
    on_all_processes(ranks_, [&] {
      share_ = kron_slice(spec_.scale, spec_.edge_factor, spec_.seed, spec_.weights, ranks_.rank(), ranks_.size(), control_);
    });
  }

  void construct() override {
    graph_ = partition(ranks_, std::move(grid_), share_, control_, spec_.delegate_degree);
    validator_.emplace(ranks_, graph_.blocks, share_, thread_count(control_));
  }

  const partitioned_graph& graph() const override { return graph_; }

  std::unique_ptr<searcher> make_searcher() override {
    return ranks_engine::make_searcher(graph_, spec_.where, spec_.transport, thread_count(control_));
  }

  std::unique_ptr<paths_searcher> make_paths_searcher() override {
    return ranks_engine::make_paths_searcher(graph_, spec_.where, spec_.transport, thread_count(control_));
  }

  rank_verdict check(global_vertex root, std::span<const std::int64_t> predecessors) override {
    return validator_->check(root, predecessors);
  }

  rank_verdict check_paths(global_vertex root, std::span<const std::int64_t> predecessors,
                           std::span<const float> distances) override {
    return validator_->check_paths(root, predecessors, distances);
  }

 private:
  communicator& ranks_;
  benchmark_spec spec_;
  run_control control_;
  process_grid grid_;  ///< until the graph takes it
  edge_slice share_;
  partitioned_graph graph_;
  std::optional<rank_validator> validator_;
};

}  // namespace

std::unique_ptr<benchmark_graph> benchmark_on_hosts(communicator& ranks, const benchmark_spec& spec, const run_control& control) {
  return std::make_unique<host_benchmark>(ranks, spec, control);
}

}  // namespace fathom::ranks_engine
