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
      : options_(options), vertices_(g.blocks.num_vertices()), unexplored_(g.num_edges) {
    if (options_.alpha == 0) options_.alpha = bfs_engine::usual_alpha;
  }

  [[nodiscard]] bool is_bottom_up() const noexcept { return is_bottom_up_; }
  /// The frontier's out-edges are counted only while they can change the direction.
  [[nodiscard]] bool wants_edges() const noexcept { return !is_bottom_up_ && options_.strategy != bfs_strategy::top_down; }

  /// `frontier` is in vertices; `edges` are its out-edges, used only if wants_edges().
  void choose(std::uint64_t frontier, std::uint64_t edges) {
    if (is_bottom_up_) {
      is_bottom_up_ = frontier >= before_ || static_cast<double>(frontier) > bfs_engine::vertices_for_top_down(options_, vertices_);
    } else if (options_.strategy != bfs_strategy::top_down) {
      is_bottom_up_ = static_cast<double>(edges) > bfs_engine::edges_for_bottom_up(options_, unexplored_);
      unexplored_ -= std::min(edges, unexplored_);
    }
    before_ = frontier;
  }

 private:
  bfs_options options_;
  std::uint64_t vertices_ = 0;
  std::uint64_t unexplored_ = 0;  ///< edges
  std::uint64_t before_ = 0;      ///< frontier size at the level before, in vertices
  bool is_bottom_up_ = false;
};

}  // namespace fathom::ranks_engine
