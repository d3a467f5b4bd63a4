#include "fathom/distributed/validate.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/timer.hpp"
#include "bfs/validate/distributed/claimed_part.hpp"
#include "bfs/validate/distributed/validator.hpp"
#include "comm/exchange.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {
struct rank_bfs_validator::state {
  state(const rank_graph& whole, const edge_slice& share, graph called)
      : g(whole), names(std::move(called)), engine(g.ranks(), g.parts().blocks, share, g.threads()) {}

  [[nodiscard]] std::string message(const bfs_validation& v) const {
    return fmt::format("rule {} ({}): {} -> {}", static_cast<int>(v.violated), to_string(v.violated),
                       ranks_engine::shown_vertex(names, v.from), ranks_engine::shown_vertex(names, v.to));
  }

  const rank_graph& g;
  graph names;
  ranks_engine::rank_validator engine;
};

rank_bfs_validator::rank_bfs_validator(const rank_graph& g, const edge_slice& share, graph names)
    : state_(std::make_unique<state>(g, share, std::move(names))) {}
rank_bfs_validator::~rank_bfs_validator() = default;
rank_bfs_validator::rank_bfs_validator(rank_bfs_validator&&) noexcept = default;
rank_bfs_validator& rank_bfs_validator::operator=(rank_bfs_validator&&) noexcept = default;

bfs_validation rank_bfs_validator::check(vertex_id source, std::span<const hop_count> distances,
                                         std::span<const vertex_id> predecessors, hop_count depth_limit) const {
  const timer clock;
  const std::vector<std::int64_t> parents = ranks_engine::claimed_predecessors(state_->g, source, distances.size(), predecessors);
  const ranks_engine::rank_verdict verdict = state_->engine.check(source, parents, distances, depth_limit);
  bfs_validation result;
  result.valid = verdict.valid, result.violated = verdict.worst.rule;
  result.from = ranks_engine::narrow(verdict.worst.from), result.to = ranks_engine::narrow(verdict.worst.to);
  if (!result.valid) result.message = state_->message(result);
  result.reached = verdict.reached, result.edges_traversed = verdict.edges_traversed;
  result.seconds = longest(state_->g.ranks(), clock.seconds());
  return result;
}

}  // namespace fathom
