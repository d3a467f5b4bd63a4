// Shortest paths on the CPU, a window of distances at a time.
//
// As in delta-stepping (Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", Journal of Algorithms 49, 2003)
// all distances in [low, high) are settled together, by relaxing until nothing falls. Rows are in the order of their weights, which
// changes the rest: of a settled vertex' row only the edges that lead into the window are looked at, and the row stays open at
// the first that leads beyond it. So no vertex has a tentative distance behind the window, there are no buckets, and the next
// window begins exactly at the smallest distance that an open row leads to.
//
// Where rows are short that is not worth it: they are looked at whole, and what they lead to beyond the window waits with a
// tentative distance.
//
// Most edges of a settled vertex lead to vertices that are settled sooner. Once those that are not settled have few edges, they
// look for themselves, once: each takes the best of its settled in-neighbours, and all open rows are dropped (Chakaravarthy,
// Checconi, Petrini, Sabharwal, "Scalable Single Source Shortest Path Algorithms for Massively Parallel Systems", IPDPS 2014, pull
// phases).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/spin_barrier.hpp"
#include "core/parallel.hpp"
#include "engine/sssp/search_request.hpp"
#include "engine/sssp/shared_work.hpp"
#include "engine/sssp/sums.hpp"
#include "engine/sssp/window_plan.hpp"
#include "fathom/array.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom::sssp_engine {

/// Holds the memory of one search at a time; run() may be called any number of times.
template <class Sum>
class window_search {
 public:
  using distance = typename Sum::distance;

  window_search(const weighted_layout& prepared, int threads);

  /// Throws error_category::cancelled.
  outcome run(const request& r);

  /// Of the last run; one entry more than the layout has vertices, infinity, at the end.
  [[nodiscard]] const array<distance>& distances() const noexcept { return distances_; }
  [[nodiscard]] int threads() const noexcept { return threads_; }

 private:
  // A settled vertex' row from the first edge that leads beyond the window.
  struct open_row {
    distance next;  // what that edge leads to
    distance from;  // the vertex' distance
    edge_offset at;
  };
  // Opened in this window: its vertex may yet come nearer, and then this is void.
  struct fresh_row {
    open_row row;
    vertex_id v;
  };
  // Found by pulling, or from a short row: not before its window is it known to be the vertex' distance.
  struct waiting_vertex {
    distance next;
    vertex_id v;
  };
  using queued_vertex = typename shared_work<distance>::item;

  // What a thread works on. Lists of the last window are handed out in pieces, to whichever thread comes; what stays is in the
  // thread's lists for the next.
  struct alignas(64) lane {
    std::vector<open_row> open, still_open;
    std::vector<fresh_row> fresh, newly_fresh;
    std::vector<waiting_vertex> waiting, still_waiting;
    std::vector<queued_vertex> queue;
    alignas(64) std::atomic<std::size_t> open_cursor{0}, fresh_cursor{0}, waiting_cursor{0};
    distance next = Sum::infinity, last_waiting = 0;
    std::uint64_t relaxed = 0, found = 0, found_edges = 0, expanded = 0;
  };

  void start(const request& r);
  void search(std::size_t me);
  void settle_window(lane& mine);
  void follow_lists(lane& mine);
  void pull(lane& mine);
  void turn_over(lane& mine);
  void decide();
  void finish(outcome& o);

  open_row relax(lane& mine, distance from, edge_offset at);
  void relax_all(lane& mine, const queued_vertex& q);
  void improve(lane& mine, vertex_id v, distance d);
  bool lower(lane& mine, vertex_id v, distance d);
  void expand(lane& mine, const queued_vertex& q);
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

  // Of the window at hand; written by one thread while the others wait.
  enum class step { settle, pull, finish } step_ = step::settle;
  const request* request_ = nullptr;
  distance high_ = 0;   // end of the window
  distance limit_ = 0;  // nothing from here on is wanted
  bool pulled_ = false;
  std::uint64_t windows_ = 0, last_found_ = 0, last_expanded_ = 0;
  std::atomic<std::uint64_t> pull_cursor_{0};
  exception_keeper failure_;
};

extern template class window_search<whole_32>;
extern template class window_search<whole_64>;
extern template class window_search<real_64>;
extern template class window_search<table_64>;

}  // namespace fathom::sssp_engine
