// Validator of distributed shortest paths.
#include <fmt/format.h>

#include <utility>

#include "base/timer.hpp"
#include "bfs/validate/distributed/claimed_part.hpp"
#include "bfs/validate/distributed/validator.hpp"
#include "comm/exchange.hpp"
#include "fathom/distributed/validate.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {
namespace {

// The engine numbers rules as Graph500 does, for which an edge from the predecessor is a rule of its own.
sssp_rule rule_of_paths(bfs_rule rule) {
  switch (rule) {
    case bfs_rule::none:
      return sssp_rule::none;
    case bfs_rule::tree_has_no_cycle:
      return sssp_rule::tree_has_no_cycle;
    case bfs_rule::tree_levels_differ_by_one:
    case bfs_rule::tree_edges_exist:
      return sssp_rule::tree_edges_are_tight;
    case bfs_rule::edges_span_one_level:
      return sssp_rule::edges_are_relaxed;
    case bfs_rule::component_is_spanned:
      return sssp_rule::reached_is_spanned;
  }
  return sssp_rule::none;
}

}  // namespace

struct rank_sssp_validator::state {
  state(const rank_graph& whole, const edge_slice& share, graph called)
      : g(whole), names(std::move(called)), engine(g.ranks(), g.parts().blocks, share, g.threads()) {}

  const rank_graph& g;
  graph names;
  ranks_engine::rank_validator engine;
};

rank_sssp_validator::rank_sssp_validator(const rank_graph& g, const edge_slice& share, graph names)
    : state_(std::make_unique<state>(g, share, std::move(names))) {}
rank_sssp_validator::~rank_sssp_validator() = default;
rank_sssp_validator::rank_sssp_validator(rank_sssp_validator&&) noexcept = default;
rank_sssp_validator& rank_sssp_validator::operator=(rank_sssp_validator&&) noexcept = default;

sssp_validation rank_sssp_validator::check(vertex_id source, std::span<const double> distances,
                                           std::span<const vertex_id> predecessors, double cutoff) const {
  const timer clock;
  const std::vector<std::int64_t> parents = ranks_engine::claimed_predecessors(state_->g, source, distances.size(), predecessors);
  const ranks_engine::rank_verdict verdict = state_->engine.check_paths(source, parents, distances, cutoff);
  sssp_validation result;
  result.valid = verdict.valid, result.violated = rule_of_paths(verdict.worst.rule);
  result.from = ranks_engine::narrow(verdict.worst.from), result.to = ranks_engine::narrow(verdict.worst.to);
  if (!result.valid) {
    result.message =
        fmt::format("rule {} ({}): {} -> {}", static_cast<int>(result.violated), to_string(result.violated),
                    ranks_engine::shown_vertex(state_->names, result.from), ranks_engine::shown_vertex(state_->names, result.to));
  }
  result.reached = verdict.reached, result.edges_traversed = verdict.edges_traversed;
  result.seconds = longest(state_->g.ranks(), clock.seconds());
  return result;
}

}  // namespace fathom
