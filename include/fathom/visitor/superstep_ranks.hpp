// Distributed graph prepared for edge_vertex(), and the calls of a run to the other processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/execution.hpp"
#include "fathom/visitor/supersteps.hpp"

namespace fathom {

namespace ranks_engine {
class work_clock;
}

/// One process's part of a distributed graph, prepared for any number of runs of edge_vertex(). Immutable and cheap to copy,
/// because copies share the arrays.
///
/// Ids of its rows are first the process's own vertices, then *mirrors*: vertices of other processes to which edges of own vertices
/// lead. Both ascend by the caller's ids. Only own vertices have out-edges, and in-edges are those from own vertices.
struct rank_edge_vertex_graph {
  edge_vertex_graph rows;
  communicator* ranks = nullptr;
  vertex_id num_vertices = 0;               ///< of the whole graph
  edge_offset num_edges = 0;                ///< of the whole graph
  vertex_id first_vertex = 0;               ///< the caller's id of the first own vertex
  vertex_id own_vertices = 0;               ///< number of own vertices
  std::vector<vertex_id> mirrors;           ///< by rank: the id of its first mirror; then the number of ids
  const edge_offset* in_offsets = nullptr;  ///< by id: differences are in-degrees in the whole graph; rows.keeper owns it
  std::uint64_t mirrored = 0;               ///< number of mirrors that other processes have of own vertices
  int grid_rows = 0, grid_columns = 0;      ///< of the distributed graph
  int threads = 0;                          ///< of this process
};

namespace edge_vertex_engine {

/// Communication of one run. All functions are collective except graph() and work().
class superstep_ranks {
 public:
  explicit superstep_ranks(const rank_edge_vertex_graph& g);
  ~superstep_ranks();
  superstep_ranks(const superstep_ranks&) = delete;
  superstep_ranks& operator=(const superstep_ranks&) = delete;

  [[nodiscard]] const rank_edge_vertex_graph& graph() const noexcept { return g_; }
  /// Work of this process so far.
  [[nodiscard]] rank_work work() const;

  /// Runs `work`, which must not be collective, on all processes; if it throws on any of them, all throw.
  void together(const std::function<void()>& work);
  /// Sends the first bytes[0] bytes to rank 0, the next bytes[1] to rank 1, and so on; returns those received, by ascending rank.
  [[nodiscard]] array<std::byte> exchange(std::span<const std::byte> mine, std::span<const std::uint64_t> bytes);
  /// One value of each process, by rank.
  template <class T>
  [[nodiscard]] std::vector<T> of_all(const T& mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(g_.ranks->size()));
    const std::vector<std::uint64_t> sizes(all.size(), sizeof(T));
    gather(std::as_bytes(std::span(&mine, 1)), sizes, std::as_writable_bytes(std::span(all)));
    return all;
  }
  /// The values of all processes, by ascending rank.
  template <class T>
  [[nodiscard]] array<T> concatenated(const array<T>& mine) {
    const std::vector<std::uint64_t> sizes = of_all<std::uint64_t>(mine.bytes());
    array<T> all;
    together([&] { all = array<T>(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) / sizeof(T)); });
    gather(std::as_bytes(mine.view()), sizes, std::as_writable_bytes(all.view()));
    return all;
  }

 protected:
  const rank_edge_vertex_graph& g_;
  std::unique_ptr<ranks_engine::work_clock> clock_;

 private:
  void gather(std::span<const std::byte> mine, std::span<const std::uint64_t> sizes, std::span<std::byte> all);
};

/// Collective. Throws error_category::usage for options and places that a distributed graph does not support, and for those that
/// differ between processes. exec.where must be of the kind `runs_on`. `program` identifies the type of the user program.
void check_on_ranks(communicator& ranks, const edge_vertex_options& options, const execution& exec, device_kind runs_on,
                    std::uint64_t program);

/// Collective. Makes the report the same on all processes: times of the slowest one, and the most memory. Returns their work.
[[nodiscard]] std::vector<rank_work> report_of_all(superstep_ranks& ranks, edge_vertex_report& report);

}  // namespace edge_vertex_engine

}  // namespace fathom
