// Vertices reachable from one vertex, without distances: top-down over a queue, and bottom-up while the frontier has many edges.
// Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012. Distances do not matter here, so that a
// bottom-up sweep also uses the vertices that it has discovered itself.
#pragma once

#include <span>
#include <stop_token>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

class reach {
 public:
  reach(const graph_view& g, int threads);

  /// Prepares a search along all of `rows`, whose reverses are `reverse`, only over the candidates: one bit per vertex, as in
  /// base/bitmap.hpp. The source must be a candidate. The arguments must outlive the search.
  void begin(std::span<const adjacency_view> rows, std::span<const adjacency_view> reverse,
             std::span<const std::uint64_t> candidates, vertex_id source);

  /// Searches to the end; with `until_narrow`, only as long as several threads can share the work. Returns whether the search
  /// ended. Also ends if `stop` is requested.
  bool run(const std::stop_token& stop, bool until_narrow = false);

  /// One bit per vertex: the discovered ones, with the source.
  [[nodiscard]] std::span<const std::uint64_t> visited() const { return {visited_.data(), visited_.size()}; }

 private:
  [[nodiscard]] bool is_narrow(int level) const;
  [[nodiscard]] edge_offset degree(vertex_id v) const;
  void expand_serially();
  void expand_in_parallel();
  void mark_visited();
  void sweep();
  void queue_fresh();

  const double mean_degree_;
  const int threads_;
  std::span<const adjacency_view> rows_, reverse_;
  std::span<const std::uint64_t> candidates_;
  double eagerness_;              // to sweep; later searches in the same graph keep it
  array<std::uint64_t> open_;     // one bit per vertex: candidates that are not discovered
  array<std::uint64_t> visited_;  // the other candidates; valid during sweeps and after the search
  array<std::uint64_t> fresh_;    // discovered by the last sweep
  array<vertex_id> queue_;        // the frontier is queue_[first_, last_), and what it discovers follows
  std::uint64_t first_ = 0, last_ = 0, size_ = 0;
  edge_offset frontier_edges_ = 0;                       // along the search's rows
  std::uint64_t open_vertices_ = 0, most_vertices_ = 0;  // now, and at the beginning
  std::uint64_t fresh_vertices_ = 0;                     // of the last sweep
};

}  // namespace fathom::components_engine
