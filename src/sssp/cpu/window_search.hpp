// Shortest paths on the CPU, one window of distances at a time.
//
// As in delta-stepping (Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", Journal of Algorithms 49,
// 2003), all distances in [low, high) are settled together by relaxing until nothing changes. The difference is that rows are
// sorted by weight: only the edges of a settled vertex that lead into the window are relaxed, and the row stays open at the first
// edge that leads beyond it. So no vertex has a tentative distance beyond the window, there are no buckets, and the next window
// begins exactly at the smallest distance that an open row leads to.
//
// For short rows this does not pay off: they are relaxed completely, and vertices beyond the window wait with a tentative distance.
//
// Most edges of a settled vertex lead to vertices that are settled earlier. Once the unsettled vertices have few edges, they pull
// once: each takes the best distance from its settled in-neighbors, and all open rows are dropped (Chakaravarthy, Checconi,
// Petrini, Sabharwal, "Scalable Single Source Shortest Path Algorithms for Massively Parallel Systems", IPDPS 2014, pull phases).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "base/spin_barrier.hpp"
#include "fathom/array.hpp"
#include "fathom/weighted_layout.hpp"
#include "sssp/cpu/shared_work.hpp"
#include "sssp/cpu/sums.hpp"
#include "sssp/cpu/window_plan.hpp"
#include "sssp/search_request.hpp"

namespace fathom::sssp_engine {

/// Engine that holds the memory of one search; run() may be called any number of times.
template <class Sum>
class window_search {
 public:
  using distance = typename Sum::distance;
  using queued_vertex = typename shared_work<distance>::item;

  window_search(const weighted_layout& prepared, int threads);

  /// Throws error_category::cancelled.
  outcome run(const request& r);
  /// The same from several vertices with given distances instead of r.source.
  outcome run(const request& r, std::span<const queued_vertex> starts);

  /// Distances of the last run, with one extra entry, infinity, at the end.
  [[nodiscard]] const array<distance>& distances() const noexcept { return distances_; }
  [[nodiscard]] int threads() const noexcept { return threads_; }

 private:
  // The rest of a settled vertex's row, from the first edge that leads beyond the window.
  struct open_row {
    distance next;  // distance that this edge leads to
    distance from;  // the vertex's distance
    edge_offset at;
  };
  // Row opened in this window; void if the distance of its vertex still decreases.
  struct fresh_row {
    open_row row;
    vertex_id v;
  };

  // Work of one thread. The lists of the last window are distributed in pieces over all threads; entries that remain go to the
  // thread's own lists for the next window.
  struct alignas(64) lane {
    std::vector<open_row> open, still_open;
    std::vector<fresh_row> fresh, newly_fresh;
    std::vector<queued_vertex> waiting, still_waiting;  // tentative distances from pulling or short rows; final in their window
    std::vector<queued_vertex> queue;
    alignas(64) std::atomic<std::size_t> open_cursor{0}, fresh_cursor{0}, waiting_cursor{0};
    distance next = Sum::infinity, last_waiting = 0;
    std::uint64_t relaxed = 0, found = 0, found_edges = 0, expanded = 0;
  };

  void begin(const request& r);
  void begin_at(std::span<const queued_vertex> starts);
  void search(std::size_t me);
  void settle_window(lane& mine);
  void follow_lists(lane& mine);
  void pull(lane& mine);
  void turn_over(lane& mine);
  void decide();
  void finish(outcome& o);

  open_row relax(lane& mine, distance from, edge_offset at);
  void relax_all(lane& mine, const queued_vertex& q);
  void relax_some(lane& mine, const weighted_edge* first, edge_offset size, distance from);
  void improve(lane& mine, vertex_id v, distance d);
  bool lower(lane& mine, vertex_id v, distance d);
  void expand(lane& mine, const queued_vertex& q);
  void fetch_distances(vertex_id v) const;
  void drain(lane& mine);

  const weighted_layout& layout_;
  const Sum sum_;
  const int threads_;
  window_plan plan_;
  const bool rows_are_short_;
  array<distance> distances_;
  std::vector<lane> lanes_;
  shared_work<distance> shared_;
  std::optional<spin_barrier> barrier_;

  // State of the current window; written by one thread while the others wait.
  enum class step { settle, pull, finish } step_ = step::settle;
  const request* request_ = nullptr;
  distance high_ = 0;   // end of the window
  distance limit_ = 0;  // distances from here on are not needed
  bool pulled_ = false;
  std::uint64_t windows_ = 0, last_found_ = 0, last_expanded_ = 0;
  std::atomic<std::uint64_t> pull_cursor_{0};
  exception_capture failure_;
};

extern template class window_search<whole_32>;
extern template class window_search<whole_64>;
extern template class window_search<real_64>;
extern template class window_search<table_64>;

}  // namespace fathom::sssp_engine
