// From generation to validation by the hosts of all ranks; searches by hops run on their devices where they are asked to.
#pragma once

#include <optional>

#include "distributed/edge_share.hpp"
#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/benchmark_graph.hpp"
#include "engine/ranks_validate/rank_validator.hpp"

namespace fathom::ranks_engine {

class benchmark_on_hosts final : public benchmark_graph {
 public:
  /// With `weights` kernel 3 can run, too.
  benchmark_on_hosts(communicator& ranks, const benchmark_spec& spec, bool weights, const run_control& control);

  void generate() override;
  void construct() override;
  [[nodiscard]] const partitioned_graph& graph() const override { return graph_; }
  [[nodiscard]] std::unique_ptr<searcher> make_searcher() override;
  [[nodiscard]] rank_verdict check(global_vertex root, std::span<const std::int64_t> predecessors) override;
  /// Collective: of shortest paths.
  [[nodiscard]] rank_verdict check_paths(global_vertex root, std::span<const std::int64_t> predecessors,
                                         std::span<const float> distances) const;

 private:
  communicator& ranks_;
  benchmark_spec spec_;
  bool weights_;
  run_control control_;
  process_grid grid_;  ///< until the graph has it
  edge_share share_;
  partitioned_graph graph_;
  std::optional<rank_validator> validator_;
};

}  // namespace fathom::ranks_engine
