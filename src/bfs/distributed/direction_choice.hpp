// Direction choice for a distributed level: Beamer's rule on counts summed over all processes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bfs/distributed/search_request.hpp"
#include "bfs/search_request.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

class direction_choice {
 public:
  direction_choice() = default;
  explicit direction_choice(const partitioned_graph& g)
      : vertices_(static_cast<double>(g.blocks.num_vertices())), unexplored_(g.num_edges) {}

  [[nodiscard]] bool is_bottom_up() const noexcept { return is_bottom_up_; }
  /// The frontier's out-edges are counted only while they can change the direction.
  [[nodiscard]] bool wants_edges(const search_request& request) const noexcept { return !is_bottom_up_ && !request.top_down_only; }

  /// `frontier` is in vertices; `edges` are its out-edges, used only if wants_edges().
  void choose(std::uint64_t frontier, std::uint64_t edges, const search_request& request) {
    if (is_bottom_up_) {
      is_bottom_up_ = frontier >= before_ || static_cast<double>(frontier) > vertices_ / request.beta;
    } else if (!request.top_down_only) {
      const double alpha = request.alpha > 0 ? request.alpha : bfs_engine::usual_alpha;
      is_bottom_up_ = static_cast<double>(edges) > static_cast<double>(unexplored_) / alpha;
      unexplored_ -= std::min(edges, unexplored_);
    }
    before_ = frontier;
  }

 private:
  double vertices_ = 0;
  std::uint64_t unexplored_ = 0;  ///< edges
  std::uint64_t before_ = 0;      ///< frontier size at the level before, in vertices
  bool is_bottom_up_ = false;
};

}  // namespace fathom::ranks_engine
