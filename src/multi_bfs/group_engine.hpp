// Interface of the engines that run a group of searches.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/types.hpp"

namespace fathom::multi_bfs_engine {

/// Cost model of bitwise multi-source BFS on the CPU: nanoseconds per edge on the machine of docs/performance/cpu.md; only the
/// ratios matter. Random access to a row of 256 bits takes 3 ns in the L2 cache and 16 ns in L3.
struct bitwise_tuning {
  double push_cached = 4;               ///< push to a row in the L2 cache
  double push_anywhere = 26;            ///< push to any row, with atomics
  double push_search = 15;              ///< search for the begin of a range in an adjacency row, per frontier vertex and range
  double pull_by_hub = 9;               ///< pull by a hub, which inspects all kinds of neighbors
  double pull_by_other = 5;             ///< pull by another vertex, which inspects hubs first
  std::size_t cached_bytes = 2u << 20;  ///< size of the hubs' rows, or of a range that is pushed to: one to two L2 caches
};

/// Requirements of all groups of a run, so that memory is allocated once.
struct group_plan {
  int width = 64;  ///< maximum number of searches in a group
  sink_needs needs;
  bool deterministic = false;  ///< among valid predecessors choose the smallest caller's id
  bool report_levels = false;
  bool early_termination = true;  ///< of bottom-up steps, in the bitwise engines
  bool merge_updates = false;     ///< of top-down steps in shared memory, in the engine of `ibfs`
  hop_count depth_limit = 0;
  int threads = 1;
  std::stop_token stop;
  bitwise_tuning tuning;
};

struct group_outcome {
  hop_count depth = 0;
  std::vector<std::uint64_t> counts;  ///< vertices discovered, [level][search]; empty unless needed
  std::vector<joint_level_report> levels;
  std::vector<std::uint64_t> inspections;  ///< of each search, bottom-up; empty unless counted
};

/// Holds the memory of one group at a time. Searches are numbered from 0 in the order of the group's sources.
class group_engine {
 public:
  group_engine() = default;
  group_engine(const group_engine&) = delete;
  group_engine& operator=(const group_engine&) = delete;
  virtual ~group_engine() = default;

  /// Sources are in the layout's ids. Throws error_category::cancelled.
  virtual group_outcome run(std::span<const vertex_id> sources) = 0;

  /// Out-edges of the vertices reached by the last group, summed over its searches.
  [[nodiscard]] virtual std::uint64_t edges_of_reached() const = 0;

  /// Results of the last group in the caller's ids: n entries to each row that is not null. Distances must fit into the type.
  virtual void copy_distances(std::span<std::int8_t* const> rows) const = 0;
  virtual void copy_distances(std::span<std::int16_t* const> rows) const = 0;
  virtual void copy_distances(std::span<hop_count* const> rows) const = 0;
  virtual void copy_predecessors(std::span<vertex_id* const> rows) const = 0;

  /// Adds the totals of all groups since the engine was made to arrays of n entries.
  virtual void add_totals(vertex_totals& sums) const = 0;
};

/// Mapping of results to the caller's ids. Isolated vertices are not part of a layout or of a process's local vertices.
struct caller_view {
  explicit caller_view(const layout& l) : to_internal(l.to_internal), size(l.caller_vertices) {}
  /// `to_internal_ids` is null if the ids are the same; no_vertex marks an isolated vertex.
  caller_view(const vertex_id* to_internal_ids, vertex_id vertices) : to_internal(to_internal_ids), size(vertices) {}
  [[nodiscard]] vertex_id operator[](vertex_id v) const noexcept { return to_internal ? to_internal[v] : v; }

  const vertex_id* to_internal;
  vertex_id size;
};

[[nodiscard]] inline edge_offset degree(const layout_adjacency& rows, vertex_id v) noexcept {
  return rows.offsets[v + 1] - rows.offsets[v];
}

[[nodiscard]] std::unique_ptr<group_engine> make_bitwise_cpu(const layout& l, const group_plan& plan);
/// In src/papers/ibfs/.
[[nodiscard]] std::unique_ptr<group_engine> make_joint_cpu(const layout& l, const group_plan& plan);
[[nodiscard]] std::unique_ptr<group_engine> make_ms_bfs_cpu(const layout& l, const group_plan& plan);
/// `sequential` runs one search after another with all threads, `separate` one search per thread.
[[nodiscard]] std::unique_ptr<group_engine> make_sequential_cpu(const layout& l, const group_plan& plan);
[[nodiscard]] std::unique_ptr<group_engine> make_separate_cpu(const layout& l, const group_plan& plan);

/// Bytes that an engine of this method and plan will allocate, assuming searches of usual depth for the distance planes.
[[nodiscard]] std::uint64_t planned_bytes(multi_bfs_method method, const layout& l, const group_plan& plan);

}  // namespace fathom::multi_bfs_engine
