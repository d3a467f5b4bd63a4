// Top-down or bottom-up: Beamer's rule with the numbers of all ranks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "distributed/partitioned_graph.hpp"
#include "engine/bfs/search_request.hpp"
#include "engine/ranks/search_request.hpp"

namespace fathom::ranks_engine {

class direction_choice {
 public:
  direction_choice() = default;
  explicit direction_choice(const partitioned_graph& g)
      : vertices_(static_cast<double>(g.blocks.num_vertices())), unexplored_(g.num_edges) {}

  [[nodiscard]] bool is_bottom_up() const noexcept { return is_bottom_up_; }
  /// Edges out of the frontier count only while they may change the direction.
  [[nodiscard]] bool wants_edges(const search_request& request) const noexcept { return !is_bottom_up_ && !request.top_down_only; }

  /// For a frontier of so many vertices, which have so many edges where those are wanted.
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
  std::uint64_t before_ = 0;      ///< vertices of the frontier before this one
  bool is_bottom_up_ = false;
};

}  // namespace fathom::ranks_engine
