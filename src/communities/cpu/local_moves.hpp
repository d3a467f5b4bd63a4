// Local moves of the Louvain and Leiden methods: vertices move to the community of a neighbor as long as that increases modularity.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "communities/cpu/coloring.hpp"
#include "communities/cpu/louvain_graph.hpp"
#include "communities/cpu/neighbor_weights.hpp"
#include "fathom/control.hpp"

namespace fathom::communities_engine {

/// The gain of modularity, relative to a vertex's degree, that a move has to exceed. Smaller gains are taken for rounding: moves
/// that gain nothing would never end.
[[nodiscard]] constexpr double least_gain(double resolution) noexcept { return 1e-12 * (1 + resolution); }

/// Which vertices a run leaves without an increasing move.
enum class settled {
  neighbors_of_changes,  ///< those whose neighbors changed; others may have a move since the size of a community changed
  all
};

struct move_counts {
  std::uint64_t sweeps = 0, moves = 0, edges_inspected = 0;
};

/// Moves vertices of one level. Keeps references to its arguments.
class local_moves {
 public:
  /// `all` is the sum of the degrees, which is positive.
  local_moves(const louvain_graph& g, double all, double resolution, std::uint64_t seed, int threads, const run_control& control);

  /// Moves vertices from the communities `labels`, numbers below n, until no move increases modularity.
  move_counts run(std::span<vertex_id> labels, settled until);

 private:
  // A vertex's best move, if it increases modularity by the state before its color moves.
  struct proposal {
    vertex_id target;    // or no_vertex
    double more_weight;  // to the target than to the vertex's own community
  };

  // Vertices that a sweep updates.
  enum class extent {
    waiting,  // a neighbor has moved
    border,   // also those with a neighbor in another community: a change of that community's size may let them gain
    all
  };

  void start(std::span<vertex_id> labels);
  void widen(extent to);
  bool sweep(move_counts& counts);
  void propose(int threads);
  proposal best_move(vertex_id v, neighbor_weights& around);
  void move_one_after_another(move_counts& counts);
  void move(vertex_id v, vertex_id target);
  void update_neighbors_of_moved(int threads);
  [[nodiscard]] double gain(double degree, double more_weight, double own_total, double target_total) const;

  const louvain_graph& g_;
  const double all_, resolution_, least_gain_;
  const int threads_;
  const run_control& control_;
  color_classes classes_;
  std::vector<neighbor_weights> around_;  // of each thread
  std::span<vertex_id> labels_;
  std::vector<double> totals_;              // of the degrees in each community
  std::vector<vertex_id> sizes_;            // of communities
  std::vector<vertex_id> unused_;           // communities without vertices
  std::vector<char> waiting_;               // whether a vertex is to be updated
  std::vector<char> border_;                // whether a vertex may have a neighbor in another community
  std::vector<vertex_id> members_, moved_;  // of the current color: vertices to update, and those that moved
  std::vector<proposal> proposals_;         // of members_
};

}  // namespace fathom::communities_engine
