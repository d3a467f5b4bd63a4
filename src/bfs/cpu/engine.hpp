// Direction-optimizing breadth-first search with OpenMP over a prepared layout.
// Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012; Liu, Huang, "Enterprise", SC 2015.
#pragma once

#include <cstdint>
#include <string>

#include "base/parallel.hpp"
#include "base/spin_barrier.hpp"
#include "base/thread_team.hpp"
#include "bfs/cpu/search_state.hpp"
#include "bfs/cpu/small_frontier.hpp"
#include "bfs/search_request.hpp"
#include "fathom/layout.hpp"

namespace fathom::bfs_engine {

/// Engine that holds the memory of one search; run() may be called any number of times.
class bfs_cpu {
 public:
  bfs_cpu(const layout& prepared, int threads);

  /// Writes every entry of the request's arrays. Throws error_category::cancelled.
  outcome run(const request& r);

  /// Number of threads used by a search; fewer than requested for a small graph.
  [[nodiscard]] int threads() const noexcept { return threads_; }

  /// Directed edges out of the vertices that the last run reached.
  [[nodiscard]] std::uint64_t edges_out_of_reached() const;

 private:
  enum class move { top_down, bottom_up, make_queue, small_levels, finish };

  void start();

  // Called by every thread of the team.
  void search(int thread, int team);
  void step_together(move m, int thread, int team);
  void fill_unvisited(index_range words);

  // Called by one thread while the others wait.
  move next_move(move done);  ///< the move after `done`, which the team has just completed; `finish` at the start
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] bool target_is_found() const;
  [[nodiscard]] bool small_is_worth_it() const;
  [[nodiscard]] bool stays_small() const;
  [[nodiscard]] bool go_on_small();
  void correct_frontier(std::uint64_t too_many);
  void choose_direction();
  [[nodiscard]] direction by_alpha_beta();
  [[nodiscard]] bool bottom_up_pays(std::uint64_t frontier_edges) const;
  [[nodiscard]] direction by_hub_ratio();
  [[nodiscard]] std::uint64_t frontier_edges() const;
  [[nodiscard]] double hub_share_of_frontier() const;
  void finish_level(const step_counts& counts);

  const layout& layout_;
  const int threads_;
  const edge_offset max_degree_;
  search_state state_;
  small_frontier small_;
  const request* request_ = nullptr;
  outcome outcome_;

  // State of the current level; written by one thread while the others wait.
  move move_ = move::finish;
  direction way_ = direction::top_down;
  bool direction_is_chosen_ = false;
  bool queue_is_current_ = true;
  bool small_is_allowed_ = false, in_small_ = false;
  std::uint64_t frontier_ = 0, previous_frontier_ = 0;
  std::uint64_t unexplored_edges_ = 0;
  std::string reason_;
  double level_start_ = 0;
  exception_capture failure_;

  // Updated by all threads.
  step_counts counts_;
  std::uint64_t tail_ = 0;
  chunk_cursor cursor_;
  spin_barrier barrier_;
};

/// Replaces each predecessor by the valid one with the smallest id of the caller; needs the distances.
void smallest_parents(const layout& l, vertex_id source, const hop_count* distances, vertex_id* predecessors, int threads);

}  // namespace fathom::bfs_engine
