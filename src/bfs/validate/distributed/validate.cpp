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
    const std::string to = ranks_engine::shown_vertex(names, v.to);
    const std::string place =
        v.from == no_vertex ? "vertex " + to : fmt::format("{} -> {}", ranks_engine::shown_vertex(names, v.from), to);
    return fmt::format("rule {} ({}): {}", static_cast<int>(v.violated), to_string(v.violated), place);
  }

  [[nodiscard]] bfs_validation result_of(const ranks_engine::rank_verdict& verdict, const timer& clock) const {
    bfs_validation result;
    result.valid = verdict.valid, result.violated = verdict.worst.rule;
    result.from = ranks_engine::narrow(verdict.worst.from), result.to = ranks_engine::narrow(verdict.worst.to);
    if (!result.valid) result.message = message(result);
    result.reached = verdict.reached, result.edges_traversed = verdict.edges_traversed;
    result.seconds = longest(g.ranks(), clock.seconds());
    return result;
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
  return state_->result_of(state_->engine.check(source, parents, distances, depth_limit), clock);
}

bfs_validation rank_bfs_validator::check_distances(vertex_id source, std::span<const hop_count> distances,
                                                   hop_count depth_limit) const {
  const timer clock;
  ranks_engine::require_own_part(state_->g, source, distances);
  return state_->result_of(state_->engine.check_distances(source, distances, depth_limit), clock);
}

}  // namespace fathom
