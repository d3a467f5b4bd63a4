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
#include "sssp/distributed/light_first_rows.hpp"
#include "sssp/distributed/own_paths.hpp"
#include "sssp/distributed/path_messages.hpp"
#include "sssp/distributed/path_table.hpp"
#include "sssp/distributed/paths_searcher.hpp"
#include "sssp/distributed/vertex_list.hpp"
#include "sssp/distributed/window_width.hpp"

namespace fathom::ranks_engine {

/// `Distance` is float or double, in which weights are added along a path, with rounding at each edge.
template <class Distance>
class rank_paths {
 public:
  /// Bytes allocated by the constructor, and at most by searches.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);

  /// Allocates memory for all searches, apart from messages. `g` must outlive the searcher; all of its weights must be
  /// non-negative. `border` is that of border_vertices().
  rank_paths(const partitioned_graph& g, const bucket_plan& plan, vertex_bits border, int threads);

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
  static constexpr int steps_bits = 32;
  static constexpr std::uint64_t positions_per_thread = 1u << 12;

  /// State of each process before an exchange. Distances are not negative, so they are ordered like their bits.
  struct own_counts {
    std::uint64_t unsent = 0;                 ///< vertices to send along the grid column and relax along light edges
    std::uint64_t settled = 0;                ///< vertices of the bucket, not of the border
    std::uint64_t settled_border = 0;         ///< vertices of the bucket to send and relax along heavy edges, once it is settled
    std::uint64_t touched = 0;                ///< vertices to send along the grid row
    std::uint64_t delegates = 0;              ///< 1 if one is nearer than other processes know
    std::uint64_t smallest = bits(infinity);  ///< distance outside the bucket
    std::uint64_t target = bits(infinity);    ///< distance of the target, if this process knows one
    std::uint64_t expanded = 0;               ///< vertices in this bucket, counted each time
    std::uint64_t found = 0;                  ///< vertices in this bucket
    std::uint64_t stops = 0;                  ///< 1 if a stop was requested
  };
  enum class row_part { light, heavy };
  enum class step { exchange, relax_heavy, next_bucket, finish };

  [[nodiscard]] static constexpr std::uint64_t bits(Distance distance) noexcept { return std::bit_cast<distance_bits>(distance); }
  [[nodiscard]] static constexpr Distance from_bits(std::uint64_t value) noexcept {
    return std::bit_cast<Distance>(static_cast<distance_bits>(value));
  }

  void start();
  [[nodiscard]] local_vertex own_id(global_vertex v) const;
  void settle_bucket();
  bool open_window();
  void take_near();
  template <class Visit>
  void for_each_index(std::uint64_t size, const Visit& visit) const;
  step agree();
  void open_bucket(Distance smallest);
  void send_along_column(vertex_list& mine, std::uint64_t own_counts::*count);
  void relax_settled();
  void relax_received(row_part part);
  void relax(std::span<const reached> vertices, row_part part);
  template <bool Shared>
  void relax_edges(std::span<const reached> vertices, row_part part);
  void send_along_row();
  void lower(local_vertex id, Distance distance, global_vertex predecessor);
  void reduce_delegates();
  void resolve_delegate_predecessors();
  [[nodiscard]] global_vertex predecessor_of(local_vertex id) const;
  /// After an exchange, which all processes make together.
  void begin_phase() noexcept { time_ = ((time_ >> steps_bits) + 1) << steps_bits; }
  [[nodiscard]] bool one_column() const noexcept { return g_.grid.columns == 1; }
  [[nodiscard]] std::uint64_t first_own_row() const noexcept { return static_cast<std::uint64_t>(g_.grid.column) * g_.stride; }
  [[nodiscard]] std::uint64_t own_row(local_vertex id) const noexcept { return first_own_row() + id; }
  [[nodiscard]] reached reached_here(local_vertex id) const noexcept {
    return {static_cast<local_vertex>(static_cast<std::uint64_t>(g_.grid.row) * g_.stride + id), distance_of(id)};
  }
  [[nodiscard]] Distance distance_of(local_vertex id) const noexcept { return best_.distance(own_row(id)); }

  const partitioned_graph& g_;
  int threads_;
  bucket_plan plan_;
  vertex_bits border_;
  light_first_rows rows_;
  paths_outcome outcome_;
  work_clock clock_;
  global_vertex source_ = 0;
  path_limits limits_;
  local_vertex target_ = no_local_vertex;  ///< if this process owns it
  Distance farthest_ = infinity;           ///< vertices beyond are not reached: the cutoff, or less once the target has a distance
  window_width bucket_width_, window_width_;
  Distance bucket_end_ = 0;  ///< the same on all processes
  Distance window_end_ = 0;  ///< on this process; at most the bucket's
  Distance smallest_ = 0;    ///< no open vertex outside near_ is nearer
  work_counts in_bucket_, in_window_;

  path_table<Distance> best_;                ///< by row id: the best path that this process knows
  std::vector<global_vertex> predecessors_;  ///< by local id: of paths that another process of the grid row found
  sparse_bits open_;                         ///< own vertices that improved since their edges were last relaxed
  vertex_list near_;                         ///< open vertices of the window
  vertex_list settled_, settled_border_;     ///< own vertices of the bucket, whose heavy edges have not been relaxed
  vertex_list unsent_;                       ///< border vertices whose light edges were relaxed here and not by other processes
  vertex_list touched_;                      ///< row ids of other processes that improved
  array<reached> active_;                    ///< the vertices relaxed together
  std::uint64_t active_count_ = 0;
  std::vector<own_counts> all_;  ///< by process
  array<reached> sent_;
  array<reached> received_;                     ///< grows on all processes together
  std::vector<std::uint64_t> received_counts_;  ///< by grid row
  std::vector<distance_bits> nearest_;          ///< by delegate: complement of the distance's bits
  std::uint32_t has_nearer_delegates_ = 0;      ///< 1 since a delegate's edges were relaxed from a distance below nearest_
  /// Number of exchanges above the number of relaxations since: later on any process than every path that a relaxation continues.
  std::uint64_t time_ = 0;
  std::vector<std::uint64_t> lowered_at_;        ///< by delegate: the time at which this process found its path
  std::vector<std::uint64_t> delegate_parents_;  ///< vertex id plus 1; 0 for none
};

template <class Distance>
template <class Put>
own_paths rank_paths<Distance>::for_each_result(const Put& put) const {
  return for_each_own_path(
      g_, source_, farthest_, threads_, [this](std::uint64_t, local_vertex id) { return distance_of(id); },
      [this](std::uint64_t, local_vertex id) { return predecessor_of(id); }, put);
}

extern template class rank_paths<float>;
extern template class rank_paths<double>;

}  // namespace fathom::ranks_engine
