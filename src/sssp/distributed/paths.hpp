// Distributed shortest paths from one source on CPUs: delta-stepping (Meyer, Sanders, J. Algorithms 49(1), 2003).
#pragma once

#include <cstdint>
#include <limits>
#include <stop_token>
#include <type_traits>
#include <vector>

#include "base/parallel.hpp"
#include "bfs/distributed/work_clock.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "sssp/distributed/bucket_width.hpp"
#include "sssp/distributed/fixed_list.hpp"
#include "sssp/distributed/light_first_rows.hpp"
#include "sssp/distributed/path_messages.hpp"
#include "sssp/distributed/path_table.hpp"
#include "sssp/distributed/paths_searcher.hpp"

namespace fathom::ranks_engine {

/// The end of a search before all paths are found; the same on all processes, except `stop`.
struct path_limits {
  double cutoff = std::numeric_limits<double>::infinity();
  global_vertex target = no_global_vertex;  ///< as if its distance were the cutoff
  std::stop_token stop{};                   ///< polled in every round; a request on one process ends the search on all
};

/// This process's part of a finished search.
struct own_paths {
  std::uint64_t reached = 0;  ///< vertices
  std::uint64_t edges = 0;    ///< out of them
  double farthest = 0;
};

/// `Distance` is float or double, in which weights are added along a path, with rounding at each edge.
template <class Distance>
class rank_paths {
 public:
  /// Bytes allocated by the constructor, and at most by searches.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);

  /// Allocates memory for all searches, apart from messages. `g` must outlive the searcher; all of its weights must be
  /// non-negative.
  rank_paths(const partitioned_graph& g, const bucket_plan& plan, int threads);

  /// Collective. The outcome lacks `reached`. Throws error_category::memory or ::cancelled on all processes.
  paths_outcome run(global_vertex source, const path_limits& limits = {});

  /// Calls put(position, distance, predecessor) for each vertex of this process's block on several threads, after run(). Unreached
  /// vertices have distance infinity and predecessor -1; the source is its own predecessor.
  template <class Put>
  [[nodiscard]] own_paths for_each_result(const Put& put) const;

  /// Work of this process in all searches, without its size and memory.
  [[nodiscard]] const rank_work& work() const noexcept { return clock_.work(); }
  [[nodiscard]] double bucket_width() const noexcept { return plan_.width; }

 private:
  using reached = reached_vertex<Distance>;
  using distance_bits = std::conditional_t<sizeof(Distance) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
  static constexpr Distance infinity = std::numeric_limits<Distance>::infinity();
  static constexpr std::uint64_t positions_per_thread = 1u << 12;

  /// Distances are not negative, so they are ordered like their bits.
  struct own_counts {
    std::uint64_t active = 0;                 ///< vertices to relax along light edges
    std::uint64_t bucket = 0;                 ///< vertices of the bucket, to relax along heavy edges once it is settled
    std::uint64_t smallest = bits(infinity);  ///< distance outside the bucket
    std::uint64_t target = bits(infinity);    ///< distance of the target, if this process knows one
    std::uint64_t stops = 0;                  ///< 1 if a stop was requested
  };

  [[nodiscard]] static constexpr std::uint64_t bits(Distance distance) noexcept { return std::bit_cast<distance_bits>(distance); }
  [[nodiscard]] static constexpr Distance from_bits(std::uint64_t value) noexcept {
    return std::bit_cast<Distance>(static_cast<distance_bits>(value));
  }

  void start();
  [[nodiscard]] local_vertex own_id(global_vertex v) const;
  bool next_frontier();
  bool exchange_counts(std::uint64_t smallest);
  std::uint64_t take_active();
  void take_bucket();
  void send_active();
  void relax();
  template <bool Shared>
  void relax_edges(std::size_t first, std::size_t last);
  void send_to_owners();
  void list_touched();
  void lower_delegate(local_vertex delegate, Distance distance);
  void reduce_delegates();
  void resolve_delegate_predecessors();
  [[nodiscard]] std::int64_t predecessor_of(local_vertex id) const;
  [[nodiscard]] bool one_column() const noexcept { return g_.grid.columns == 1; }
  /// With one grid column, row ids are local ids.
  [[nodiscard]] Distance distance_of(local_vertex id) const noexcept { return one_column() ? best_.distance(id) : distances_[id]; }
  /// Row id of a local id.
  [[nodiscard]] std::uint64_t own_row(local_vertex id) const noexcept {
    return static_cast<std::uint64_t>(g_.grid.column) * g_.stride + id;
  }

  const partitioned_graph& g_;
  int threads_;
  bucket_plan plan_;
  light_first_rows rows_;
  paths_outcome outcome_;
  work_clock clock_;
  global_vertex source_ = 0;
  path_limits limits_;
  local_vertex target_ = no_local_vertex;  ///< if this process owns it
  Distance limit_ = 0;                     ///< the end of the bucket
  Distance farthest_ = infinity;           ///< vertices beyond are not reached: the cutoff, or less once the target has a distance
  bool is_heavy_phase_ = true;             ///< relaxing the heavy edges of a finished bucket

  path_table<Distance> best_;             ///< by row id: the best path that this process knows, from a column id
  std::vector<std::uint64_t> pending_;    ///< one bit per local id: improved since its edges were last relaxed
  std::vector<std::uint64_t> in_bucket_;  ///< one bit per local id: was active in this bucket
  fixed_list<local_vertex> bucket_;       ///< the vertices in in_bucket_, as a list
  fixed_list<reached> sent_;
  array<reached> frontier_;                      ///< grows on all processes together
  std::uint64_t frontier_size_ = 0;              ///< entries of frontier_ in this round
  std::vector<std::uint64_t> frontier_counts_;   ///< by grid row
  std::vector<own_counts> all_;                  ///< by process
  std::vector<distance_bits> nearest_;           ///< by delegate: complement of the distance's bits
  std::vector<std::uint64_t> delegate_parents_;  ///< vertex id plus 1; 0 for none
  // Used with several grid columns:
  std::vector<Distance> distances_;        ///< by local id
  std::vector<global_vertex> parents_;     ///< by local id
  std::vector<std::uint64_t> is_touched_;  ///< one bit per row id: improved in this round
  fixed_list<local_vertex> touched_;       ///< the row ids in is_touched_, as a list
};

template <class Distance>
template <class Put>
own_paths rank_paths<Distance>::for_each_result(const Put& put) const {
  const std::uint64_t first = g_.own_block().first, size = g_.to_local.size();
  std::uint64_t count = 0, edges = 0;
  double farthest = 0;
#pragma omp parallel for num_threads(useful_threads(size, positions_per_thread, threads_)) schedule(static) \
    reduction(+ : count, edges) reduction(max : farthest)
  for (std::uint64_t position = 0; position < size; ++position) {
    const local_vertex id = g_.to_local[position];
    const bool is_source = first + position == source_;
    Distance distance = is_source ? 0 : id == no_local_vertex ? infinity : distance_of(id);
    if (distance > farthest_) distance = infinity;
    if (!(distance < infinity)) {
      put(position, distance, std::int64_t{-1});
      continue;
    }
    ++count;
    if (id != no_local_vertex) edges += g_.out_degrees[id];
    farthest = std::max(farthest, static_cast<double>(distance));
    put(position, distance, is_source ? static_cast<std::int64_t>(source_) : predecessor_of(id));
  }
  return {count, edges, farthest};
}

extern template class rank_paths<float>;
extern template class rank_paths<double>;

}  // namespace fathom::ranks_engine
