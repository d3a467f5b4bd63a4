// Searches run by eccentricity() and diameter(), and the resulting bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "centrality/eccentricity_bounds.hpp"
#include "comm/shared_call.hpp"
#include "components/numbered_components.hpp"
#include "fathom/diameter.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

/// A vertex and the farthest vertex reachable from it.
struct far_pair {
  vertex_id from = no_vertex, to = no_vertex;
  hop_count distance = unreachable;
};

/// All processes of a shared call make the same calls; each function is collective unless it is const.
class bounding_searches {
 public:
  /// Prepares the searches. `g` must have a vertex and outlive this object, as must `call`.
  bounding_searches(const graph& g, shared_call& call);

  [[nodiscard]] const numbered_components& parts() const noexcept { return parts_; }
  [[nodiscard]] const eccentricity_bounds& bounds() const noexcept { return *bounds_; }
  [[nodiscard]] const far_pair& farthest() const noexcept { return farthest_; }  ///< over all forward searches so far

  /// Bounds all eccentricities by searches from and to these vertices.
  void search(std::span<const vertex_id> sources);
  /// Runs one or more searches that best tighten the bounds of the given open vertices: `high` are those with too large an upper
  /// bound, `low` those with too small a lower bound. Consumes both lists.
  void advance(std::vector<vertex_id>& high, std::vector<vertex_id>& low);

  /// The vertex of largest degree in the largest component.
  [[nodiscard]] vertex_id hub() const;
  /// Collective: the times are those of the slowest process.
  [[nodiscard]] bounding_report report() const;

 private:
  template <class T>
  void search_as(std::span<const vertex_id> sources);
  /// Whether the processes divide these sources.
  [[nodiscard]] bool divides(std::span<const vertex_id> sources) const noexcept;
  [[nodiscard]] std::vector<vertex_id> own_part(std::span<const vertex_id> sources) const;
  void gather_farthest(std::span<const far_pair> mine, std::span<far_pair> by_rank, std::span<far_pair> all);
  [[nodiscard]] std::vector<vertex_id> targets_of(std::span<const far_pair> far);
  void count_round(std::size_t searches);
  void find_exact(std::span<const vertex_id> sources);
  [[nodiscard]] std::size_t next_round() const noexcept;
  [[nodiscard]] bool is_hopeless(std::size_t num_open);
  [[nodiscard]] std::vector<vertex_id> choose(std::vector<vertex_id>& high, std::vector<vertex_id>& low, std::size_t count);
  /// Searches from a process's own part of the sources.
  void search_own(const layout& prepared, std::span<const vertex_id> sources, multi_bfs_sink& sink);
  [[nodiscard]] std::size_t most_at_once() const;
  [[nodiscard]] multi_bfs_options search_options(std::size_t searches) const;

  const graph& g_;
  shared_call& call_;
  layout there_;
  std::optional<layout> back_;  // of a directed graph: distances to a source require separate searches
  numbered_components parts_;
  std::optional<eccentricity_bounds> bounds_;
  far_pair farthest_;
  bounding_report report_;
  std::vector<bool> was_target_;  // of a backward search
  std::size_t single_rounds_ = 0, joined_rounds_ = 0, most_in_round_ = 0;
  std::size_t last_open_ = 0, last_joined_ = 0;        // before the last round, and its searches; 0 if it bounded nothing
  std::size_t settling_left_ = 0, settling_next_ = 1;  // rounds without bounding: remaining, and length of the next pause
  hop_count deepest_ = 0;
  bool take_high_ = true;
};

}  // namespace fathom
