#include "fathom/distributed/validate.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "bfs/validate/distributed/validator.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"
#include "graph/partition/block_values.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_thread = 1u << 15;

vertex_id narrow(global_vertex v) { return v == no_global_vertex ? no_vertex : static_cast<vertex_id>(v); }

}  // namespace

struct rank_bfs_validator::state {
  state(const rank_graph& whole, const edge_slice& share, graph called)
      : g(whole), names(std::move(called)), engine(g.ranks(), g.parts().blocks, share, g.threads()) {}

  void check_arguments(vertex_id source, std::size_t distances, std::size_t predecessors) const {
    const std::uint64_t own = g.last_vertex() - g.first_vertex();
    if (source >= g.num_vertices())
      throw error(error_category::usage, fmt::format("source {} is outside the graph of {} vertices", source, g.num_vertices()));
    for (const auto& [what, size] : {std::pair{"distances", distances}, {"predecessors", predecessors}}) {
      if (size != own)
        throw error(error_category::usage,
                    fmt::format("got {} {} for the {} vertices that this rank owns; give one per vertex", size, what, own));
    }
  }

  // Predecessors as the engine expects them: -1 if unreached, and the source as its own.
  [[nodiscard]] std::vector<std::int64_t> wide(vertex_id source, std::span<const vertex_id> predecessors) const {
    std::vector<std::int64_t> to(predecessors.size());
    const int threads = useful_threads(to.size(), vertices_per_thread, g.threads());
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::size_t i = 0; i < to.size(); ++i) {
      to[i] = predecessors[i] == no_vertex ? std::int64_t{-1} : std::int64_t{predecessors[i]};
    }
    const bool is_own = source >= g.first_vertex() && source < g.last_vertex();
    if (is_own && to[source - g.first_vertex()] == -1) to[source - g.first_vertex()] = source;
    return to;
  }

  [[nodiscard]] std::string message(const bfs_validation& v) const {
    const auto shown = [this](vertex_id id) {
      return id == no_vertex ? "none" : id < names.num_vertices() ? names.name(id) : std::to_string(id);
    };
    return fmt::format("rule {} ({}): {} -> {}", static_cast<int>(v.violated), to_string(v.violated), shown(v.from), shown(v.to));
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
  communicator& ranks = state_->g.ranks();
  std::vector<std::int64_t> parents;
  on_all_processes(ranks, [&] {
    state_->check_arguments(source, distances.size(), predecessors.size());
    parents = state_->wide(source, predecessors);
  });
  const ranks_engine::rank_verdict verdict = state_->engine.check(source, parents, distances, depth_limit);
  bfs_validation result;
  result.valid = verdict.valid, result.violated = verdict.worst.rule;
  result.from = narrow(verdict.worst.from), result.to = narrow(verdict.worst.to);
  if (!result.valid) result.message = state_->message(result);
  result.reached = verdict.reached, result.edges_traversed = verdict.edges_traversed;
  result.seconds = longest(ranks, clock.seconds());
  return result;
}

}  // namespace fathom
