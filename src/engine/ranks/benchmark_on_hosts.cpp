#include "engine/ranks/benchmark_on_hosts.hpp"

#include <utility>

#include "distributed/agreement.hpp"
#include "engine/ranks/make_searcher.hpp"

namespace fathom::ranks_engine {

benchmark_on_hosts::benchmark_on_hosts(communicator& ranks, const benchmark_spec& spec, bool weights, const run_control& control)
    : ranks_(ranks),
      spec_(spec),
      weights_(weights),
      control_(control),
      grid_(make_grid(ranks, spec.grid_rows, spec.grid_columns)) {}

void benchmark_on_hosts::generate() {
  on_all_ranks(ranks_, [&] {
    share_ = kron_share(spec_.scale, spec_.edge_factor, spec_.seed, weights_, ranks_.rank(), ranks_.size(), control_);
  });
}

void benchmark_on_hosts::construct() {
  graph_ = partition(ranks_, std::move(grid_), share_, control_);
  validator_.emplace(ranks_, graph_.blocks, share_, thread_count(control_));
}

std::unique_ptr<searcher> benchmark_on_hosts::make_searcher() {
  return ranks_engine::make_searcher(graph_, spec_.where, spec_.transport, thread_count(control_));
}

rank_verdict benchmark_on_hosts::check(global_vertex root, std::span<const std::int64_t> predecessors) {
  return validator_->check(root, predecessors);
}

rank_verdict benchmark_on_hosts::check_paths(global_vertex root, std::span<const std::int64_t> predecessors,
                                             std::span<const float> distances) const {
  return validator_->check_paths(root, predecessors, distances);
}

}  // namespace fathom::ranks_engine
