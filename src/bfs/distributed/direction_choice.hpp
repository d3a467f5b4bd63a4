// Direction choice for a distributed level: Beamer's rule on counts summed over all processes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bfs/level_rules.hpp"
#include "bfs/search_request.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

class direction_choice {
 public:
  direction_choice() = default;
  direction_choice(const partitioned_graph& g, const bfs_options& options)
      : options_(options),
        vertices_(g.blocks.num_vertices()),
        edges_(g.num_edges),
        estimates_(options.alpha == 0),
        unexplored_(g.num_edges) {
    if (options_.alpha == 0) options_.alpha = bfs_engine::usual_alpha;
  }

  [[nodiscard]] bool is_bottom_up() const noexcept { return is_bottom_up_; }
  /// The frontier's out-edges are counted only while they can change the direction.
  [[nodiscard]] bool wants_edges() const noexcept { return !is_bottom_up_ && options_.strategy != bfs_strategy::top_down; }

  /// `frontier` is in vertices; `edges` are its out-edges, used only if wants_edges().
  void choose(std::uint64_t frontier, std::uint64_t edges) {
    reached_ += frontier;
    if (options_.strategy != bfs_strategy::top_down) is_bottom_up_ = is_bottom_up_ ? stays(frontier) : turns(frontier, edges);
    before_ = frontier;
  }

 private:
  static constexpr std::uint64_t bits_per_word = 64;

  bool turns(std::uint64_t frontier, std::uint64_t edges) {
    const auto out = static_cast<float>(edges), unexplored = static_cast<float>(unexplored_);
    unexplored_ -= std::min(edges, unexplored_);
    if (!bfs_engine::many_frontier_edges(options_, out, unexplored)) return false;
    return !estimates_ ||
           bfs_engine::bottom_up_pays({static_cast<float>(vertices_), static_cast<float>(edges_)},
                                      {static_cast<float>(frontier), out, static_cast<float>(vertices_ - reached_), unexplored},
                                      static_cast<float>(vertices_ / bits_per_word));
  }

  [[nodiscard]] bool stays(std::uint64_t frontier) const {
    const bool is_small =
        frontier < before_ && static_cast<double>(frontier) <= bfs_engine::vertices_for_top_down(options_, vertices_);
    return !is_small && (!estimates_ || bfs_engine::bottom_up_still_pays(vertices_, edges_, frontier, reached_));
  }

  bfs_options options_;
  std::uint64_t vertices_ = 0, edges_ = 0;
  bool estimates_ = false;        ///< bottom-up only if it is expected to pay
  std::uint64_t unexplored_ = 0;  ///< edges
  std::uint64_t reached_ = 0;     ///< vertices
  std::uint64_t before_ = 0;      ///< frontier size at the level before, in vertices
  bool is_bottom_up_ = false;
};

}  // namespace fathom::ranks_engine
